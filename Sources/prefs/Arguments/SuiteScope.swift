import DefaultsCore
import EditorCore

/// Which file of a suite a command reads and changes.
enum SuiteScope {
  /// The user's file.
  case user
  /// The user's file for this host.
  case host
  /// The administrator's file with values that users may override.
  case system
  /// The administrator's file with locked values.
  case managed

  /// Whose files these are.
  var role: SharedOptions.Role {
    switch self {
    case .user, .host: .user
    case .system, .managed: .administrator
    }
  }

  /// The layer of these files.
  var layer: Defaults.Layer {
    switch self {
    case .user: .user
    case .host: .host
    case .system: .system
    case .managed: .managed
    }
  }

  /// What an editor on the file says all the time; nil for the user's own file.
  func banner(_ path: String) -> String? {
    switch self {
    case .user: nil
    case .host: " THIS HOST ONLY: \(path)"
    case .system: " ALL USERS: \(path)"
    case .managed: " LOCKS FOR ALL USERS: \(path)"
    }
  }

  /// Returns the suite with a valid name.
  ///
  /// - Throws: `Defaults.StoreError` when the name is not valid, ``Failure`` when the suite has no
  ///   file of this kind, or when managed files cannot be trusted.
  func suite(named name: String) throws -> Defaults.Suite {
    let directories = Defaults.LayerDirectories()
    let isGlobal = name == SuiteArgument.global
    let home = Defaults.ConfigurationHome()
    // The name becomes a part of the path, so it must be valid.
    _ = try home.file(forSuite: name)
    switch self {
    case .user where !isGlobal:
      return try Defaults.Suite(named: name)
    case .user, .host:
      let stem = isGlobal ? ".GlobalPreferences" : name
      let file = self == .host ? "/ByHost/\(stem)..plist" : "/\(stem).plist"
      return Defaults.Suite(
        name: name,
        file: home.directory + file,
        layerDirectories: directories
      )
    case .system:
      let file =
        isGlobal
        ? directories.systemDirectory + "/.GlobalPreferences.plist"
        : directories.systemFile(forSuite: name)
      return Defaults.Suite(name: name, file: file, layerDirectories: nil, modes: .shared)
    case .managed:
      return try ManagedSuite(name).editable()
    }
  }
}

extension SuiteScope {
  /// Returns the suite whose values are in the file of a scope of the editor.
  ///
  /// - Throws: the errors of ``suite(named:)``.
  static func suite(named name: String, in scope: WriteScope) throws -> Defaults.Suite {
    switch scope {
    case .user: try SuiteScope.user.suite(named: name)
    case .host: try SuiteScope.host.suite(named: name)
    case .global: try SuiteScope.user.suite(named: SuiteArgument.global)
    case .system: try SuiteScope.system.suite(named: name)
    case .account(let user): AccountStore.suite(named: name, of: user)
    }
  }
}
