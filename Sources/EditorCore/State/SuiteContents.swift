import Defaults

/// The values of all keys of a suite, as a document is made of them.
///
/// Nearly every key has only a value in the user layer. These are taken from the suite as they are,
/// because a dictionary of ``KeyLayers`` for 100,000 keys takes as long to make as the file takes to
/// read.
struct SuiteContents: Sendable {
  /// The values of keys that have no other layer and no lock.
  var stored: [Defaults.KeyName: Defaults.StoredValue] = [:]
  /// The layers of all other keys.
  var layered: [Defaults.KeyName: KeyLayers] = [:]

  subscript(key: Defaults.KeyName) -> KeyLayers? {
    layered[key] ?? stored[key].map { KeyLayers(stored: $0) }
  }

  /// Returns the keys that satisfy a predicate and have a value, sorted.
  func sortedKeys(where isIncluded: (Defaults.KeyName) -> Bool) -> [Defaults.KeyName] {
    var keys: [Defaults.KeyName] = []
    keys.reserveCapacity(stored.count + layered.count)
    for key in stored.keys where isIncluded(key) { keys.append(key) }
    for (key, layers) in layered where !layers.isEmpty && isIncluded(key) { keys.append(key) }
    return keys.sortedByBytes()
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
      let keys = contents.locksEveryKey ? Array(stored.keys) : []
      for key in keys where layered[key] == nil { layered[key] = KeyLayers(stored: stored[key]) }
      for key in layered.keys { layered[key]?.lock = contents.lock(forKey: key) }
    }
    for key in layered.keys { stored[key] = nil }
  }
}

extension [Defaults.KeyName] {
  /// Returns the keys in their order.
  ///
  /// Most comparisons are of numbers: eight bytes of each key after the part that all keys have in
  /// common. To compare two names reads memory in two places, and to move one counts references.
  func sortedByBytes() -> [Defaults.KeyName] {
    guard let first else { return self }
    var common = Array<UInt8>(first.string.utf8)[...]
    for key in self where !common.isEmpty {
      let length = zip(common, key.string.utf8).prefix { $0 == $1 }.count
      common = common.prefix(length)
    }
    let start = common.count
    var places: [(bytes: UInt64, place: Int)] = []
    places.reserveCapacity(count)
    for place in indices { places.append((self[place].bytes(from: start), place)) }
    places.sort { left, right in
      left.bytes == right.bytes
        ? self[left.place] < self[right.place] : left.bytes < right.bytes
    }
    return places.map { self[$0.place] }
  }
}

extension Defaults.KeyName {
  /// Returns up to eight bytes from a place, as a number that is ordered as they are.
  fileprivate func bytes(from start: Int) -> UInt64 {
    var text = string
    return text.withUTF8 { utf8 in
      var result: UInt64 = 0
      for place in start..<start + 8 {
        let byte = place < utf8.count ? utf8[place] : 0
        result = (result << 8) + UInt64(byte)
      }
      return result
    }
  }
}
