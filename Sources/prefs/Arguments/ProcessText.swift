import CPrefs
import DefaultsCore

/// The arguments and variables of the process, which must be valid UTF-8.
///
/// Swift repairs those that are not: two keys would become one, and a path would become that of
/// another directory. So they are read as bytes here, and refused.
enum ProcessText {
  /// Returns the arguments after the tool's name; a failure names the first one that is not UTF-8.
  static func arguments() throws(Failure) -> [String] {
    let pointers = cprefs_arguments() ?? UnsafePointer(CommandLine.unsafeArgv)
    var arguments: [String] = []
    for number in 1... {
      guard pointers[0] != nil, let pointer = pointers[number] else { break }
      guard let argument = EnvironmentText.valid(pointer) else {
        let shown = EnvironmentText.shown(pointer)
        throw Failure(
          .usage,
          "Argument \(number) is not valid UTF-8: \"\(shown)\". Write names and texts in UTF-8, and "
            + "bytes with -data."
        )
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Checks the variables of directories and of the tool; a failure names the first not in UTF-8.
  static func checkVariables() throws(Failure) {
    let own = EnvironmentText.variables.keys
      .filter {
        $0.hasPrefix("PREFS_") || $0.hasPrefix("PREFSX_")
      }.sorted()
    for variable in BaseDirectories.variables + own {
      guard let value = EnvironmentText.invalidValue(of: variable) else { continue }
      throw Failure(
        .usage,
        "$\(variable) is not valid UTF-8: \"\(value)\". Set it to a path in UTF-8, or unset it."
      )
    }
  }
}
