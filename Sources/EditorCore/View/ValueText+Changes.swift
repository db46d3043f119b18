import DefaultsCore
import DefaultsSchema

// What a change of a value has changed, in one line. The difference is computed by `ValueDifference`; here
// its values get the texts that the screen shows for them.
extension ValueText {
  /// The most characters of the list of changed places, and of the text of a value in it.
  private static let (changesLength, partLength) = (60, 32)

  /// Returns the changed places of a list, dictionary, table or long text, most important first.
  ///
  /// The text is such as `3.size 3 → 77, added item 4: "proxy" and 3 more`. It has at most `length`
  /// characters, unless the first place is longer. It is nil for values that are best shown as a
  /// whole: simple ones, secrets, and a change from or to none.
  static func changes(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    in entry: Entry,
    length: Int = changesLength
  ) -> String? {
    guard old != new, old != nil, new != nil, !entry.isSecret else { return nil }
    let difference = ValueDifference(from: old, to: new, as: entry.kind)
    let haveEqualTexts = brief(stored: old, in: entry) == brief(stored: new, in: entry)
    // The titles of the chosen ones say more than their numbers.
    let isOfParts = if case .choices = entry.kind { false } else { difference.isOfParts }
    guard isOfParts || haveEqualTexts else { return nil }
    return difference.text(changeStyle(of: entry), length: length)
  }

  /// Returns the changed places for values in use: where none is stored, the one that is used instead.
  static func changes(
    inUse old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    _ item: Item
  ) -> String? {
    changes(old ?? item.valueWhenReset, new ?? item.valueWhenReset, in: item.entry)
  }

  /// Returns the changed places for values in the file of a scope.
  static func changes(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    _ item: Item,
    in scope: WriteScope
  ) -> String? {
    scope == .user ? changes(inUse: old, new, item) : changes(old, new, in: item.entry)
  }

  /// Returns a change as its changed places, or as both values: `12 pt → 14 pt`.
  static func change(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    in entry: Entry
  ) -> String {
    changes(old, new, in: entry)
      ?? "\(brief(stored: old, in: entry)) → \(brief(stored: new, in: entry))"
  }

  /// Returns a change of the history, or why the history does not have its values.
  static func change(_ change: Defaults.HistoryEntry.Change, in entry: Entry) -> String {
    switch change.omission {
    case .secret: "changed (secret)"
    case .large: "changed (too large to be recorded)"
    case nil: Self.change(change.old, change.new, in: entry)
    }
  }

  /// Returns how the differences of values of an entry are written.
  static func changeStyle(of entry: Entry) -> ValueDifference.Style {
    // A unit belongs to the values of a key, and not to the members of a table.
    let unit = if case .table = entry.kind { "" } else { entry.unit }
    return ValueDifference.Style(showsTitles: true, valueLength: partLength) { value, kind in
      part(value, as: kind, unit: unit)
    }
  }

  /// Returns the text of an item in its editor: a list or a dictionary shows what is in it, because a number
  /// of items would be the same for many.
  static func item(_ value: Defaults.StoredValue, as kind: ValueKind, unit: String) -> String {
    switch (kind, value) {
    case (.choices, _): display(value, as: kind, unit: unit)
    case (_, .array(let elements)) where !elements.isEmpty: part(value, as: kind, unit: unit)
    case (_, .dictionary(let members)) where !members.isEmpty: part(value, as: kind, unit: unit)
    default: display(value, as: kind, unit: unit)
    }
  }

  /// Returns the text of an item or a member; a list or a dictionary is written as JSON.
  static func part(_ value: Defaults.StoredValue, as kind: ValueKind, unit: String) -> String {
    switch value {
    case .array, .dictionary:
      kind == .url
        ? display(value, as: kind, unit: unit)
        : kind.hidingSecrets(of: value, behind: hidden).taggedJSON.text(indented: false)
    case .bool(let flag) where choiceTitle(of: value, kind) == nil: flag ? "on" : "off"
    case .string(let text) where kind == .color || kind == .json: text
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque:
      display(value, as: kind, unit: unit)
    }
  }
}
