import Foundation

/// Foundation's own copy of a suite's values in this process.
enum FoundationDomain: Sendable {
  /// The values of `UserDefaults.standard`.
  case standard
  /// The values of a suite.
  case named(String)

  /// Makes Foundation read the values anew when it is next asked.
  ///
  /// On Linux, `synchronize()` with nothing to write does just that. It takes about a
  /// microsecond.
  func dropCachedValues() {
    switch self {
    case .standard: UserDefaults.standard.synchronize()
    case .named(let name): UserDefaults(suiteName: name)?.synchronize()
    }
  }
}
