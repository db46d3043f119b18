/// What the core uses of Foundation.
///
/// The core needs only what `FoundationEssentials` has: a program that does not link the rest starts
/// faster and is smaller. What exists because of `UserDefaults` and of the classes whose names begin with
/// `NS` is in the directory `Foundation`, and the core calls it through these functions only.
protocol FoundationSupport: Sendable {
  /// The object of property lists that stands for null.
  var null: Any { get }

  /// Converts an object of a class or type that only Foundation has; nil for another object.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the object, or one inside it, has no stored form.
  func storedValue(of object: Any) throws(Defaults.SerializationError) -> Defaults.StoredValue?

  /// Makes `UserDefaults` read values from the file again at the next access.
  func dropCachedValues(of domain: FoundationDomain)

  /// Registers defaults with `UserDefaults`.
  func register(_ defaults: [String: Any])

  /// Posts the notification about changes of a suite.
  func postChange(of suite: Defaults.Suite)
}

/// The copy of a suite's values that `UserDefaults` has in this process.
enum FoundationDomain: Sendable {
  /// The values of the standard suite.
  case standard
  /// The values of a suite.
  case named(String)
}
