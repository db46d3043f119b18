import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find what is wrong with the files of suites, and repair what is safe.",
    discussion: """
      It examines the files and directories of suites, histories and snapshots: damaged content, \
      permissions, owners, links, leftovers of crashes, files of an administrator that cannot be \
      used, and values that a schema refuses. In a SUITE, * stands for any text.

      --fix takes permissions of others away, removes the temporary files of crashed processes, and \
      keeps a file that cannot be read under another name, so that a new one can be started. It never \
      changes a value; what it cannot repair says what to do.

      Ends with status 1 when something is wrong and was not fixed, but not for a note on a key, and \
      when no suite matches a pattern.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var everybody: AllUsersOption

  @Flag(help: "Repair what can be repaired without a loss.")
  var fix: Bool = false

  @Flag(help: "Print JSON: a record for each problem.")
  var json: Bool = false

  @Flag(help: "Print no notes on keys, for cron.")
  var quiet: Bool = false

  @Argument(help: "The names of the suites, all by default.")
  var suites: [String] = []

  func run() throws {
    if everybody.allUsers {
      return try everybody.run(shared, isNotSetAFinding: true, asJSON: json)
    }
    try shared.apply()
    let known = try KnownSchemas(schemas)
    let (names, status) = try examined(known)
    let doctor = Doctor(schemas: known) { name in
      names.isEmpty || names.contains(Defaults.KeyName(name))
    } open: { name in
      try shared.openSuite(name)
    }
    let found = doctor.examine().filter { !quiet || !$0.isNote }.withoutCopies(of: \.line)
      .map { fix ? doctor.repaired($0) : $0 }
    if json {
      try Output.writeRecords(found.map(\.record))
    } else {
      try Output.writeLines(found.map(\.line))
    }
    guard status == .done, found.allSatisfy({ $0.isFixed || $0.isNote }) else {
      throw ExitCode(Status.notSet.rawValue)
    }
  }

  /// Returns the suites that the arguments name, none for all, and the status so far.
  private func examined(
    _ known: KnownSchemas
  ) throws -> (names: Set<Defaults.KeyName>, status: Status) {
    guard !suites.isEmpty else { return ([], .done) }
    // The options can name schemas of more suites.
    let others = known.catalog.schemas.map(\.suite.name)
    let all = try SuiteChoice.Existing.known.names(in: .user) + others
    let choice = try shared.suites(suites, among: .these(all))
    let existing = Set(all.map { Defaults.KeyName($0) })
    let names = try choice.names.map { argument in
      let suite = try shared.openSuite(SuiteArgument.name(argument))
      let name = Defaults.KeyName(suite.name)
      if !existing.contains(name) { try suite.checkExists(known.schema(for: suite)) }
      return name
    }
    return (Set(names), choice.status)
  }
}
