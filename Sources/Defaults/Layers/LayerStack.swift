/// The values of a suite's layers other than the user's, ready to be asked for a key.
struct LayerStack: Sendable {
  /// The values that hide the user's, with what tells them from their predecessors.
  private(set) var above: [Defaults.KeyName: SuiteCore.Slot] = [:]
  /// The values that the user's hide.
  private(set) var below: [Defaults.KeyName: SuiteCore.Slot] = [:]
  /// By key, who locks it.
  private(set) var locks: [Defaults.KeyName: Defaults.Lock] = [:]
  /// The keys whose value is what the process was started with.
  private(set) var arguments: Set<Defaults.KeyName> = []
  /// What each layer holds, highest first.
  private(set) var layers: [LayerFiles.Loaded] = []

  /// Takes over what the layers hold now.
  ///
  /// - Parameters:
  ///   - contents: what the files hold.
  ///   - arguments: what the process was started with.
  ///   - nextSequence: returns the sequence number of the next change.
  /// - Returns: the keys whose values in these layers are others now.
  mutating func replace(
    by contents: LayerFiles.Contents,
    arguments: [Defaults.KeyName: Defaults.StoredValue],
    nextSequence: () -> UInt64
  ) -> Set<Defaults.KeyName> {
    var layers = contents.layers
    if !arguments.isEmpty {
      let place = layers.firstIndex { $0.layer > .argument } ?? layers.endIndex
      layers.insert(.init(layer: .argument, location: nil, values: arguments), at: place)
    }
    var locks: [Defaults.KeyName: Defaults.Lock] = [:]
    for layer in layers where layer.layer == .managed {
      for key in layer.values.keys where locks[key] == nil {
        locks[key] = Defaults.Lock(location: layer.location ?? "", reason: contents.reasons[key])
      }
    }
    self.arguments = Set(arguments.keys).subtracting(locks.keys)
    // Who holds a lock, and why, may change while the value stays.
    let relocked = Set(locks.keys).union(self.locks.keys).filter { locks[$0] != self.locks[$0] }
    self.layers = layers
    self.locks = locks
    let upper = Self.replace(
      &above,
      by: layers.filter { $0.layer < .user },
      nextSequence: nextSequence
    )
    let lower = Self.replace(
      &below,
      by: layers.filter { $0.layer > .user },
      nextSequence: nextSequence
    )
    return upper.union(lower).union(relocked)
  }

  /// Puts the values of layers, highest first, in the place of others; equal ones stay.
  private static func replace(
    _ slots: inout [Defaults.KeyName: SuiteCore.Slot],
    by layers: [LayerFiles.Loaded],
    nextSequence: () -> UInt64
  ) -> Set<Defaults.KeyName> {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for layer in layers { values.merge(layer.values) { first, _ in first } }
    var changed: Set<Defaults.KeyName> = []
    for key in slots.keys where values[key] == nil {
      slots[key] = nil
      changed.insert(key)
    }
    for (key, value) in values where slots[key]?.value != value {
      slots[key] = SuiteCore.Slot(value: value, sequence: nextSequence())
      changed.insert(key)
    }
    return changed
  }
}
