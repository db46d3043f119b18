import DefaultsCore

/// The values of one key in the layers of a suite, without its default.
struct KeyLayers: Hashable, Sendable {
  /// The value in the file that the editor writes: the user's, or the one for this host.
  var stored: Defaults.StoredValue?
  /// The values in the other layers, the highest first.
  var others: [Defaults.LayeredValue] = []
  /// The lock of the key; nil when it can be written.
  var lock: Defaults.Lock?
}

extension KeyLayers {
  /// Reads the layers of a key.
  init(of key: Defaults.KeyName, in suite: Defaults.Suite) {
    let values = suite.layeredValues(forKey: key.string)
    let own = suite.ownLayer
    stored = values.first { $0.layer == own }?.value
    others = values.filter { $0.layer != own && $0.layer != .registered }
    lock = suite.lock(forKey: key.string)
  }

  /// The value of the highest layer above that file, which is used instead of its value; nil for none.
  var above: Defaults.LayeredValue? { others.first { $0.layer < .user } }

  /// The value of the highest layer below that file, which is used after a reset; nil for none.
  ///
  /// The user's layer is among the others only below the file for this host.
  var below: Defaults.LayeredValue? { others.first { $0.layer >= .user } }

  /// The value that is in use, if it is from another file; nil for none.
  var otherInUse: Defaults.LayeredValue? {
    let value = above ?? (stored == nil ? below : nil)
    switch value?.layer {
    case .managed, .host, .user, .global, .system: return value
    case .argument, .environment, .registered, nil: return nil
    }
  }

  /// Whether no layer has a value.
  var isEmpty: Bool { stored == nil && others.isEmpty }
}

extension Defaults.LayeredValue {
  /// The words for the source of the value: the layer, and the name of an environment variable.
  var sourceWords: String {
    guard layer == .environment, let location else { return layer.word }
    return "\(layer.word) \(location)"
  }
}

extension Defaults.Layer {
  /// The word shown for the layer.
  var word: String { "\(self)" }
}
