import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct DescribeCommand: SuiteCommand, KeyCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Say what keys mean, which values they may have, and which they have.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character.

      Ends with status 1 when the suite has no such key.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Print JSON: a record for each key.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The name of the key; without it, all keys are described.")
  var key: String?

  func run() throws {
    try options.apply()
    var choice = try options.suites(suite, among: .described)
    let isPattern = choice.isPattern
    var described: [(suite: Defaults.Suite, schema: Schema?, keys: [KeyDescription])] = []
    try choice.forEach { name in
      let suite = try options.openReadableSuite(name)
      let schema = try schemas.schema(of: suite, forKey: key.map(suite.spelled))
      let keys = try descriptions(in: suite, schema, mustExist: !isPattern)
      if !keys.isEmpty { described.append((suite, schema, keys)) }
    }
    guard !described.isEmpty else {
      try choice.finish(reporting: json)
      throw Failure.noKey(matching: key ?? "*", in: choice, suite)
    }
    if json {
      try Output.writeRecords(described.flatMap { $0.keys.map(\.record) } + choice.failures)
    } else {
      let isTitled = isPattern || key == nil || described[0].keys.count > 1
      try Output.writeLines(
        described.flatMap { suite, schema, keys in
          let heading = schema.map { "\($0.title)  \(suite.name)" } ?? suite.name
          let lines = keys.flatMap { (isTitled ? [""] : []) + $0.lines }.map { OutputLine($0) }
          return (isTitled ? [OutputLine(heading, .title)] : []) + lines
        }
      )
    }
    try choice.finish()
  }

  /// Describes the keys that are meant, or throws a ``Failure`` if one must exist and none does.
  private func descriptions(
    in suite: Defaults.Suite,
    _ schema: Schema?,
    mustExist: Bool
  ) throws -> [KeyDescription] {
    // Made once: it looks at all entries of the schema.
    let filter = KeyFilter(schema: schema)
    guard let key else {
      if mustExist { try suite.checkExists(schema) }
      return KeyDescription.all(in: suite, schema: schema, hiding: filter)
    }
    let (names, arePattern) = suite.keys(matching: key, schema)
    let keys = names.compactMap { KeyDescription($0, in: suite, schema: schema, hiding: filter) }
    guard keys.isEmpty, mustExist, !arePattern else { return keys }
    throw Failure.noKey(names[0], in: suite, schema)
  }
}
