// The texts of values as they stand in a file.
extension INIDialect {
  /// Returns the value for what stands after a delimiter, without blanks around it.
  func value(_ text: Substring) -> String {
    switch self {
    case .plain, .systemd: String(text)
    case .git: Self.unquoted(text)
    case .desktop, .kde: unescaped(text)
    }
  }

  /// Returns what stands for a value in a file.
  func escaped(_ value: String, isName: Bool = false) -> String {
    switch self {
    case .plain, .systemd: return value
    case .git: return Self.quoted(value)
    case .desktop, .kde: break
    }
    var text = ""
    for (index, scalar) in value.unicodeScalars.enumerated() {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case " " where index == 0 || index == value.unicodeScalars.count - 1: text += "\\s"
      case _ where self == .kde && (scalar.value < 0x20 || isName && delimits(scalar, at: index)):
        let digits = String(scalar.value, radix: 16)
        text += "\\x" + (digits.count == 1 ? "0" : "") + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns whether KDE takes a character of a name for the start of something else.
  private func delimits(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    switch scalar {
    case "[", "]", "=": true
    case "#": index == 0
    default: false
    }
  }

  /// Returns the text without the escapes of desktop entries and KDE.
  func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "s"): bytes.append(0x20)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "\\"): bytes.append(escape)
      case UInt8(ascii: "x") where self == .kde && rest.count >= 2:
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard let value = UInt8(digits, radix: 16) else { fallthrough }
        bytes.append(value)
        rest = rest.dropFirst(2)
      // KDE's lists have `\,`, which is read with the list.
      default: bytes += [byte, escape]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Git

  /// Returns a value of git without quotes, escapes and comments, and with blanks as they count.
  private static func unquoted(_ text: Substring) -> String {
    var value = ""
    // Blanks count only if something follows.
    var blanks = ""
    var isQuoted = false
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "#" where !isQuoted, ";" where !isQuoted: return value
      case " " where !isQuoted, "\t" where !isQuoted: blanks.unicodeScalars.append(scalar)
      case "\\":
        value += blanks
        blanks = ""
        switch rest.popFirst() {
        case "n": value += "\n"
        case "t": value += "\t"
        case "b": value += "\u{8}"
        case "\n": break
        case let other?: value.unicodeScalars.append(other)
        case nil: break
        }
      default:
        value += blanks
        blanks = ""
        value.unicodeScalars.append(scalar)
      }
    }
    return value
  }

  private static func quoted(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      default: text.unicodeScalars.append(scalar)
      }
    }
    let needsQuotes =
      value.hasPrefix(" ") || value.hasSuffix(" ") || value.contains { "#;".contains($0) }
    return needsQuotes ? "\"\(text)\"" : text
  }
}
