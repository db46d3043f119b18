import Defaults

/// The values of all keys of a suite, as a document is made of them.
///
/// Nearly every key has only a value in the user layer, and nearly none of these is on the screen. So
/// they stay in the form in which the suite has them, and are decoded when they are shown.
struct SuiteContents: Sendable {
  /// The values in the user layer.
  var stored: Defaults.StoredValues = Defaults.StoredValues()
  /// The layers of the keys that have another layer than the user's, or a lock.
  var layered: [Defaults.KeyName: KeyLayers] = [:]

  subscript(key: Defaults.KeyName) -> KeyLayers? {
    layered[key] ?? stored[key].map { KeyLayers(stored: $0) }
  }

  /// Returns the keys for which a layer has a value, sorted.
  func sortedKeys() -> [Defaults.KeyName] {
    let keys = stored.sortedKeys()
    let others = layered.filter { !$0.value.isEmpty && stored[$0.key] == nil }.keys
    return others.isEmpty ? keys : (keys + others).sorted()
  }
}

extension SuiteContents {
  /// Reads all keys of a suite for which a layer has a value, all at the same moment.
  init(of suite: Defaults.Suite) {
    let contents = suite.layerContents()
    stored = contents.stored
    // The highest layer is the first, and there are few layers and few keys in them.
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
