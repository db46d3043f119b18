import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct ReadCommand: SuiteCommand, DocumentCommand, KeyCommand, NullCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Print what a suite stores, or the value of one key.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character; a suite or key of exactly \
      this name is meant itself. The values of several suites are printed under the name of each. With \
      --plist, the value of a key is printed as a dictionary with this key.

      Secrets are left out, unless --secrets or the name of the key asks for them. With --null, a list is \
      printed as its elements; before each of several values its key is printed, and before that the suite \
      if it is one of several.

      Ends with status 1 when nothing is stored. prefs read-type is another spelling of --type.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var form: ValueForm
  @OptionGroup var null: NullOption

  @Flag(help: "Print the values in use: those of all layers, and the schema's defaults.")
  var all: Bool = false

  @Flag(help: "Print every layer that has a value, with its file; the first one wins.")
  var layers: Bool = false

  @Flag(help: "Print the type of the stored value.")
  var type: Bool = false

  @Flag(help: "Print secrets as well.")
  var secrets: Bool = false

  @Option(
    name: .customLong("default"),
    help: ArgumentHelp(
      "Print this text and end with status 0 if the key has no value.",
      valueName: "text"
    )
  )
  var fallback: String?

  @Argument(help: "The name of the suite, org.example.app for example; all suites without it.")
  var suite: String?

  @Argument(help: "The name of the key.")
  var key: String?

  var jsonForm: Record.Form {
    let names = [suite, key].compactMap(\.self)
    let isValue = names.count == 2 && !names.contains(where: NameChoice.mayBePattern)
    return layers ? .records : isValue ? .value : .document
  }

  func validate() throws {
    try null.check(form.json, form.plist, layers, type)
    if suite == nil, all || layers {
      throw ValidationError("--all and --layers need the name of a suite.")
    }
    if type, key == nil || all || layers || form.json || form.plist || fallback != nil {
      throw ValidationError(
        "--type needs a key, and no --all, --layers, --json, --plist or --default."
      )
    }
    if layers, form.plist { throw ValidationError("--layers and --plist exclude each other.") }
    if fallback != nil, key == nil || layers || form.json || form.plist {
      throw ValidationError("--default needs a key, and no --json, --plist or --layers.")
    }
  }

  func run() throws {
    try options.apply()
    guard let argument = suite else {
      let names = try Defaults.ConfigurationHome().suites() + [SuiteArgument.global]
      let directory = Defaults.ConfigurationHome().directory
      return try printGroups(
        SuiteChoice(names: names, isPattern: true),
        emptyMessage: "\(directory) has no suite that stores something."
      )
    }
    let suites: SuiteChoice
    do {
      suites = try options.suites(argument, among: all || layers ? .layered : .stored)
    } catch let failure as Failure where failure.status == .notSet {
      try printNothing()
      throw failure
    }
    if type, let key { return try printTypes(of: key, in: suites) }
    guard !suites.isPattern else {
      return try printGroups(
        suites,
        emptyMessage: "No suite that matches \"\(argument)\" has such a value."
      )
    }
    let suite = try options.openReadableSuite(suites.names[0])
    // A stored value needs no schema, which takes longer to read than everything else.
    if let key, !all, !layers, schemas.files.isEmpty, let value = suite.storedValue(forKey: key) {
      return try printValue(value, key, suite, nil)
    }
    let schema = try schemas.schema(of: suite, forKey: key.map(suite.spelled))
    if layers { return try printLayers(of: suite, schema) }
    let values = values(of: suite, schema)
    guard let key else {
      // The schema says what the user's file may contain; another file need not exist.
      let isKnown = schema != nil && options.scope == .user
      return try printAll(values, of: suite, schema, isKnown: isKnown)
    }
    switch choice(of: suite.spelled(key), among: values, schema) {
    case .name(let name):
      // An environment variable is found only by the name of its key.
      let value = values[Defaults.KeyName(name)] ?? (all ? suite.effectiveValue(forKey: name) : nil)
      try printValue(value, name, suite, schema)
    case .pattern(let glob):
      let matching = values.filter { glob.matches($0.key.string) }
      guard !matching.isEmpty else {
        throw Failure(.notSet, "No key of \(suite.name) that matches \"\(key)\" is set.")
      }
      try printAll(matching, of: suite, schema, isKnown: true)
    }
  }

  /// The keys that are printed, which are those that are named, or all.
  private func filter(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    of suite: Defaults.Suite,
    _ schema: Schema?
  ) -> KeyFilter {
    let declared = schema?.entries.map(\.key) ?? []
    return KeyFilter(
      key.map { [suite.spelled($0)] } ?? [],
      among: Set(values.keys).union(declared),
      schema: schema,
      includesSecrets: secrets,
      showsNamed: true
    )
  }

  /// Returns the values that are printed if no key is named.
  private func values(
    of suite: Defaults.Suite,
    _ schema: Schema?
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    all ? suite.valuesInUse(schema) : suite.storedValues()
  }

  private func choice(
    of key: String,
    among values: [Defaults.KeyName: Defaults.StoredValue],
    _ schema: Schema?
  ) -> NameChoice {
    NameChoice(key) { values[$0] != nil || schema?.entry(forKey: $0.string) != nil }
  }

  /// Prints the values or layers of several suites, each under the name of the suite.
  private func printGroups(_ suites: SuiteChoice, emptyMessage: MessageText) throws {
    var suites = suites
    var groups: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var reports: [(suite: String, report: LayerReport)] = []
    try suites.forEach { name in
      let suite = try options.openReadableSuite(name)
      let schema = try schemas.schema(of: suite)
      if layers {
        let report = layerReport(suite, schema)
        if !report.isEmpty { reports.append((name, report)) }
      } else {
        let values = values(of: suite, schema)
        let (used, secretCount) = filter(values, of: suite, schema).divide(values)
        KeyFilter.reportSecrets(secretCount, of: name)
        if !used.isEmpty || secretCount > 0 { groups[Defaults.KeyName(name)] = .dictionary(used) }
      }
    }
    guard !groups.isEmpty || !reports.isEmpty else {
      try printNothing()
      try suites.finish(reporting: form.json && layers)
      throw Failure(.notSet, emptyMessage)
    }
    switch (layers, form.json) {
    case (true, true):
      try Output.writeRecords(reports.flatMap(\.report.records) + suites.failures)
    case (true, false):
      try Output.writeLines(
        reports.flatMap { [OutputLine($0.suite, .title)] + $0.report.lines.map { $0.indented } }
      )
    case (false, _):
      try print(groups)
    }
    try suites.finish()
  }

  /// Prints the empty document as JSON, if that is wanted.
  private func printNothing() throws(Failure) {
    if form.json, !layers { try Output.writeJSON(.object([])) }
  }

  private func layerReport(_ suite: Defaults.Suite, _ schema: Schema?) -> LayerReport {
    let known = suite.effectiveValues().merging(suite.storedValues()) { value, _ in value }
    let filter = filter(known, of: suite, schema)
    guard let key else {
      return LayerReport(suite, schema: schema, keys: nil, hiding: filter)
    }
    switch choice(of: suite.spelled(key), among: known, schema) {
    case .name(let name):
      return LayerReport(suite, schema: schema, keys: [name], hiding: filter)
    case .pattern(let glob):
      let declared = schema?.entries.map(\.key) ?? []
      let keys = Set(known.keys).union(declared).map(\.string).filter(glob.matches).sorted()
      return LayerReport(suite, schema: schema, keys: keys, hiding: filter)
    }
  }

  private func printLayers(of suite: Defaults.Suite, _ schema: Schema?) throws {
    let report = layerReport(suite, schema)
    guard !report.isEmpty else {
      guard let key else {
        throw Failure.nothingStored(in: suite, "No layer of \(suite.name) has a value.")
      }
      let near = NameSuggestion.key(near: Defaults.KeyName(key), in: suite, schema)
      throw Failure(.notSet, "No layer of \(suite.name) has a value of the key \"\(key)\".\(near)")
    }
    if form.json {
      try Output.writeRecords(report.records)
    } else {
      try Output.writeLines(report.lines)
    }
  }

  private func printValue(
    _ value: Defaults.StoredValue?,
    _ key: String,
    _ suite: Defaults.Suite,
    _ schema: Schema?
  ) throws {
    guard let value else {
      if let fallback {
        return try null.isGiven ? Output.writeEntries([fallback]) : Output.writeStored(fallback)
      }
      throw Failure.notSet(Defaults.KeyName(key), in: suite, schema)
    }
    guard !null.isGiven else { return try Output.writeEntries(of: value) }
    let key = Defaults.KeyName(key)
    try form.print([key: value], only: key)
  }

  /// Prints the values of several suites.
  private func print(_ groups: [Defaults.KeyName: Defaults.StoredValue]) throws {
    guard null.isGiven else { return try form.print(groups) }
    for case (let name, .dictionary(let values)) in groups.sorted(by: { $0.key < $1.key }) {
      try Output.writeEntries(values, suite: name.string)
    }
  }

  private func printAll(
    _ all: [Defaults.KeyName: Defaults.StoredValue],
    of suite: Defaults.Suite,
    _ schema: Schema?,
    isKnown: Bool
  ) throws {
    let (values, secretCount) = filter(all, of: suite, schema).divide(all)
    KeyFilter.reportSecrets(secretCount, of: suite.name)
    let isKnown = isKnown || secretCount > 0
    if null.isGiven {
      try Output.writeEntries(values)
    } else if form.json || form.plist || !values.isEmpty || isKnown {
      try form.print(values)
    }
    if values.isEmpty, !isKnown {
      throw Failure.nothingStored(
        in: suite,
        "\(suite.name) stores nothing. prefs domains lists the suites that do."
      )
    }
  }
}
