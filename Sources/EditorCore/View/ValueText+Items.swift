import DefaultsCore
import DefaultsSchema

extension ValueText {
  /// The most items of a value that are shown, and the most characters of their texts.
  private static let (itemLimit, itemCharacters) = (8, 48)
  /// The most members of a dictionary that are sorted to show the first ones.
  private static let sortLimit = 100

  /// Returns the text of `brief(stored:in:)`, except that a list, a dictionary or a table shows its first
  /// items and not only their number.
  static func items(_ value: Defaults.StoredValue?, in entry: Entry) -> String {
    guard !entry.isSecret else { return brief(stored: value, in: entry) }
    let value = value.map { entry.kind.hidingSecrets(of: $0, behind: hidden) }
    switch (entry.kind, value) {
    case (.list(let kind, _), .array(let elements)?) where !elements.isEmpty:
      let texts = elements.prefix(itemLimit).map { part($0, as: kind, unit: entry.unit) }
      return list(texts, of: elements.count)
    case (.dictionary, .dictionary(let members)?), (.table, .dictionary(let members)?):
      guard !members.isEmpty, members.count <= sortLimit else { break }
      let names = members.keys.inTitleOrder.prefix(itemLimit)
      let texts = names.compactMap { name in
        members[name].map { "\(name.string): \(text($0, named: name, entry))" }
      }
      return list(texts, of: members.count)
    default:
      break
    }
    return brief(stored: value, in: entry)
  }

  /// Returns the first members of a JSON object; nil for an object of none or many, or with nested ones.
  static func members(_ members: [JSONValue.Member]) -> String? {
    guard !members.isEmpty, members.count <= itemLimit else { return nil }
    var texts: [String] = []
    for member in members {
      switch member.value {
      case .array, .object: return nil
      case .bool(let flag): texts.append("\(member.name): \(flag ? "on" : "off")")
      case .string(let text): texts.append("\(member.name): \(raw(.string(text)))")
      case .null, .number: texts.append("\(member.name): \(member.value.text())")
      }
    }
    return list(texts, of: texts.count)
  }

  private static func text(
    _ value: Defaults.StoredValue,
    named name: Defaults.KeyName,
    _ entry: Entry
  ) -> String {
    switch entry.kind {
    case .dictionary(let kind):
      return part(value, as: kind, unit: entry.unit)
    case .table(let members, _):
      let member = members.first { Defaults.KeyName($0.name) == name }
      guard let member else { return part(value, as: .any, unit: "") }
      return member.isSecret ? hidden : part(value, as: member.kind, unit: "")
    default:
      return raw(value)
    }
  }

  /// Joins the texts that fit, and adds the number of all if some are missing.
  private static func list(_ texts: [String], of count: Int) -> String {
    var shown: [String] = []
    var room = itemCharacters
    for text in texts {
      guard text.count <= room else { break }
      shown.append(text)
      room -= text.count + 2
    }
    let all = Self.count(count)
    guard !shown.isEmpty else { return "\(texts[0].prefix(itemCharacters))… (\(all))" }
    let list = shown.joined(separator: ", ")
    return shown.count == count ? list : "\(list), … (\(all))"
  }
}
