public import DefaultsCore
public import Foundation

extension Defaults.Suite {
  /// Creates a handle of the suite with the same name as a Foundation suite.
  ///
  /// If the name cannot be a file name, or cannot be found out, values stay in memory, and diagnostics
  /// report the reason.
  public convenience init(_ userDefaults: UserDefaults) {
    self.init(foundationName: FoundationName(of: Mirror(reflecting: userDefaults)))
  }

  /// Creates a handle of the suite with a Foundation suite's name.
  convenience init(foundationName: FoundationName) {
    let registry = SuiteRegistry.shared
    switch foundationName {
    case .standard:
      self.init(core: Defaults.Suite.standard.core)
    case .named(let name):
      do {
        self.init(core: try registry.core(named: name))
      } catch {
        self.init(core: registry.unavailableCore(named: name, error: error))
      }
    case .unknown(let type):
      let name = "the suite of a \(type)"
      let error = Defaults.StoreError(location: name, cause: .invalidSuiteName(name))
      self.init(core: registry.unavailableCore(named: name, error: error))
    }
  }
}

/// The name of a Foundation suite.
///
/// Foundation has no public property for it, so it is read by reflection: the property `suite` that
/// `UserDefaults` itself declares. A subclass may have a property of that name too.
enum FoundationName: Equatable {
  /// The standard suite, which has no name.
  case standard
  /// A suite with a name.
  case named(String)
  /// A suite whose name cannot be read, because Foundation has changed; with the name of its class.
  case unknown(String)

  /// Reads the name of the Foundation suite that a mirror reflects.
  init(of mirror: Mirror) {
    let classes = sequence(first: mirror, next: \.superclassMirror)
    guard let own = classes.first(where: { $0.subjectType == UserDefaults.self }),
      let child = own.children.first(where: { $0.label == "suite" }),
      let name = child.value as? String?
    else {
      self = .unknown("\(mirror.subjectType)")
      return
    }
    self = name.map { .named($0) } ?? .standard
  }
}
