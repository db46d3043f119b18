import DefaultsCore

/// The suite that an argument names: by its name, by a path, or the one for all programs.
///
/// As on macOS, a suite can be the path of a property list, whose extension may be left out, and
/// `NSGlobalDomain` is the suite with values for every program. A path begins with `/`, `./` or `../`:
/// any other text is a name, which has no slash, so that a name never leads out of the directory of
/// the suites.
enum SuiteArgument {
  /// The name of the suite with values for all programs; ``Invocation`` replaces `-g` with it.
  static let global = "NSGlobalDomain"

  /// Returns whether an argument is a path.
  static func isPath(_ argument: String) -> Bool {
    ["/", "./", "../"].contains { argument.utf8.starts(with: $0.utf8) }
  }

  /// Returns whether an argument is a path, or names a suite of another program.
  static func isPlace(_ argument: String) -> Bool {
    isPath(argument) || Origin.isNamed(argument)
  }

  /// Returns whether an argument can be a pattern of suites, those of another program among them.
  ///
  /// The path of a property list is never one.
  static func mayBePattern(_ argument: String) -> Bool {
    NameChoice.mayBePattern(argument)
      && (!isPlace(argument) || Origin.names(like: argument) != nil)
  }

  /// Returns the name that an argument stands for.
  ///
  /// - Throws: ``Failure`` when it is a pattern, has a slash, or names a suite of another program;
  ///   `Defaults.StoreError` when the directory of the suites cannot be read.
  static func name(_ argument: String) throws -> String {
    try Origin.refuse(argument, "and this command works on property lists only")
    guard !argument.utf8.contains(UInt8(ascii: "/")) else {
      let hint: MessageText =
        isPath(argument)
        ? "This command takes the name of a suite, and not a path."
        : "A path begins with /, ./ or ../, as in ./\(argument)."
      throw Failure(
        .usage,
        "\"\(argument)\" cannot be the name of a suite, because it has a slash. \(hint)"
      )
    }
    return try NameChoice.single(argument, .suite) { name in
      try Defaults.ConfigurationHome().suites().contains { Defaults.KeyName($0) == name }
    }
  }

  /// Returns the suite that an argument names, by its name or path.
  ///
  /// The file of a suite in the configuration directory is opened as that suite, so that its locks
  /// and its history are the same.
  ///
  /// - Throws: the errors of ``named(_:in:)``, ``name(_:)`` and ``Origin``, the errors of
  ///   ``UserIdentity`` when root cannot become the user of the path, ``Failure`` for the path of a
  ///   directory, and for a path or a suite of another program with a scope other than the user's.
  static func open(_ argument: String, in scope: SuiteScope) throws -> Defaults.Suite {
    if let origin = try Origin(argument) {
      if let file = origin.file { try UserIdentity.becomeOwner(ofFile: file) }
      return try named(argument, in: scope)
    }
    guard isPath(argument) else { return try named(name(argument), in: scope) }
    guard scope == .user || scope == .host else {
      throw Failure(
        .usage,
        "--system and --managed take the name of a suite, and \"\(argument)\" is a path."
      )
    }
    let last = argument.split(separator: "/", omittingEmptySubsequences: false).last.map(
      String.init
    )
    guard let last, !["", ".", ".."].contains(last) else {
      throw Failure(
        .usage,
        "\"\(argument)\" is the path of a directory, and that of a property list is expected."
      )
    }
    let path = argument.hasSuffix(".plist") ? argument : argument + ".plist"
    guard path == argument || DocumentFile.exists(path) || !DocumentFile.exists(argument) else {
      throw Failure(
        .usage,
        "\"\(argument)\" exists and is no property list by its name; for a new one beside it, write "
          + "\(path)."
      )
    }
    if let name = Defaults.ConfigurationHome().suite(atPath: path) {
      return try named(name, in: scope)
    }
    guard scope == .user else {
      throw Failure(
        .usage,
        "--current-host takes the name of a suite, and \"\(argument)\" is a path."
      )
    }
    try UserIdentity.becomeOwner(ofFile: path)
    let name = last.hasSuffix(".plist") ? String(last.dropLast(".plist".count)) : last
    return Defaults.Suite(
      name: SuiteName.isValid(name) ? name : SuiteName.made(from: name) ?? "file",
      file: path,
      layerDirectories: nil
    )
  }

  /// Returns the suite with a name that is known, from a document or a directory for example.
  ///
  /// - Throws: the errors of `SuiteScope`, with a ``Failure`` for a name that cannot be that of a
  ///   suite, and for a suite of another program with a scope other than the user's.
  static func named(_ name: String, in scope: SuiteScope) throws -> Defaults.Suite {
    if let origin = try Origin(name) {
      guard scope != .user else { return try origin.open() }
      try Origin.refuse(
        name,
        GNOMESettings.isNamed(name) || KDESettings.isNamed(name)
          ? "whose values for all users are set by prefs lock"
          : "which has no other file for a host or for all users"
      )
    }
    do {
      return try scope.suite(named: name)
    } catch let error as Defaults.StoreError {
      guard case .invalidSuiteName = error.cause else { throw error }
      throw Failure(.usage, "\(error)")
    }
  }
}
