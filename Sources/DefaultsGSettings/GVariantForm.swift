import DefaultsCore
import DefaultsSchema

/// How values of a type of GVariant are stored.
///
/// Tuples are arrays, and dictionaries have the text of their keys as keys, as `GVariantType` has it. What
/// no such value can stand for without loss, a variant or a maybe, is text in GVariant's notation.
struct GVariantForm {
  /// The type, as GVariant writes it.
  let type: String

  /// Whether the values are text in GVariant's notation.
  var isText: Bool {
    type.contains("v") || type.contains("m") || GVariantType.kind(of: type) == nil
  }

  /// Returns the value for a text in GVariant's notation; nil if the text is none.
  func stored(_ text: String) -> Defaults.StoredValue? {
    if isText { return .string(text) }
    guard let value = GVariantText.value(of: text) else { return nil }
    var rest = type[...]
    return Self.shaped(value, &rest)
  }

  /// Returns the text of a value in GVariant's notation; nil if the type has no such value.
  func text(_ value: Defaults.StoredValue) -> String? {
    if isText {
      guard case .string(let text) = value else { return nil }
      return text
    }
    var rest = type[...]
    return Self.text(value, &rest)
  }

  /// Returns a text of ``text(_:)`` with the type where GVariant would not find it in the text alone.
  func annotated(_ text: String) -> String {
    let isPlain = ["b", "s", "i"].contains(type) || type == "d" && text.contains(".")
    return isPlain ? text : "@\(type) \(text)"
  }

  /// Returns a text in quotation marks.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }

  // MARK: - One part of a type

  /// Gives a parsed value the kind that its type has: `2` can be a real number, `{}` an array.
  private static func shaped(
    _ value: Defaults.StoredValue,
    _ type: inout Substring
  ) -> Defaults.StoredValue {
    let part = nextPart(&type)
    switch (part.first, value) {
    case ("d", .integer(let whole)): return .real(Double(whole))
    case ("a", .array(let elements)) where part.dropFirst().first == "{":
      return elements.isEmpty ? .dictionary([:]) : value
    case ("a", .array(let elements)):
      return .array(
        elements.map { element in
          var rest = part.dropFirst()
          return shaped(element, &rest)
        }
      )
    case ("a", .dictionary(let members)):
      return .dictionary(
        members.mapValues { member in
          var rest = part.dropFirst(3)
          return shaped(member, &rest)
        }
      )
    case ("(", .array(let elements)):
      var rest = part.dropFirst()
      return .array(elements.map { shaped($0, &rest) })
    default: return value
    }
  }

  private static func text(_ value: Defaults.StoredValue, _ type: inout Substring) -> String? {
    let part = nextPart(&type)
    switch (part.first, value) {
    case ("a", .array(let elements)):
      let texts = elements.map { element in
        var rest = part.dropFirst()
        return text(element, &rest)
      }
      return list(texts, in: ("[", "]"))
    case ("a", .dictionary(let members)) where part.dropFirst().first == "{":
      let texts = members.sorted { $0.key < $1.key }.map { name, member in
        var rest = part.dropFirst(3)
        return memberName(name.string, part.dropFirst(2).first).flatMap { name in
          text(member, &rest).map { "\(name): \($0)" }
        }
      }
      return list(texts, in: ("{", "}"))
    case ("(", .array(let elements)):
      var rest = part.dropFirst().dropLast()
      let texts = elements.map { rest.isEmpty ? nil : text($0, &rest) }
      guard rest.isEmpty else { return nil }
      return list(texts, in: ("(", elements.count == 1 ? ",)" : ")"))
    case ("b", .bool(let value)): return String(value)
    case ("d", .real(let number)): return real(number)
    case ("d", .integer(let number)): return String(number)
    case ("s", .string(let text)), ("o", .string(let text)), ("g", .string(let text)):
      return text.utf8.contains(0) ? nil : quoted(text)
    case ("y", .integer(let number)), ("n", .integer(let number)), ("q", .integer(let number)),
      ("i", .integer(let number)), ("u", .integer(let number)), ("x", .integer(let number)),
      ("t", .integer(let number)), ("h", .integer(let number)):
      return String(number)
    default: return nil
    }
  }

  /// Removes the next whole type from a text, and returns it.
  private static func nextPart(_ type: inout Substring) -> Substring {
    var depth = 0
    var end = type.startIndex
    while end < type.endIndex {
      let character = type[end]
      end = type.index(after: end)
      if "({".contains(character) { depth += 1 }
      if ")}".contains(character) { depth -= 1 }
      // An `a` is followed by the type of the elements.
      if depth == 0, character != "a" { break }
    }
    defer { type = type[end...] }
    return type[..<end]
  }

  private static func list(_ texts: [String?], in brackets: (String, String)) -> String? {
    let known = texts.compactMap(\.self)
    guard known.count == texts.count else { return nil }
    return brackets.0 + known.joined(separator: ", ") + brackets.1
  }

  /// Returns the key of a dictionary for the name of a member.
  private static func memberName(_ name: String, _ type: Character?) -> String? {
    switch type {
    case "s", "o", "g": quoted(name)
    case "b", "d": GVariantText.value(of: name).map { _ in name }
    default: Int128(name).map { String($0) }
    }
  }

  private static func real(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    return String(number)
  }
}
