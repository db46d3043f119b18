import Foundation

/// Foundation's own copy of a suite's values in this process.
enum FoundationDomain: Sendable {
  /// The values of `UserDefaults.standard`.
  case standard
  /// The values of a suite.
  case named(String)

  /// Makes Foundation read the values from the file again at the next access.
  ///
  /// On Linux, `synchronize()` without unsaved values does this. It takes about a microsecond.
  func dropCachedValues() {
    switch self {
    case .standard: UserDefaults.standard.synchronize()
    case .named(let name): UserDefaults(suiteName: name)?.synchronize()
    }
  }
}
