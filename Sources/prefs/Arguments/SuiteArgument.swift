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
  ///   root cannot become the user of the path.
  static func suite(_ argument: String, onThisHost: Bool) throws -> Defaults.Suite {
    let home = Defaults.ConfigurationHome()
    guard !argument.contains("/") else {
      let path = argument.hasSuffix(".plist") ? argument : argument + ".plist"
      if let name = home.suite(atPath: path) { return try suite(name, onThisHost: onThisHost) }
      try UserIdentity.becomeOwner(ofFile: path)
      let file = path.split(separator: "/").last.map(String.init) ?? ""
      let name = String(file.dropLast(".plist".count))
      return Defaults.Suite(
        name: SuiteName.isValid(name) ? name : SuiteName.made(from: name) ?? "file",
        file: path,
        layerDirectories: nil
      )
    }
    let isGlobal = argument == global
    guard isGlobal || onThisHost else { return try Defaults.Suite(named: argument) }
    // The name becomes a part of the path, so it must be valid.
    _ = try home.file(forSuite: argument)
    let stem = isGlobal ? ".GlobalPreferences" : argument
    let file = onThisHost ? "/ByHost/\(stem)..plist" : "/\(stem).plist"
    return Defaults.Suite(
      name: argument,
      file: home.directory + file,
      layerDirectories: Defaults.LayerDirectories()
    )
  }
}

/// The options of a command on one suite.
struct SuiteOptions: ParsableArguments {
  @OptionGroup var shared: SharedOptions

  @Flag(
    help: "Use the suite's file for this host only, as macOS defaults does with -currentHost."
  )
  var currentHost: Bool = false

  /// Applies the options that every subcommand takes.
  ///
  /// - Throws: the errors of `SharedOptions`.
  func apply() throws { try shared.apply() }
}

/// Options with which suites are opened.
protocol SuiteOpening {
  /// Whether the suite's file for this host is meant.
  var currentHost: Bool { get }
}

extension SuiteOptions: SuiteOpening {}

extension SharedOptions: SuiteOpening {
  var currentHost: Bool { false }
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
    do {
      return try SuiteArgument.suite(name, onThisHost: currentHost)
    } catch let error as Defaults.StoreError {
      guard case .invalidSuiteName = error.cause else { throw error }
      throw Failure(.usage, "\(error)")
    }
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
