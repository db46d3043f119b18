import DefaultsCore
import DefaultsSchema
import Terminal

/// Texts of values and kinds that fit on one line.
///
/// `row` is for the list, `brief` for notices and details, `display` shows a value as its kind, and `raw`
/// shows a stored value without its kind. All of them but `raw` hide secrets and secret members, so `raw`
/// must not be called for these unless the user has asked to see them.
extension ValueText {
  /// The number of characters of a text that are shown.
  private static let limit = 256

  /// The number of columns of the switch with which the text of a Bool begins.
  static let switchWidth = 3

  /// The text that replaces a secret value; its length does not depend on the value.
  static let hidden = "••••••••"

  /// Returns the text of the value in use for the list; for an invalid value, also the reason.
  ///
  /// A secret is hidden, unless the user has asked to see it.
  static func row(_ item: Item, showingSecret showsSecret: Bool = false) -> String {
    let entry = item.entry
    if entry.isSecret, !showsSecret {
      return item.value == nil && item.stored == nil ? "–" : hidden
    }
    if let stored = item.stored, let rejection = item.rejection, item.layers.above == nil {
      let text = entry.isSecret ? raw(stored) : invalid(stored, entry)
      return "\(text)  (\(problem(rejection, entry)))"
    }
    if let value = item.layers.otherInUse?.value, let rejection = item.layerRejection {
      let text = entry.isSecret ? raw(value) : invalid(value, entry)
      return "\(text)  (\(problem(rejection, entry)))"
    }
    return item.value.map { display($0, as: entry.kind, unit: entry.unit) } ?? "–"
  }

  /// Returns the expected kind or, for a rejection that the kind does not explain, the reason.
  private static func problem(_ rejection: Defaults.Rejection, _ entry: Entry) -> String {
    switch rejection {
    case .notAMultiple, .element, .member, .missingMember, .unknownMember, .repeated, .tooFew,
      .tooMany,
      .patternMismatch, .controlCharacter, .refused:
      entry.text(of: rejection)
    default: "want \(briefKind(entry))"
    }
  }

  /// Returns the raw text of an invalid stored value; hidden if the value or a member is secret.
  static func invalid(_ stored: Defaults.StoredValue, _ entry: Entry) -> String {
    entry.holdsSecret ? hidden : raw(stored)
  }

  /// Returns the text of a stored value; for nil, the text of the value that is used without one.
  static func brief(inUse stored: Defaults.StoredValue?, _ item: Item) -> String {
    if let stored { return brief(stored: stored, in: item.entry) }
    guard let value = item.valueWhenReset else { return "unset" }
    return brief(stored: value, in: item.entry)
  }

  /// Returns the text of a value in the file of a scope; only of the user's own file, it is known what is
  /// used without one.
  static func brief(_ value: Defaults.StoredValue?, _ item: Item, in scope: WriteScope) -> String {
    scope == .user ? brief(inUse: value, item) : brief(stored: value, in: item.entry)
  }

  /// Returns the text of a stored value in at most 40 characters; a Bool as `on` or `off`, nil as
  /// `unset`.
  static func brief(
    stored: Defaults.StoredValue?,
    in entry: Entry,
    showingSecret showsSecret: Bool = false
  ) -> String {
    guard let stored else { return "unset" }
    if entry.isSecret, !showsSecret { return hidden }
    if case .bool(let flag) = stored, choiceTitle(of: stored, entry.kind) == nil {
      return flag ? "on" : "off"
    }
    return cut(display(stored, as: entry.kind, unit: entry.unit), 40)
  }

  /// Returns the text of a value of an entry, which is hidden if it is secret.
  static func display(_ value: Defaults.StoredValue, _ entry: Entry) -> String {
    entry.isSecret ? hidden : display(value, as: entry.kind, unit: entry.unit)
  }

  /// Returns the text of a value of a member of a table, which is hidden if it is secret.
  static func display(_ value: Defaults.StoredValue, ofMember member: TableMember) -> String {
    member.isSecret ? hidden : display(value, as: member.kind, unit: "")
  }

  /// Returns the text of a value of an item that is being edited, which is hidden if it is secret.
  static func item(_ value: Defaults.StoredValue, _ edited: EditedValue) -> String {
    edited.isSecret ? hidden : item(value, as: edited.kind, unit: edited.unit)
  }

  /// Returns the text of a value of a kind, with the unit after a number.
  ///
  /// Where the kind has secret members, a value of another kind is hidden as a whole.
  static func display(_ value: Defaults.StoredValue, as kind: ValueKind, unit: String) -> String {
    let value = kind.hidingSecrets(of: value, behind: hidden)
    if value == .string(hidden), kind.hasSecretMembers { return hidden }
    switch (kind, value) {
    case (.bool, .bool(let flag)):
      return flag ? "[x] on" : "[ ] off"
    case (.choice(_, let others), _):
      return choiceTitle(of: value, kind)
        ?? others.map { display(value, as: $0, unit: unit) } ?? raw(value)
    case (.choices(let choices, _), .array(let elements)):
      guard !elements.isEmpty else { return "none" }
      return elements.map { display($0, as: .choice(choices), unit: unit) }.joined(separator: ", ")
    case (.alternatives(let forms), _):
      guard let form = forms.fitting(value) else { return raw(value) }
      let text = display(value, as: form.kind, unit: unit)
      if case .dictionary = value, let title = form.title { return "\(title): \(text)" }
      return text
    case (.integer, .integer), (.real, .real), (.real, .integer):
      return unit.isEmpty ? value.plainText : "\(value.plainText) \(unit)"
    case (.url, .string):
      return kind.editableText(value)
    case (.json, .string(let text)):
      return json(text)
    case (.any, .real(let number)) where number.isFinite:
      // Without a declared kind, its text tells it from a whole number.
      return "\(number)"
    default:
      return raw(value)
    }
  }

  /// Returns the title of the choice with a value; nil if the kind has no such choice.
  static func choiceTitle(of value: Defaults.StoredValue, _ kind: ValueKind) -> String? {
    guard case .choice(let choices, _) = kind else { return nil }
    return choices.first { $0.value == value }?.title
  }

  /// Returns the text of a stored value without its kind.
  static func raw(_ value: Defaults.StoredValue) -> String {
    switch value {
    case .bool, .integer, .real, .uid, .null, .opaque: value.plainText
    case .string(let text): "\"\(cut(text, limit))\""
    case .date(let date): DateText.display(date)
    case .data(let data): "<data \(bytes(data.count))>"
    case .array(let elements): count(elements.count)
    case .dictionary(let members): names(members.keys.inTitleOrder.map(\.string))
    }
  }

  /// Returns the first names of members in braces, and the number of all if there are more.
  private static func names(_ names: [String]) -> String {
    guard !names.isEmpty else { return count(0) }
    let most = 4
    let first = names.prefix(most).map { cut($0, 20) }.joined(separator: ", ")
    return names.count > most ? "{\(first), …} \(count(names.count))" : "{\(first)}"
  }

  /// Returns a summary of JSON text: an object's members if they are few and not nested, otherwise their
  /// names; or the number of items.
  private static func json(_ text: String) -> String {
    guard let value = try? JSONValue(parsing: text) else { return "\"\(cut(text, limit))\"" }
    switch value {
    case .object(let members):
      // The names of members that look like secrets may be shown, and their values not.
      let hasSecret = Defaults.HistoryOptions.holdsSecret(.string(text))
      if !hasSecret, let text = ValueText.members(members) { return text }
      let names = members.prefix(4).map(\.name).joined(separator: ", ")
      return "{\(names)\(members.count > 4 ? ", …" : "")} \(bytes(text.utf8.count))"
    case .array(let elements):
      return count(elements.count)
    case .string(let text):
      return "\"\(cut(text, limit))\""
    case .null, .bool, .number:
      return value.text()
    }
  }

  private static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count) B"
    case ..<1_000_000: "\(count / 1000) kB"
    default: "\(count / 1_000_000).\(count % 1_000_000 / 100_000) MB"
    }
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    let start = text.prefix(limit)
    return start.endIndex == text.endIndex ? text : start + "…"
  }
}
