import CDefaults

/// What the core uses of Foundation.
///
/// The core needs only what `FoundationEssentials` has: a program that does not link the rest starts
/// faster and is smaller. What exists because of `UserDefaults` and of the classes whose names begin with
/// `NS` is in the module `Defaults`, and the core calls it through these functions only.
package protocol FoundationSupport: Sendable {
  /// The object of property lists that stands for null.
  var null: Any { get }

  /// Converts an object of a class or type that only Foundation has; nil for another object.
  func storedValue(of object: Any) throws(Defaults.SerializationError) -> Defaults.StoredValue?

  /// Makes `UserDefaults` read values from the file again at the next access.
  func dropCachedValues(of domain: FoundationDomain)

  /// Registers defaults with `UserDefaults`.
  func register(_ defaults: [String: Any])

  /// Posts the notification about changes of a suite.
  func postChange(of suite: Defaults.Suite)
}

/// The copy of a suite's values that `UserDefaults` has in this process.
package enum FoundationDomain: Sendable {
  /// The values of the standard suite.
  case standard
  /// The values of a suite.
  case named(String)
}

/// The functions of Foundation in a program that links the module `Defaults`.
///
/// An app calls nothing for it: the core refers to a function of that module by a weak symbol, which the
/// linker resolves if the module is there.
package final class LinkedFoundation: Sendable {
  /// The functions; without the module, ones that do nothing.
  static let shared: any FoundationSupport = {
    guard let linked = cdefaults_find_foundation() else { return NoFoundation() }
    return Unmanaged<LinkedFoundation>.fromOpaque(linked).takeUnretainedValue().support
  }()

  private let support: any FoundationSupport

  /// Wraps the functions of the module `Defaults`.
  package init(_ support: any FoundationSupport) { self.support = support }
}

/// A program that does not link all of Foundation.
private struct NoFoundation: FoundationSupport {
  var null: Any { Defaults.StoredValue.null }

  func storedValue(of object: Any) -> Defaults.StoredValue? { nil }

  func dropCachedValues(of domain: FoundationDomain) {}

  func register(_ defaults: [String: Any]) {}

  func postChange(of suite: Defaults.Suite) {}
}
