import Synchronization

// The layers of a suite.
extension Defaults.Suite {
  /// Returns a key's values in all layers that have one, the highest layer first.
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

  /// Returns a key's value in the highest layer that has one, including registered defaults.
  public func effectiveValue(forKey key: String) -> Defaults.StoredValue? {
    core.keyState(forKey: Defaults.KeyName(key)).value ?? registeredValue(forKey: key)
  }

  /// Returns a key's value in the highest layer that has one, without registered defaults.
  package func layeredValue(forKey key: String) -> Defaults.StoredValue? {
    core.keyState(forKey: Defaults.KeyName(key)).value
  }

  /// Returns the values that all keys have, without registered defaults.
  public func effectiveValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    core.effectiveValues()
  }

  /// Returns the lock of a key; nil when the key can be written.
  public func lock(forKey key: String) -> Defaults.Lock? {
    core.loadIfNeeded()
    return core.state.withLock { $0.stack.lock(forKey: Defaults.KeyName(key)) }
  }

  /// Returns whether a key is locked; Foundation's `UserDefaults` always returns false on Linux.
  public func objectIsForced(forKey key: String) -> Bool {
    lock(forKey: key) != nil
  }
}

extension Defaults {
  /// Returns a key's value with its layer; nil when no layer has one and the default is used.
  public static func source(of key: AnyKey) -> LayeredValue? {
    key.suite.layeredValues(forKey: key.name).first
  }
}

extension Defaults.AnyKey {
  /// Whether the key is locked, so that writes are refused.
  public var isLocked: Bool { suite.lock(forKey: name) != nil }
}

extension Defaults.Suite {
  /// The values of all keys in all layers at one moment, without registered defaults.
  package struct LayerContents: Sendable {
    /// The values of one layer that is not the user's.
    package struct Layer: Sendable {
      package let layer: Defaults.Layer
      package let location: String?
      package let values: [Defaults.KeyName: Defaults.StoredValue]
    }

    /// The values in the user layer.
    package let stored: Defaults.StoredValues
    /// The other layers, highest first.
    package let layers: [Layer]
    fileprivate let stack: LayerStack

    /// Whether any key is locked.
    package var hasLocks: Bool { stack.hasLocks }

    /// Whether every key is locked, because a managed file cannot be read or trusted.
    package var locksEveryKey: Bool { stack.lockOfAll != nil }

    /// The lock of every key, because a managed file cannot be read or trusted; nil otherwise.
    package var lockOfAll: Defaults.Lock? { stack.lockOfAll }

    /// Returns the lock of a key; nil when the key can be written.
    package func lock(forKey key: Defaults.KeyName) -> Defaults.Lock? {
      stack.lock(forKey: key)
    }
  }

  /// Whether environment variables set values of the suite.
  package var hasEnvironment: Bool { !core.environment.isEmpty }

  /// Sets how the texts of environment variables are converted to the types that a schema declares.
  ///
  /// - Parameter parsers: by key, a function that returns nil for a text that is not valid.
  package func declareKeys(
    _ parsers: [Defaults.KeyName: @Sendable (String) -> Defaults.StoredValue?]
  ) {
    guard hasEnvironment else { return }
    core.loadIfNeeded()
    core.state.withLock { state in
      state.declare(parsers)
      core.sequence.store(state.sequence, ordering: .releasing)
    }
  }

  /// Returns the values of all keys in all layers.
  ///
  /// To read them key by key takes two locks for each key, and a write can come in between.
  package func layerContents() -> LayerContents {
    core.loadIfNeeded()
    let (slots, stack) = core.state.withLock { state in
      state.resolveEnvironment()
      return (state.slots, state.stack)
    }
    return LayerContents(
      stored: slots.storedValues,
      layers: stack.layers.map { .init(layer: $0.layer, location: $0.location, values: $0.values) },
      stack: stack
    )
  }
}

extension SuiteCore {
  /// Returns the user's value of a key and all other layers, read under one lock.
  func layers(
    forKey key: Defaults.KeyName
  ) -> (stored: Defaults.StoredValue?, others: [LayerFiles.Loaded]) {
    loadIfNeeded()
    return state.withLock { state in
      _ = state.effectiveSlot(forKey: key)
      return (state.storedValue(forKey: key), state.stack.layers)
    }
  }
}
