import ArgumentParser
import DefaultsCore

struct ReadTypeCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "read-type",
    abstract: "Print the type of the value that is stored for a key.",
    discussion: "Ends with status 1 when nothing is stored."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of the key.")
  var key: String

  func run() throws {
    try options.apply()
    let suite = try options.openReadableSuite(suite)
    let key = try suite.key(named: key, nil)
    guard let value = suite.storedValue(forKey: key) else {
      throw Failure.notSet(Defaults.KeyName(key), in: suite)
    }
    try Output.writeLines(["Type is \(Self.name(of: value))"])
  }

  /// Returns the name that macOS `defaults` has for the type of a value.
  private static func name(of value: Defaults.StoredValue) -> String {
    switch value {
    case .bool: "boolean"
    case .integer: "integer"
    case .real: "float"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .dictionary: "dictionary"
    case .uid: "uid"
    case .null: "null"
    case .opaque(let value): value.kindName
    }
  }
}

extension ReadTypeCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    key = invocation.key ?? key
  }
}
