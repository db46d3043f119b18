import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct DescribeCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Say what keys mean, which values they may have, and which they have.",
    discussion: "Ends with status 1 when the suite has no such key."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Print JSON: an object for a key, an array of them for a suite.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of the key; without it, all keys are described.")
  var key: String?

  func run() throws {
    try options.apply()
    let suite = try options.openReadableSuite(suite)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    known.reportProblems(about: suite)
    let schema = known.schema(for: suite)
    // Made once: it looks at all entries of the schema.
    let filter = KeyFilter(schema: schema)
    if let key {
      let name = Defaults.KeyName(try suite.key(named: key, schema))
      return try describe(name, in: suite, schema, filter)
    }
    let descriptions = KeyDescription.all(in: suite, schema: schema, hiding: filter)
    guard !descriptions.isEmpty else {
      throw Failure.nothingStored(
        in: suite,
        "\(suite.name) stores nothing, and no schema describes it."
      )
    }
    if json {
      try Output.writeJSON(JSONValue.array(descriptions.map(\.json)).text(indented: true))
    } else {
      let heading = schema.map { "\($0.title)  \(suite.name)" } ?? suite.name
      let lines = descriptions.flatMap { [""] + $0.lines }.map { OutputLine($0) }
      try Output.writeLines([OutputLine(heading, .title)] + lines)
    }
  }

  private func describe(
    _ key: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ schema: Schema?,
    _ filter: KeyFilter
  ) throws {
    guard let description = KeyDescription(key, in: suite, schema: schema, hiding: filter) else {
      let near = NameSuggestion.key(near: key, in: suite, schema)
      throw Failure(.notSet, "\(suite.name) has no key \"\(key)\".\(near)")
    }
    if json {
      try Output.writeJSON(description.json.text(indented: true))
    } else {
      try Output.writeLines(description.lines)
    }
  }
}

extension DescribeCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    key = invocation.key
  }
}
