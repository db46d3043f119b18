package import DefaultsCore
import DefaultsSchema

/// Commands of the tool that store values, for the shells bash, dash, zsh and fish.
///
/// They are pasted into a shell, which must pass on exactly the names and values. So a word that is not
/// plain is quoted, a name that begins with a dash follows `--`, and a text with control characters,
/// which a line editor would take for key presses, is passed as JSON. In the name of a suite or key, the
/// signs of patterns follow a backslash, because `prefs` refuses a pattern there.
package enum ShellCommands {
  /// Returns a line for each key, sorted.
  static func text(
    of values: [Defaults.KeyName: Defaults.StoredValue],
    suiteName: String
  ) -> String {
    values.sorted { $0.key < $1.key }
      .map { line(storing: $0.value, forKey: $0.key, suiteName: suiteName) }.joined()
  }

  /// Returns the line of a command that stores a value, or removes the stored one if the value is nil.
  ///
  /// A value that has no option of `prefs write` is passed as JSON to an import, which takes every value.
  static func line(
    storing value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    suiteName: String
  ) -> String {
    guard let value else { return deletion(ofKey: key, suiteName: suiteName) + "\n" }
    let names = names(suiteName, key)
    // `prefs write` accepts neither `--` nor a type of value, such as `-int`, as a key.
    if let arguments = arguments(value), names.allSatisfy(isTypeable), !key.string.hasPrefix("-") {
      return command(["write"] + names + arguments) + "\n"
    }
    let json = JSONValue.object(tagging: [key: value]).text()
    let suite = (suiteName.hasPrefix("-") ? ["--"] : []) + [literal(suiteName)]
    return "printf '%s' \(quoted(json)) | " + command(["import"] + suite + ["-"]) + "\n"
  }

  /// Returns a command that removes the stored value of a key, without a line break.
  package static func deletion(
    ofKey key: Defaults.KeyName,
    suiteName: String,
    options: [String] = []
  ) -> String {
    command(["delete"] + options + names(suiteName, key))
  }

  private static func command(_ words: [String]) -> String {
    (["prefs"] + words).map(quoted).joined(separator: " ")
  }

  /// Returns the arguments for a key: the names, after `--` if one of them could be an option.
  private static func names(_ suiteName: String, _ key: Defaults.KeyName) -> [String] {
    let names = [suiteName, key.string]
    return (names.contains { $0.hasPrefix("-") } ? ["--"] : []) + names.map(literal)
  }

  /// Returns a name as an argument, with the signs of patterns escaped.
  private static func literal(_ name: String) -> String {
    guard name.contains(where: { $0 == "*" || $0 == "?" }) else { return name }
    return String(name.flatMap { "*?\\".contains($0) ? ["\\", $0] : [$0] })
  }

  /// Returns the arguments of `prefs write` after the key; nil for a value that it cannot take exactly.
  private static func arguments(_ value: Defaults.StoredValue) -> [String]? {
    switch value {
    case .array(let values):
      let elements = values.map(scalar)
      guard elements.allSatisfy({ $0 != nil }) else { return nil }
      return ["-array"] + elements.flatMap { $0 ?? [] }
    case .dictionary(let members):
      var arguments = ["-dict"]
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        guard isTypeable(key.string), let scalar = scalar(member) else { return nil }
        arguments += [key.string] + scalar
      }
      return arguments
    default:
      return scalar(value)
    }
  }

  /// Returns the type flag and the text of a value that is not a container; nil for others.
  private static func scalar(_ value: Defaults.StoredValue) -> [String]? {
    switch value {
    case .bool(let value): ["-bool", value ? "true" : "false"]
    case .integer(let value): ["-int", "\(value)"]
    case .real(let value): value.isFinite ? ["-float", "\(value)"] : nil
    case .string(let text): isTypeable(text) ? ["-string", text] : nil
    case .date: ["-date", ValueKind.date.editableText(value)]
    case .data(let data): ["-data", data.map(hexadecimal).joined()]
    case .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// Whether a text can be pasted into a line editor: it has no control characters except line feeds.
  private static func isTypeable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
  }

  /// Returns a word for the shell; in single quotes unless all its characters are harmless.
  ///
  /// Quotes and backslashes stand outside of the single quotes, because fish reads `\\` and `\'` inside
  /// of them as one character. `=` is quoted because zsh replaces a word such as `=ls` by a path.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    guard word.isEmpty || !isPlain else { return word }
    var text = "'"
    for character in word.unicodeScalars {
      if character == "'" || character == "\\" {
        text += "'\\\(character)'"
      } else {
        text.unicodeScalars.append(character)
      }
    }
    return text + "'"
  }
}
