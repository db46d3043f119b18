public import Foundation

extension Defaults.Suite {
  /// Creates a handle of the suite with the same name as a Foundation suite.
  ///
  /// If the name cannot be a file name, values stay in memory, and diagnostics report the reason.
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
  /// The name of the suite; nil for the standard suite.
  ///
  /// Foundation has no public property for it, so it is read by reflection.
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
