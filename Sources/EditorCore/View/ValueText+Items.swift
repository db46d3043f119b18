import Defaults
import DefaultsSchema

extension ValueText {
  /// The most items of a value that are shown, and the most characters of their texts.
  private static let (itemLimit, itemCharacters) = (8, 48)
  /// The most entries of a dictionary that are sorted to show the first ones.
  private static let sortLimit = 100

  /// Returns the text of `brief(stored:in:)`, except that a list, a dictionary or a table shows its first
  /// items and not only their number.
  static func items(_ value: Defaults.StoredValue?, in entry: Entry) -> String {
    guard !entry.isSecret else { return brief(stored: value, in: entry) }
    let value = value.map { entry.kind.hidingSecrets(of: $0, behind: hidden) }
    switch (entry.kind, value) {
    case (.list(let kind, _), .array(let elements)?) where !elements.isEmpty:
      let texts = elements.prefix(itemLimit).map { display($0, as: kind, unit: entry.unit) }
      return list(texts, of: elements.count, "items")
    case (.dictionary, .dictionary(let members)?), (.table, .dictionary(let members)?):
      guard !members.isEmpty, members.count <= sortLimit else { break }
      let names = members.keys.sorted().prefix(itemLimit)
      let texts = names.compactMap { name in
        members[name].map { "\(name.string): \(text($0, named: name, entry))" }
      }
      return list(texts, of: members.count, "entries")
    default:
      break
    }
    return brief(stored: value, in: entry)
  }

  /// Returns how many items of two values with equal texts differ; nil for equal values, for secrets, and
  /// if only one of the values is stored.
  static func changedParts(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    in entry: Entry
  ) -> String? {
    guard old != new, !entry.isSecret else { return nil }
    switch (old, new) {
    case (.array(let old), .array(let new)) where old.count == new.count:
      return "\(zip(old, new).count(where: !=)) of \(new.count) items changed"
    case (.dictionary(let old), .dictionary(let new)):
      let names = Set(old.keys).union(new.keys)
      return "\(names.count { old[$0] != new[$0] }) of \(names.count) entries changed"
    case (.some, .some):
      return "changed"
    case (nil, _), (_, nil):
      return nil
    }
  }

  /// Returns the text of an element or a member; a list or a dictionary is written as JSON.
  static func part(_ value: Defaults.StoredValue) -> String {
    switch value {
    case .array, .dictionary: value.taggedJSON.text(indented: false)
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque: raw(value)
    }
  }

  private static func text(
    _ value: Defaults.StoredValue,
    named name: Defaults.KeyName,
    _ entry: Entry
  ) -> String {
    switch entry.kind {
    case .dictionary(let kind):
      return display(value, as: kind, unit: entry.unit)
    case .table(let members, _):
      let member = members.first { Defaults.KeyName($0.name) == name }
      return member.map { display(value, ofMember: $0) } ?? raw(value)
    default:
      return raw(value)
    }
  }

  /// Joins the texts that fit, and adds the number of all if some are missing.
  private static func list(_ texts: [String], of count: Int, _ noun: String) -> String {
    var shown: [String] = []
    var room = itemCharacters
    for text in texts {
      guard text.count <= room else { break }
      shown.append(text)
      room -= text.count + 2
    }
    guard !shown.isEmpty else { return "\(texts[0].prefix(itemCharacters))… (\(count) \(noun))" }
    let list = shown.joined(separator: ", ")
    return shown.count == count ? list : "\(list), … (\(count) \(noun))"
  }
}
