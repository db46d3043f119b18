import ArgumentParser
import Defaults
import DefaultsSchema
import Foundation

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

  /// Sets `XDG_CONFIG_HOME` if the option is given; warns if the variable is ignored.
  ///
  /// The variable is set instead of passing the path along, so that typed keys, stored suites and
  /// child processes all use the same directory.
  ///
  /// - Throws: ``Failure`` or `Defaults.StoreError` when the directory belongs to a user whom root
  ///   cannot become.
  func apply() throws {
    if let configHome {
      let path = URL(fileURLWithPath: configHome).standardizedFileURL.path
      setenv("XDG_CONFIG_HOME", path, 1)
      try UserIdentity.becomeOwnerOfConfigurationHome()
    }
    let home = Defaults.ConfigurationHome()
    if let setting = home.ignoredSetting {
      let message: MessageText =
        "$XDG_CONFIG_HOME was ignored, because \"\(setting)\" is not an absolute path: "
        + "\(path: home.directory) is used instead."
      Output.writeError(message.description)
    }
  }
}
