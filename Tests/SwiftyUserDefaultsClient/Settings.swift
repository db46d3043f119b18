import Foundation
import SwiftyUserDefaults

// An app in language mode 5 that knows nothing of suites, and the one line that it adds.

/// What stands for the class of Foundation in this app.
public typealias UserDefaults = DefaultsSuite

/// A value with a bridge that names Foundation's class.
public struct Toad: DefaultsSerializable, Equatable {
  /// The name, which is what is stored.
  public let name: String

  /// Creates a toad.
  public init(name: String) { self.name = name }

  /// Stores the name.
  public static var _defaults: ToadBridge { ToadBridge() }
  /// Stores an array of names.
  public static var _defaultsArray: ToadArrayBridge { ToadArrayBridge() }
}

/// Stores a toad's name.
public final class ToadBridge: DefaultsBridge {
  /// Reads a toad.
  public func get(key: String, userDefaults: UserDefaults) -> Toad? {
    userDefaults.string(forKey: key).map(Toad.init)
  }

  /// Stores a toad.
  public func save(key: String, value: Toad?, userDefaults: UserDefaults) {
    userDefaults.set(value?.name, forKey: key)
  }

  /// Makes a toad of its name.
  public func deserialize(_ object: Any) -> Toad? {
    (object as? String).map(Toad.init)
  }
}

/// Stores the names of toads.
public final class ToadArrayBridge: DefaultsBridge {
  /// Reads toads.
  public func get(key: String, userDefaults: UserDefaults) -> [Toad]? {
    userDefaults.array(forKey: key).flatMap(deserialize)
  }

  /// Stores toads.
  public func save(key: String, value: [Toad]?, userDefaults: UserDefaults) {
    userDefaults.set(value?.map(\.name), forKey: key)
  }

  /// Makes toads of their names.
  public func deserialize(_ object: Any) -> [Toad]? {
    (object as? [String])?.map(Toad.init)
  }
}

extension DefaultsKeys {
  var toad: DefaultsKey<Toad?> { .init("toad") }
  var toads: DefaultsKey<[Toad]> { .init("toads", defaultValue: []) }
  var layers: DefaultsKey<[[Toad]]> { .init("layers", defaultValue: []) }
  var hops: DefaultsKey<Int> { .init("hops", defaultValue: 0) }
}

/// A model of such an app, over a suite that a test hands to it.
public final class Pond {
  private let prefs: DefaultsAdapter<DefaultsKeys>
  private var observer: DefaultsDisposable?

  /// The changes of the number of hops, as a closure that captures variables collects them.
  public private(set) var seen: [Int] = []

  /// Creates a pond over a suite.
  public init(suite: DefaultsSuite) {
    prefs = DefaultsAdapter(defaults: suite, keyStore: .init())
    observer = prefs.observe(\.hops) { update in
      self.seen.append(update.newValue ?? -1)
    }
  }

  /// The toad.
  public var toad: Toad? {
    get { prefs.toad }
    set { prefs.toad = newValue }
  }

  /// All toads.
  public var toads: [Toad] {
    get { prefs[\.toads] }
    set { prefs[\.toads] = newValue }
  }

  /// The toads by depth.
  public var layers: [[Toad]] {
    get { prefs.layers }
    set { prefs.layers = newValue }
  }

  /// Counts a hop.
  public func hop() { prefs.hops += 1 }

  /// Ends the observation, which keeps the pond alive.
  public func close() {
    observer?.dispose()
    observer = nil
  }
}
