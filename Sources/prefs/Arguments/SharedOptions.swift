import ArgumentParser
import DefaultsCore
import DefaultsSchema
import FoundationEssentials
import Glibc

/// The options that every subcommand takes.
struct SharedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Look for suites in DIR instead of $XDG_CONFIG_HOME or ~/.config.",
      valueName: "dir"
    ),
    transform: PathArgument.path
  )
  var configHome: String?

  @Option(
    help: ArgumentHelp(
      "Look for everything below DIR, which is for example a mounted image.",
      valueName: "dir"
    ),
    transform: PathArgument.path
  )
  var root: String?

  @Option(help: ArgumentHelp("As root: act as the user NAME, in the home of NAME."))
  var user: String?

  /// Whose files a command changes.
  enum Role {
    /// Those of a user, as whom the command runs.
    case user
    /// Those of an administrator; root stays root.
    case administrator
  }

  /// What the editor says all the time about whose values it shows; nil for those of its user.
  var banner: String? {
    if let user { return " SETTINGS OF \(user): \(Defaults.ConfigurationHome().directory)" }
    if let root { return " NOT THIS SYSTEM: \(root)" }
    return configHome.map { " OTHER SETTINGS: \($0)" }
  }

  func validate() throws {
    if configHome != nil, root != nil || user != nil {
      throw ValidationError("--config-home cannot be combined with --root or --user.")
    }
  }

  /// Applies the options, before anything is opened.
  ///
  /// - Throws: ``Failure`` or `Defaults.StoreError` when a directory or a user cannot be used.
  func apply(as role: Role = .user) throws {
    if let root { Defaults.useRoot(try SystemRoot(root)) }
    if let user { try UserIdentity.useHome(of: user) }
    if let configHome {
      // The variable is set instead of passing the path along, so that typed keys, stored suites
      // and child processes all use the same directory.
      let path = URL(fileURLWithPath: configHome).standardizedFileURL.path
      setenv("XDG_CONFIG_HOME", path, 1)
    }
    switch role {
    case .user: try becomeUser()
    case .administrator: SchemaSearchPath.useAdministrators(of: self)
    }
    let home = Defaults.ConfigurationHome()
    if let setting = home.ignoredSetting {
      let message: MessageText =
        "$XDG_CONFIG_HOME was ignored, because \"\(setting)\" is not an absolute path: "
        + "\(path: home.directory) is used instead."
      Output.writeError(message)
    }
    for setting in SchemaSearchPath().ignoredSettings {
      Output.writeError("$\(setting) was ignored, because it is not an absolute path.")
    }
  }

  /// Lets root become the user whom the options name, or who owns the configuration directory.
  ///
  /// - Throws: ``Failure`` or `Defaults.StoreError` when root cannot become that user.
  func becomeUser() throws {
    if let user {
      try UserIdentity.become(user)
    } else {
      try UserIdentity.becomeOwnerOfConfigurationHome()
    }
  }
}
