import Synchronization

// The layers of a suite.
extension Defaults.Suite {
  /// Returns a key's values in all layers that have one, the highest layer first.
  public func layeredValues(forKey key: String) -> [Defaults.LayeredValue] {
    core.layeredValues(forKey: Defaults.KeyName(key))
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
  ///
  /// A value that the key cannot have counts only in the managed layer, where it is a lock.
  public static func source(of key: AnyKey) -> LayeredValue? {
    key.suite.layeredValues(forKey: key.name).first(where: key.canHave)
  }
}

extension Defaults.AnyKey {
  /// Whether the key is locked, so that writes are refused.
  public var isLocked: Bool { suite.lock(forKey: name) != nil }
}

extension Defaults.Suite {
  /// The values of all keys in all layers at one moment, without registered defaults.
  package struct LayerContents: Sendable {
    /// The values in the suite's own file.
    package let stored: Defaults.StoredValues
    fileprivate let stack: LayerStack

    /// The other layers, highest first.
    package var layers: [LayerValues] { stack.layers }

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

  /// The layer of the suite's own values: the user's, or that of this host.
  package var ownLayer: Defaults.Layer { core.ownLayer }

  /// Whether launch arguments or environment variables may set values of the suite.
  package var hasValuesOfProcess: Bool {
    !core.environment.isEmpty || core.arguments?.occurrences.isEmpty == false
  }

  /// Chooses the launch argument and the environment variable that set a key of a schema.
  ///
  /// If a typed key has the name, its type decides which values are possible, and the schema refuses
  /// none.
  package func declare(_ key: Defaults.KeyName, as declaration: KeyDeclaration) {
    guard core.keyTypes.contains(key) else { return core.declare(key, as: declaration) }
    var declaration = declaration
    let convert = declaration.value
    declaration.value = { convert($0) ?? $0 }
    core.declare(key, as: declaration)
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
    return LayerContents(stored: slots.storedValues, stack: stack)
  }
}

extension SuiteCore {
  /// The layer of the suite's own values: the user's, or that of this host.
  var ownLayer: Defaults.Layer { layerFiles?.ownLayer ?? .user }

  /// Returns a key's values in all layers that have one, the highest layer first.
  func layeredValues(forKey key: Defaults.KeyName) -> [Defaults.LayeredValue] {
    loadIfNeeded()
    let (stored, layers) = state.withLock { state in
      _ = state.effectiveSlot(forKey: key)
      return (state.slots[key]?.value, state.stack.layers)
    }
    var values = layers.compactMap { layer in
      layer.values[key].map {
        Defaults.LayeredValue(layer: layer.layer, location: layer.location, value: $0)
      }
    }
    if let stored {
      let place = values.firstIndex { $0.layer > ownLayer } ?? values.endIndex
      values.insert(.init(layer: ownLayer, location: store.location, value: stored), at: place)
    }
    if let registered = SuiteRegistry.shared.registered.value(forKey: key) {
      values.append(.init(layer: .registered, location: nil, value: registered))
    }
    return values
  }
}
