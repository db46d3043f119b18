import DefaultsCore

/// The languages of the user, from the environment.
public enum UserLanguages {
  /// Finds the languages.
  ///
  /// The locale is that for messages: `$LC_ALL`, else `$LC_MESSAGES`, else `$LANG`. If there is
  /// one, the languages in `$LANGUAGE` come before it.
  ///
  /// - Parameter environment: the environment variables; nil for those of the process.
  /// - Returns: their names, most wanted first; none if the locale is missing, C or POSIX.
  public static func names(environment: [String: String]? = nil) -> [String] {
    let environment = environment ?? EnvironmentText.variables
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard !["", "C", "POSIX"].contains(name) else { return [] }
    let preferred = environment["LANGUAGE"] ?? ""
    return preferred.split(separator: ":").map(String.init) + [locale]
  }
}
