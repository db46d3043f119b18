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
