import DefaultsCore
import DefaultsSchema

/// What people should know about keys to which a command gives values, although the values may be stored.
enum KeyNotes {
  /// The greatest number of notes that are printed.
  private static let limit = 20

  /// Checks that a text can be the name of a key to which a value is given.
  ///
  /// - Throws: ``Failure`` when it is empty. Such a key can still be read and deleted.
  static func checkName(_ key: String) throws(Failure) {
    guard key.isEmpty else { return }
    throw Failure(.usage, "A key needs a name, and this one is empty. Nothing was changed.")
  }

  /// Checks that the schema lets people write a key.
  ///
  /// It refuses a key that is not among all keys of the schema, and one that only the app sets.
  static func checkWritable(
    _ key: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) throws(Failure) {
    guard let schema else { return }
    guard let entry = schema.entry(forKey: key.string) else {
      guard schema.declaresEveryKey else { return }
      let near = NameSuggestion.key(near: key, in: suite, schema)
      throw Failure(
        .invalidValue,
        "The schema of \(suite.name) has no key \"\(key)\".\(near) --force stores it all the same."
      )
    }
    guard entry.isReadOnly else { return }
    throw Failure(
      .invalidValue,
      "\(key) is set by the app alone, says the schema of \(suite.name). --force writes it all the same."
    )
  }

  /// Returns the keys that are mistyped ones of the schema, which nothing would read, with the names that are
  /// probably meant.
  ///
  /// A key that has a value in some layer is no such key. Only the first hundred new keys are compared with
  /// all names: nobody types more of them.
  static func mistyped(
    _ keys: some Sequence<Defaults.KeyName>,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) -> [(key: Defaults.KeyName, near: String)] {
    guard let schema else { return [] }
    let new = keys.lazy.filter {
      schema.entry(forKey: $0.string) == nil && suite.effectiveValue(forKey: $0.string) == nil
    }
    let names = schema.entries.map(\.key.string)
    return new.prefix(100).compactMap { key in
      nearestWord(to: key.string, among: names).map { (key, $0) }
    }
  }

  /// Prints which suite is probably meant instead of one of which nothing else is known.
  static func noteUnknown(_ name: String) {
    guard let near = NameSuggestion.suite(mistypedAs: name) else { return }
    Output.writeError("Nothing else is known of a suite \(name). Did you mean \"\(near)\"?")
  }

  /// What a command did with the keys.
  enum Outcome: String {
    case stored = "was stored"
    case wouldBeStored = "would be stored"
    case locked = "was locked"
    case wouldBeLocked = "would be locked"
  }

  /// Prints a line for each key that the schema does not have, that is deprecated or that only the app sets.
  ///
  /// The line says first what was done, so that it is not taken for a refusal.
  static func report(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    in suite: Defaults.Suite,
    _ schema: Schema?,
    _ outcome: Outcome = .stored
  ) {
    guard let schema else { return }
    var findings = StoredValueFinding.findings(values, schema).map { ($0.key, $0.reason) }
    for key in values.keys.sorted() where schema.entry(forKey: key.string)?.isReadOnly == true {
      findings.append((key, "the key is set by the app alone"))
    }
    let notes = findings.map { "\($0) \(outcome.rawValue), but \($1)" }
    for note in notes.prefix(limit) {
      let end = note.hasSuffix("?") || note.hasSuffix(".") ? "" : "."
      Output.writeError("\(suite.name): \(note)\(end)")
    }
    let more = notes.count - limit
    if more > 0 { Output.writeError("\(suite.name): and \(more) more.") }
  }
}
