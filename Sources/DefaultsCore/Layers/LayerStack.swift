/// The values of a suite's layers except its own file, merged for fast lookup.
///
/// A key is read often and the layers change rarely. So the layers are merged into two dictionaries
/// when they are loaded: `above` for layers higher than that file and `below` for lower ones. A
/// read is then at most three lookups: `above`, the stored value, `below`. An entry whose value has
/// not changed keeps its sequence number, so that values cached by keys stay valid when the files
/// are read again.
struct LayerStack: Sendable {
  /// The values of the layers above the suite's own file, which hide its values.
  private(set) var above: [Defaults.KeyName: SuiteCore.Slot] = [:]
  /// The values of the layers below the suite's own file, which its values hide.
  ///
  /// Of the two layers that are files of the user, one is the suite's own file and not among the layers: so
  /// ``Defaults/Layer/user``, if it is among them, is below the one for this host.
  private(set) var below: [Defaults.KeyName: SuiteCore.Slot] = [:]
  /// The locks by key.
  private var locks: [Defaults.KeyName: Defaults.Lock] = [:]
  /// The lock of all keys; nil when the managed files can be read and trusted.
  private(set) var lockOfAll: Defaults.Lock?
  /// The locks of further keys, those without a value too.
  private var lockRules: [LockRule] = []

  /// Which keys a lock is for, and the lock.
  typealias LockRule = (contains: @Sendable (Defaults.KeyName) -> Bool, lock: Defaults.Lock)
  /// By key whose value comes from the launch arguments or the environment, the text that was
  /// given, which a typed key may convert in another way.
  private(set) var texts: [Defaults.KeyName: String] = [:]
  /// The values in the launch arguments, of which declared keys choose those that count.
  var arguments: [Defaults.KeyName: Defaults.StoredValue] = [:]
  /// The values that replace the launch arguments; nil while none do.
  private var volatileArguments: [Defaults.KeyName: Defaults.StoredValue]?
  /// The values of the environment variables.
  var environment = Environment()
  /// The values of each layer, highest first.
  private(set) var layers: [LayerValues] = []

  /// Whether any key is locked.
  var hasLocks: Bool { !locks.isEmpty || lockOfAll != nil || !lockRules.isEmpty }

  /// Returns the lock of a key; nil when the key can be written.
  func lock(forKey key: Defaults.KeyName) -> Defaults.Lock? {
    locks[key] ?? lockOfAll ?? lockRules.first { $0.contains(key) }?.lock
  }

  /// Replaces the values of all layers by those of the files; returns the keys whose value or lock has changed, and
  /// those with a change in a layer that another one hides.
  ///
  /// `volatileArguments` replace the launch arguments, unless they are nil. `nextSequence` returns
  /// the sequence number of the next change.
  mutating func replace(
    by contents: LayerFiles.Contents,
    volatileArguments: [Defaults.KeyName: Defaults.StoredValue]?,
    nextSequence: () -> UInt64
  ) -> (changed: Set<Defaults.KeyName>, hidden: Set<Defaults.KeyName>) {
    self.volatileArguments = volatileArguments
    let before = layers
    layers = contents.layers
    insertLayersOfProcess()
    var locks: [Defaults.KeyName: Defaults.Lock] = [:]
    for layer in layers where layer.layer == .managed {
      for key in layer.values.keys where locks[key] == nil {
        locks[key] = Defaults.Lock(location: layer.location ?? "", reason: contents.reasons[key])
      }
    }
    // Keys whose lock changed while the value stayed the same.
    let relocked = Set(locks.keys).union(self.locks.keys).filter { locks[$0] != self.locks[$0] }
    self.locks = locks
    setTexts()
    lockOfAll = contents.lockOfAll
    lockRules = contents.lockRules
    let upper = merge(\.above, { $0 < .user }, nextSequence)
    let lower = merge(\.below, { $0 >= .user }, nextSequence)
    let changed = upper.union(lower).union(relocked)
    return (changed, changedKeys(since: before).subtracting(changed))
  }

  /// Returns the keys whose value in any layer differs, also where a higher layer hides it.
  private func changedKeys(since before: [LayerValues]) -> Set<Defaults.KeyName> {
    let isSame = before.elementsEqual(layers) { $0.layer == $1.layer && $0.location == $1.location }
    guard isSame else { return Set((before + layers).flatMap(\.values.keys)) }
    return zip(before, layers).reduce(into: []) { changed, pair in
      let (old, new) = (pair.0.values, pair.1.values)
      changed.formUnion(old.keys.filter { old[$0] != new[$0] })
      changed.formUnion(new.keys.filter { old[$0] == nil })
    }
  }

  /// Replaces the values of the launch arguments and the environment.
  mutating func mergeProcess(nextSequence: () -> UInt64) {
    layers.removeAll { $0.layer == .argument || $0.layer == .environment }
    insertLayersOfProcess()
    setTexts()
    _ = merge(\.above, { $0 < .user }, nextSequence)
  }

  private mutating func insertLayersOfProcess() {
    let place = layers.firstIndex { $0.layer > .environment } ?? layers.endIndex
    layers.insert(contentsOf: environment.layers, at: place)
    let arguments = volatileArguments ?? arguments
    guard !arguments.isEmpty else { return }
    layers.insert(.init(layer: .argument, location: nil, values: arguments), at: place)
  }

  private mutating func setTexts() {
    texts = environment.texts
    for layer in layers where layer.layer == .argument {
      for (key, value) in layer.values {
        texts[key] = if case .string(let text) = value { text } else { nil }
      }
    }
    if !texts.isEmpty { texts = texts.filter { locks[$0.key] == nil } }
  }

  /// Replaces merged values by those of some layers; unchanged values keep their slots.
  private mutating func merge(
    _ slots: WritableKeyPath<Self, [Defaults.KeyName: SuiteCore.Slot]>,
    _ isMerged: (Defaults.Layer) -> Bool,
    _ nextSequence: () -> UInt64
  ) -> Set<Defaults.KeyName> {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for layer in layers where isMerged(layer.layer) {
      values.merge(layer.values) { first, _ in first }
    }
    var changed: Set<Defaults.KeyName> = []
    for key in self[keyPath: slots].keys where values[key] == nil {
      self[keyPath: slots][key] = nil
      changed.insert(key)
    }
    for (key, value) in values where self[keyPath: slots][key]?.value != value {
      self[keyPath: slots][key] = SuiteCore.Slot(value: value, sequence: nextSequence())
      changed.insert(key)
    }
    return changed
  }
}
