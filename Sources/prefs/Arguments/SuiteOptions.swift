import ArgumentParser
import DefaultsCore
import DefaultsSchema

/// The options that choose one of the files of a suite.
struct ScopeOptions: ParsableArguments {
  @Flag(
    help: "Use the suite's file for this host only, as macOS defaults does with -currentHost."
  )
  var currentHost: Bool = false

  @Flag(help: "Use the administrator's file, whose values all users have and may override.")
  var system: Bool = false

  @Flag(help: "Use the administrator's file with locked values, which users cannot override.")
  var managed: Bool = false

  func validate() throws {
    if [currentHost, system, managed].count(where: \.self) > 1 {
      throw ValidationError("--current-host, --system and --managed exclude each other.")
    }
  }

  /// The file.
  var scope: SuiteScope {
    managed ? .managed : system ? .system : currentHost ? .host : .user
  }
}

/// A command on one suite.
///
/// The groups of options stand side by side, because the parser checks a group within a group many
/// times in a debug build.
protocol SuiteCommand: ParsableCommand {
  var shared: SharedOptions { get }
  var scopes: ScopeOptions { get }
}

extension SuiteCommand {
  /// How the command opens its suite.
  var options: SuiteOptions { SuiteOptions(shared: shared, scope: scopes.scope) }
}

/// How a command opens its suite.
struct SuiteOptions: SuiteOpening {
  let shared: SharedOptions
  var scope: SuiteScope

  /// Checks that no user is named for a file of all users.
  func check() throws(Failure) {
    if scope.role == .administrator, shared.user != nil {
      let option: MessageText = scope == .managed ? "--managed" : "--system"
      throw Failure(
        .usage,
        "\(option) is for the values of all users, so --user cannot be used with it."
      )
    }
  }

  /// Applies the options that every subcommand takes, as the user who may change the file.
  ///
  /// - Throws: the errors of `SharedOptions`, ``Failure`` when a user is named as well.
  func apply() throws {
    try check()
    try shared.apply(as: scope.role)
  }
}

/// Options with which suites are opened.
protocol SuiteOpening {
  /// Which file of a suite is meant.
  var scope: SuiteScope { get }
}

extension SharedOptions: SuiteOpening {
  var scope: SuiteScope { .user }
}

extension SharedOptions {
  /// Opens a suite of the configuration directory, which a path cannot name.
  func openNamedSuite(_ name: String) throws(Failure) -> Defaults.Suite {
    do throws(Defaults.StoreError) {
      return try Defaults.Suite(named: name)
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }
}

extension SuiteOpening {
  /// Opens the suite that an argument names.
  ///
  /// - Throws: ``Failure`` when the name cannot be that of a suite.
  func openSuite(_ argument: String) throws -> Defaults.Suite {
    try SuiteArgument.open(argument, in: scope)
  }

  /// Opens the suite that an argument names, or throws a ``Failure`` if it is unreadable.
  func openReadableSuite(_ argument: String) throws -> Defaults.Suite {
    try readable(openSuite(argument))
  }

  /// Opens a suite with a name that is known, or throws a ``Failure`` if it is unreadable.
  func openReadableSuite(named name: String) throws -> Defaults.Suite {
    try readable(SuiteArgument.named(name, in: scope))
  }

  private func readable(_ suite: Defaults.Suite) throws -> Defaults.Suite {
    _ = suite.storedValues()
    if let error = suite.loadError {
      var failure = Failure(error)
      failure.suite = suite.name
      throw failure
    }
    for diagnostic in suite.takeDiagnostics() {
      switch diagnostic.kind {
      case .layerIgnored, .unusableLocks, .variableIgnored, .valueIgnored:
        Output.writeError(verbatim: "\(diagnostic)")
      default: break
      }
    }
    return suite
  }

  /// Opens a suite whose changes are remembered, but for what its schema calls secret.
  ///
  /// It throws a ``Failure`` when the suite cannot be read.
  func openRememberingSuite(
    _ name: String,
    program: String
  ) throws -> (suite: Defaults.Suite, schema: Schema?) {
    let suite = try openReadableSuite(name)
    return (suite, try suite.remember(program: program))
  }
}

extension Defaults.Suite {
  /// Remembers the changes of a program, but for what the schema calls secret, and returns that schema.
  func remember(program: String) throws -> Schema? {
    let schema = try KnownSchemas(suiteName: name).schema(for: self)
    keepHistory(Defaults.HistoryOptions(program: program).hidingSecrets(of: schema))
    if schema == nil { try declareRecordedForms() }
    return schema
  }
}
