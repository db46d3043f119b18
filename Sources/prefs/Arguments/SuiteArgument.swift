import ArgumentParser
import Defaults
import DefaultsSchema

/// The suite that an argument names: by its name, by a path, or the one for all programs.
///
/// As on macOS, a name with a slash is the path of a property list, whose extension may be left out,
/// and `NSGlobalDomain` is the suite with values for every program.
enum SuiteArgument {
  /// The name of the suite with values for all programs; ``Invocation`` replaces `-g` with it.
  static let global = "NSGlobalDomain"

  /// Returns the suite with a name or path.
  ///
  /// The file of a suite in the configuration directory is opened as that suite, so that its locks
  /// and its history are the same.
  ///
  /// - Throws: `Defaults.StoreError` when the name is not valid, the errors of ``UserIdentity`` when
  ///   root cannot become the user of the path, ``Failure`` for a path with a scope other than the
  ///   user's.
  static func suite(_ argument: String, in scope: SuiteScope) throws -> Defaults.Suite {
    let home = Defaults.ConfigurationHome()
    guard !argument.contains("/") else {
      guard scope == .user || scope == .host else {
        throw Failure(
          .usage,
          "--system and --managed take the name of a suite, and \"\(argument)\" is a path."
        )
      }
      let path = argument.hasSuffix(".plist") ? argument : argument + ".plist"
      if let name = home.suite(atPath: path) { return try suite(name, in: scope) }
      try UserIdentity.becomeOwner(ofFile: path)
      let file = path.split(separator: "/").last.map(String.init) ?? ""
      let name = String(file.dropLast(".plist".count))
      return Defaults.Suite(
        name: SuiteName.isValid(name) ? name : SuiteName.made(from: name) ?? "file",
        file: path,
        layerDirectories: nil
      )
    }
    return try scope.suite(named: argument)
  }
}

/// The options of a command on one suite.
struct SuiteOptions: ParsableArguments {
  @OptionGroup var shared: SharedOptions

  @Flag(
    help: "Use the suite's file for this host only, as macOS defaults does with -currentHost."
  )
  var currentHost: Bool = false

  @OptionGroup var administration: AdministrationOptions

  func validate() throws {
    if currentHost, administration.scope != nil {
      throw ValidationError("--current-host, --system and --managed exclude each other.")
    }
  }

  /// Applies the options that every subcommand takes.
  ///
  /// - Throws: the errors of `SharedOptions`.
  func apply() throws { try administration.apply(shared) }
}

/// The options that choose a file of an administrator.
struct AdministrationOptions: ParsableArguments {
  @Flag(help: "Use the administrator's file, whose values all users have and may override.")
  var system: Bool = false

  @Flag(help: "Use the administrator's file with locked values, which users cannot override.")
  var managed: Bool = false

  func validate() throws {
    if system, managed {
      throw ValidationError("--current-host, --system and --managed exclude each other.")
    }
  }

  /// The file; nil for a user's.
  var scope: SuiteScope? { managed ? .managed : system ? .system : nil }

  /// Checks that no user is named for a file of all users.
  ///
  /// - Throws: ``Failure`` when one is.
  func check(_ shared: SharedOptions) throws(Failure) {
    if let scope, shared.user != nil {
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
  func apply(_ shared: SharedOptions) throws {
    try check(shared)
    try shared.apply(as: scope?.role ?? .user)
  }
}

extension SuiteArgument {
  /// Opens the suite with a name or path.
  ///
  /// - Throws: the errors of ``suite(_:in:)``, with a ``Failure`` for a name that cannot be that of a
  ///   suite.
  static func open(_ name: String, in scope: SuiteScope) throws -> Defaults.Suite {
    do {
      return try suite(name, in: scope)
    } catch let error as Defaults.StoreError {
      guard case .invalidSuiteName = error.cause else { throw error }
      throw Failure(.usage, "\(error)")
    }
  }
}

/// Options with which suites are opened.
protocol SuiteOpening {
  /// Which file of a suite is meant.
  var scope: SuiteScope { get }
}

extension SuiteOptions: SuiteOpening {
  var scope: SuiteScope { administration.scope ?? (currentHost ? .host : .user) }
}

extension SharedOptions: SuiteOpening {
  var scope: SuiteScope { .user }
}

extension SharedOptions {
  /// Opens a suite of the configuration directory, which a path cannot name.
  ///
  /// - Throws: ``Failure`` when the name cannot be that of a suite.
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
  func openSuite(_ name: String) throws -> Defaults.Suite {
    try SuiteArgument.open(name, in: scope)
  }

  /// Opens a suite and makes sure that its values can be read.
  ///
  /// - Throws: `Defaults.StoreError` when they cannot.
  func openReadableSuite(_ name: String) throws -> Defaults.Suite {
    let suite = try openSuite(name)
    _ = suite.storedValues()
    if let error = suite.loadError { throw error }
    for diagnostic in suite.takeDiagnostics() {
      switch diagnostic.kind {
      case .layerIgnored, .unusableLocks, .variableIgnored: Output.writeError("\(diagnostic)")
      default: break
      }
    }
    return suite
  }

  /// Opens a suite whose changes are remembered, but for what its schema calls secret.
  ///
  /// - Throws: `Defaults.StoreError` when the suite cannot be read.
  func openRememberingSuite(_ name: String, program: String) throws -> Defaults.Suite {
    let suite = try openReadableSuite(name)
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    suite.keepHistory(Defaults.HistoryOptions(program: program).hidingSecrets(of: schema))
    return suite
  }
}
