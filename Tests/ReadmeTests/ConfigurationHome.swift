import Defaults
import Foundation

/// The one line that moves a program from Foundation's suites to the ones of this library.
typealias UserDefaults = Defaults.Suite

/// Foundation's own type, for what the library shares with it.
typealias FoundationDefaults = Foundation.UserDefaults

/// Gives the standard suite and the schemas of this process a directory, before anything has used it.
///
/// What a readme shows works on the standard suite, so each test that writes there runs in a
/// process of its own.
func useConfigurationHome(_ directory: String) {
  for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME"] { setenv(variable, directory, 1) }
}
