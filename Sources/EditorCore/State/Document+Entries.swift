import DefaultsCore
import DefaultsSchema

// Single properties of entries, without creating items.
extension Document {
  /// All entries of the schema, in order.
  var declaredEntries: some Sequence<Entry> { schemaSections.lazy.flatMap(\.entries) }

  /// Returns the title of a key.
  func title(of slot: Slot) -> String {
    isDeclared(slot) ? declaredEntry(at: slot).title : key(at: slot).shown
  }

  /// Returns the kind of a key's value; for an undeclared key it follows from the value.
  func kind(of slot: Slot) -> ValueKind {
    guard !isDeclared(slot) else { return declaredEntry(at: slot).kind }
    return record(at: slot).shownValue.map(ValueKind.inferred) ?? .any
  }

  /// Returns whether the value of a key is secret.
  func isSecret(_ slot: Slot) -> Bool {
    isDeclared(slot) ? declaredEntry(at: slot).holdsSecret : item(at: slot).entry.holdsSecret
  }
}
