import Foundation

/// The values that a process was started with, as Foundation's argument domain has them.
enum LaunchArguments {
  /// Those of this process.
  static let ofProcess = values(in: CommandLine.arguments.dropFirst())

  /// Reads the arguments that set values.
  ///
  /// | argument | stands for |
  /// |---|---|
  /// | `-key value` | the value; one that begins with a dash must be a number |
  /// | `--key=value` | the value, whatever it begins with |
  /// | `--key` | true |
  /// | `--no-key` | false |
  ///
  /// The first is how Foundation reads them, but that it takes no negative numbers. Nothing is
  /// read after `--`, and of several values for one key the last one counts. A value that begins
  /// like a property list is read as one where it can be; any other is text, of which a typed key
  /// makes what it needs.
  static func values(
    in arguments: some Sequence<String>
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var key: String?
    for argument in arguments {
      if argument == "--" { break }
      if argument.hasPrefix("-"), key == nil || Double(argument) == nil {
        key = nil
        if argument.hasPrefix("--") {
          let (name, value) = option(argument.dropFirst(2))
          values[Defaults.KeyName(name)] = value
        } else if argument != "-" {
          key = String(argument.dropFirst())
        }
      } else if let name = key {
        values[Defaults.KeyName(name)] = value(of: argument)
        key = nil
      }
    }
    return values
  }

  /// Reads what follows two dashes.
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
    // What a document may hold is a dictionary at its root, so the value is put into one.
    let document = "{ value = \(text); }"
    let parsed = try? PropertyListDocument(parsing: Array(document.utf8)).values["value"]
    return parsed.flatMap { $0 } ?? .string(text)
  }

  /// The stored forms that a text may stand for, the text itself first.
  ///
  /// Truth values may be written `true t yes y 1` and `false f no n 0`, in any case, as in
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
