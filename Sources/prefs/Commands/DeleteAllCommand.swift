import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct DeleteAllCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete-all",
    abstract: "Remove keys, or a whole suite, from the user's file and from that of this host.",
    discussion: """
      The values of an administrator stay. prefs undo takes the changes of the user's file back.

      Ends with status 1 when none of the keys was set.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Flag(help: "Also remove values of kinds that cannot be shown.")
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  /// Set by ``Invocation``, because there may be very many.
  @Argument(help: "The names of the keys; without any, all stored values are removed.")
  var keys: [String] = []

  func run() throws {
    try options.apply()
    var host = options
    host.scope = .host
    var suites: [Defaults.Suite] = []
    var schema: Schema?
    // Another program's suite has no file for one host.
    let hasHost = options.scope == .user && !Origin.isNamed(suite)
    for file in hasHost ? [options, host] : [options] {
      let opened = try file.openRememberingSuite(suite, program: "prefs delete-all")
      schema = schema ?? opened.schema
      guard !suites.contains(where: { $0.location == opened.suite.location }) else { continue }
      suites.append(opened.suite)
    }
    let names = try Set(
      keys.map { argument in
        let others = Set(suites.flatMap { $0.storedValues().keys })
        return Defaults.KeyName(try suites[0].key(named: argument, nil, among: others))
      }
    )
    var hasRemoved = false
    for suite in suites {
      let stored = suite.storedValues().filter { names.isEmpty || names.contains($0.key) }
      hasRemoved = hasRemoved || !stored.isEmpty
      try suite.write(
        stored.mapValues { _ in Defaults.StoredValue?.none },
        options: Defaults.WriteOptions(cause: .reset, replacesOpaque: force)
      )
      try suite.flushReportingProblems()
      KeyFilter(schema: schema).reportSecrets(removed: stored, of: suite.name)
    }
    guard hasRemoved else {
      guard keys.isEmpty else {
        throw Failure(.notSet, "None of these keys is set in \(suite).")
      }
      throw Failure.nothingStored(in: suites[0], "\(suite) stores nothing.")
    }
  }
}

extension DeleteAllCommand: KeysCommand {}
