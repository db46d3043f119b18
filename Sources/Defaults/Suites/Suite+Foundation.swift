public import Foundation

extension Defaults.Suite {
  /// Creates a handle of the suite that has the name of a Foundation suite.
  ///
  /// A name that no file can have gives a suite in memory, whose diagnostics tell why.
  public convenience init(_ userDefaults: UserDefaults) {
    guard let name = userDefaults.suiteName else {
      self.init(core: Defaults.Suite.standard.core)
      return
    }
    let registry = SuiteRegistry.shared
    do {
      self.init(core: try registry.core(named: name))
    } catch {
      self.init(core: registry.unavailableCore(named: name, error: error))
    }
  }
}

extension UserDefaults {
  /// The name it was created with; nil for the standard suite.
  ///
  /// Foundation keeps it to itself; reflection shows it.
  fileprivate var suiteName: String? {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == "suite" }) {
        return child.value as? String
      }
      mirror = current.superclassMirror
    }
    return nil
  }
}
