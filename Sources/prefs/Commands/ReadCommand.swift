import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer

struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Print what a suite stores, or the value of one key.",
    discussion: "Ends with status 1 when nothing is stored."
  )

  @OptionGroup var shared: SuiteOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Print JSON, with tags such as $date for types that JSON lacks.")
  var json: Bool = false

  @Flag(help: "Print the values in use: those of all layers, and the schema's defaults.")
  var all: Bool = false

  @Flag(help: "Print every layer that has a value, with its file; the first one wins.")
  var layers: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example; all suites without it.")
  var suite: String?

  @Argument(help: "The name of the key.")
  var key: String?

  func validate() throws {
    if suite == nil, all || layers {
      throw ValidationError("--all and --layers need the name of a suite.")
    }
  }

  func run() throws {
    try shared.apply()
    guard let name = suite else { return try printEverySuite() }
    let suite = try shared.openReadableSuite(name)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    known.reportProblems(about: suite)
    let schema = known.schema(for: suite)
    if layers { return try printLayers(of: suite, schema) }
    var values = all ? suite.effectiveValues() : suite.storedValues()
    if all, let schema {
      for entry in schema.entries where values[entry.key] == nil {
        values[entry.key] = entry.defaultValue
      }
    }
    if let key {
      try printValue(values[Defaults.KeyName(key)], key: key, of: suite.name)
    } else {
      // The schema says what the user's file may contain; another file need not exist.
      let isKnown = schema != nil && shared.scope == .user
      try printAll(values, of: suite.name, isKnown: isKnown)
    }
  }

  private func printEverySuite() throws {
    var suites: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for name in try Defaults.ConfigurationHome().suites() + [SuiteArgument.global] {
      let values = try shared.openReadableSuite(name).storedValues()
      if !values.isEmpty { suites[Defaults.KeyName(name)] = .dictionary(values) }
    }
    try printAll(suites, of: Defaults.ConfigurationHome().directory, isKnown: false)
  }

  private func printLayers(of suite: Defaults.Suite, _ schema: Schema?) throws {
    let report = LayerReport(suite, schema: schema, keys: key.map { [$0] })
    guard !report.isEmpty else {
      throw Failure(.notSet, "No layer of \(suite.name) has a value.")
    }
    if json {
      try Output.writeJSON(report.json.text(indented: true))
    } else {
      try Output.writeLines(report.lines)
    }
  }

  private func printValue(
    _ value: Defaults.StoredValue?,
    key: String,
    of suite: String
  ) throws {
    guard let value else {
      throw Failure(.notSet, "\(key) is not set in \(suite).")
    }
    if json {
      try Output.writeJSON(value.taggedJSON.text(indented: true))
    } else {
      try Output.writeStored(OldStyleText.value(value))
    }
  }

  private func printAll(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    of suite: String,
    isKnown: Bool
  ) throws {
    if json {
      try Output.writeJSON(JSONValue.object(tagging: values).text(indented: true))
    } else if !values.isEmpty || isKnown {
      try Output.writeStored(OldStyleText.suite(values))
    }
    if values.isEmpty, !isKnown {
      throw Failure(.notSet, "\(suite) stores nothing. prefs domains lists the suites that do.")
    }
  }
}

extension ReadCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    key = invocation.key
  }
}
