import Foundation

/// The values in a process's launch arguments, like Foundation's argument domain.
enum LaunchArguments {
  /// The values of this process.
  static let ofProcess = values(in: CommandLine.arguments.dropFirst())

  /// Returns the values that arguments set.
  ///
  /// | argument | value of the key |
  /// |---|---|
  /// | `-key value` | the value; one that begins with a dash must be a number |
  /// | `--key=value` | the value, with any first character |
  /// | `--key` | true |
  /// | `--no-key` | false |
  ///
  /// Foundation reads the first form as well, but without negative numbers. Arguments after `--`
  /// are not read. Of several values for one key, the last one counts. A value that starts like a
  /// property list is parsed as one if possible. Any other value is text, which a typed key
  /// converts to its type.
  static func values(
    in arguments: some Sequence<String>
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var key: String?
    for argument in arguments {
      // Bytes are counted: comparing texts takes long for a long text of combining marks.
      let dashes = argument.utf8.prefix(2).prefix { $0 == UInt8(ascii: "-") }.count
      if dashes == 2, argument.utf8.count == 2 { break }
      if dashes > 0, key == nil || Double(argument) == nil {
        key = nil
        if dashes == 2 {
          let (name, value) = option(argument.dropFirst(2))
          values[Defaults.KeyName(name)] = value
        } else if argument.utf8.count > 1 {
          key = String(argument.dropFirst())
        }
      } else if let name = key {
        values[Defaults.KeyName(name)] = value(of: argument)
        key = nil
      }
    }
    return values
  }

  /// Returns the key and the value of an argument without its two dashes.
  private static func option(
    _ text: Substring
  ) -> (name: String, value: Defaults.StoredValue) {
    if let sign = text.firstIndex(of: "=") {
      return (String(text[..<sign]), value(of: String(text[text.index(after: sign)...])))
    }
    let denial = "no-"
    guard text.hasPrefix(denial) else { return (String(text), .bool(true)) }
    return (String(text.dropFirst(denial.count)), .bool(false))
  }

  private static func value(of text: String) -> Defaults.StoredValue {
    guard let first = text.first, "{(<\"".contains(first) else { return .string(text) }
    // The root of a document must be a dictionary, so the value is wrapped in one.
    let document = "{ value = \(text); }"
    let parsed = try? PropertyListDocument(parsing: Array(document.utf8)).values["value"]
    return parsed.flatMap { $0 } ?? .string(text)
  }

  /// Returns the stored values that a text can mean, the text itself first.
  ///
  /// Booleans can be written `true t yes y 1` and `false f no n 0`, in any case, as in
  /// SwiftyUserDefaults.
  static func meanings(of text: String) -> [Defaults.StoredValue] {
    var meanings: [Defaults.StoredValue] = [.string(text)]
    switch text.lowercased() {
    case "true", "t", "yes", "y", "1": meanings.append(.bool(true))
    case "false", "f", "no", "n", "0": meanings.append(.bool(false))
    default: break
    }
    if let number = Int128(text) { meanings.append(.integer(number)) }
    if let number = Double(text) { meanings.append(.real(number)) }
    if let date = try? Date(text, strategy: .iso8601) { meanings.append(.date(date)) }
    return meanings
  }
}
