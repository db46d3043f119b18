import Synchronization

// Where values come from.
extension Defaults.Suite {
  /// Gives a key's values in all layers that have one, the winner first.
  public func layeredValues(forKey key: String) -> [Defaults.LayeredValue] {
    let name = Defaults.KeyName(key)
    let (stored, layers) = core.layers(forKey: name)
    var values = layers.compactMap { layer in
      layer.values[name].map {
        Defaults.LayeredValue(layer: layer.layer, location: layer.location, value: $0)
      }
    }
    if let stored {
      let place = values.firstIndex { $0.layer > .user } ?? values.endIndex
      values.insert(.init(layer: .user, location: location, value: stored), at: place)
    }
    if let registered = registeredValue(forKey: key) {
      values.append(.init(layer: .registered, location: nil, value: registered))
    }
    return values
  }

  /// Gives the value of the highest layer that has one, registered defaults included.
  public func effectiveValue(forKey key: String) -> Defaults.StoredValue? {
    core.keyState(forKey: Defaults.KeyName(key)).value ?? registeredValue(forKey: key)
  }

  /// Gives the values of all keys in every layer but the registered defaults.
  public func effectiveValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    core.effectiveValues()
  }

  /// Tells who locks a key; nil when it may be written.
  public func lock(forKey key: String) -> Defaults.Lock? {
    core.loadIfNeeded()
    return core.state.withLock { $0.stack.locks[Defaults.KeyName(key)] }
  }

  /// Whether an administrator allows one value only, as in Foundation's `UserDefaults`, where it
  /// is always false on Linux.
  public func objectIsForced(forKey key: String) -> Bool {
    lock(forKey: key) != nil
  }
}

extension Defaults {
  /// Tells where a key's value comes from; nil when no layer has one and the key's own default
  /// is used.
  public static func source(of key: AnyKey) -> LayeredValue? {
    key.suite.layeredValues(forKey: key.name).first
  }
}

extension Defaults.AnyKey {
  /// Whether an administrator allows one value only; writes are then refused.
  public var isLocked: Bool { suite.lock(forKey: name) != nil }
}

extension SuiteCore {
  /// Gives what the user has for a key, and all other layers, as they were at one moment.
  func layers(
    forKey key: Defaults.KeyName
  ) -> (stored: Defaults.StoredValue?, others: [LayerFiles.Loaded]) {
    loadIfNeeded()
    return state.withLock { ($0.storedValue(forKey: key), $0.stack.layers) }
  }
}
