public import Foundation

/// The languages that a person reads, as the environment tells them.
public enum UserLanguages {
  /// Returns the languages, most wanted first; none where no language was chosen.
  ///
  /// The locale for messages is `$LC_ALL`, else `$LC_MESSAGES`, else `$LANG`; where there is one,
  /// `$LANGUAGE` may name others before it.
  public static func names(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard !["", "C", "POSIX"].contains(name) else { return [] }
    let preferred = environment["LANGUAGE"] ?? ""
    return preferred.split(separator: ":").map(String.init) + [locale]
  }
}
