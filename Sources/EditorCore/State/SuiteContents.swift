import DefaultsCore

/// The values of all keys of a suite at one moment, from which a document is created.
///
/// Nearly every key has a value only in the user layer, and almost none of these keys is on the
/// screen. So their values stay encoded, in `StoredValues`, and are decoded when they are shown. Only
/// keys with another layer or a lock have a `KeyLayers`.
struct SuiteContents: Sendable {
  /// The values in the user layer.
  var stored: Defaults.StoredValues = Defaults.StoredValues()
  /// The layers of the keys that have a value in another layer than the user's, or a lock.
  var layered: [Defaults.KeyName: KeyLayers] = [:]
  /// The lock of every key, because the locks of an administrator cannot be read; nil otherwise.
  private(set) var lockOfAll: Defaults.Lock?

  /// The layers of a key; nil if no layer has a value and the key is not locked.
  subscript(key: Defaults.KeyName) -> KeyLayers? {
    layered[key] ?? stored[key].map { KeyLayers(stored: $0) }
      ?? lockOfAll.map { KeyLayers(lock: $0) }
  }

  /// Returns the keys for which a layer has a value, sorted.
  ///
  /// A key that only an argument of the program sets is left out: every option of a program looks like
  /// one, `--preferences` for example.
  func sortedKeys() -> [Defaults.KeyName] {
    let keys = stored.sortedKeys()
    let others = layered.filter { key, layers in
      stored[key] == nil
        && (layers.stored != nil || layers.others.contains { $0.layer != .argument })
    }
    .keys
    return others.isEmpty ? keys : (keys + others).sorted()
  }
}

extension SuiteContents {
  /// Reads all keys for which a layer has a value, all at the same moment.
  init(of suite: Defaults.Suite) {
    let contents = suite.layerContents()
    self.init(stored: contents.stored)
    lockOfAll = contents.lockOfAll
    // `layers` starts with the highest layer, so `others` gets the order that it needs.
    for layer in contents.layers {
      for (key, value) in layer.values {
        layered[key, default: KeyLayers(stored: stored[key])].others.append(
          Defaults.LayeredValue(layer: layer.layer, location: layer.location, value: value)
        )
      }
    }
    if contents.hasLocks {
      let keys = contents.locksEveryKey ? stored.sortedKeys() : []
      for key in keys where layered[key] == nil { layered[key] = KeyLayers(stored: stored[key]) }
      for key in layered.keys { layered[key]?.lock = contents.lock(forKey: key) }
    }
  }
}
