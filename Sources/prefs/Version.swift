import CPrefs

/// The version of the tool.
enum Version {
  /// The number of the release, or of the next one.
  static let number = "1.0.0"

  /// The number, and the build in parentheses: "1.0.0 (development build)" if `PREFS_BUILD` was not
  /// set when the program was built.
  static var text: String { "\(number) (\(String(cString: cprefs_build())))" }
}
