import DefaultsCore
import FoundationEssentials

/// Stored values in the notation of macOS `defaults read`: braces, parentheses and semicolons.
enum OldStyleText {
  /// Returns the text of a whole suite, keys sorted.
  static func suite(_ values: [Defaults.KeyName: Defaults.StoredValue]) -> String {
    text(.dictionary(values), indent: 0)
  }

  /// Returns the text of one value; a string, number or date is not quoted.
  static func value(_ value: Defaults.StoredValue) -> String {
    if case .string(let text) = value { return text }
    if case .real(let number) = value { return NumberText.string(number) }
    if case .date(let date) = value { return self.date(date) }
    return text(value, indent: 0)
  }

  private static func text(_ value: Defaults.StoredValue, indent: Int) -> String {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): "\(number)"
    case .real(let number): quoted(NumberText.string(number))
    case .string(let text): quoted(text)
    case .date(let date): quoted(self.date(date))
    case .data(let data): self.data(data)
    case .array(let elements): list(elements, indent: indent)
    case .dictionary(let members): dictionary(members, indent: indent)
    case .uid(let number): "{ CF$UID = \(number); }"
    case .null: "\"<null>\""
    case .opaque(let value): "\"<\(value.kindName)>\""
    }
  }

  private static func list(_ elements: [Defaults.StoredValue], indent: Int) -> String {
    let lines = elements.map { blanks(indent + 1) + text($0, indent: indent + 1) }
    return "(\n" + lines.joined(separator: ",\n") + (lines.isEmpty ? "" : "\n")
      + blanks(indent) + ")"
  }

  private static func dictionary(
    _ members: [Defaults.KeyName: Defaults.StoredValue],
    indent: Int
  ) -> String {
    let lines = members.sorted { $0.key < $1.key }.map { key, value in
      let isContainer = value.kind == .array || value.kind == .dictionary
      let gap = isContainer ? "     " : " "
      return
        "\(blanks(indent + 1))\(quoted(key.string)) =\(gap)\(text(value, indent: indent + 1));\n"
    }
    return "{\n" + lines.joined() + blanks(indent) + "}"
  }

  private static func blanks(_ indent: Int) -> String {
    String(repeating: "    ", count: indent)
  }

  private static func date(_ date: Date) -> String {
    DateText.display(date).replacing(" UTC", with: " +0000")
  }

  private static func data(_ data: Data) -> String {
    let hex = data.map { $0.digits(radix: 16, count: 2) }
    return "{length = \(data.count), bytes = 0x\(hex.joined())}"
  }

  /// Returns the text as it is where the notation allows it, otherwise quoted with escapes.
  private static func quoted(_ text: String) -> String {
    let isBare =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
          UInt8(ascii: "/"):
          true
        default: false
        }
      }
    if isBare { return text }
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case "\r": output += "\\r"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        output += "\\U" + scalar.value.digits(radix: 16, count: 4)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
