public import Defaults

/// The values of one key in the layers of a suite, without its default.
public struct KeyLayers: Hashable, Sendable {
  /// The value in the user layer, which the editor writes.
  public var stored: Defaults.StoredValue?
  /// The values in the other layers, the highest first.
  public var others: [Defaults.LayeredValue]
  /// The lock of the key; nil when it can be written.
  public var lock: Defaults.Lock?

  /// Creates the layers of a key.
  public init(
    stored: Defaults.StoredValue? = nil,
    others: [Defaults.LayeredValue] = [],
    lock: Defaults.Lock? = nil
  ) {
    self.stored = stored
    self.others = others
    self.lock = lock
  }

  /// Reads the layers of a key.
  init(of key: Defaults.KeyName, in suite: Defaults.Suite) {
    let values = suite.layeredValues(forKey: key.string)
    stored = values.first { $0.layer == .user }?.value
    others = values.filter { $0.layer != .user && $0.layer != .registered }
    lock = suite.lock(forKey: key.string)
  }

  /// Reads all keys of a suite for which a layer has a value, all at the same moment.
  static func all(in suite: Defaults.Suite) -> [Defaults.KeyName: Self] {
    let contents = suite.layerContents()
    var result = contents.stored.mapValues { Self(stored: $0) }
    // The highest layer is the first, and there are few layers and few keys in them.
    for layer in contents.layers {
      for (key, value) in layer.values {
        result[key, default: Self()].others.append(
          Defaults.LayeredValue(layer: layer.layer, location: layer.location, value: value)
        )
      }
    }
    guard contents.hasLocks else { return result }
    for key in result.keys { result[key]?.lock = contents.lock(forKey: key) }
    return result
  }

  /// The value that hides the user's; nil when none does.
  var above: Defaults.LayeredValue? { others.first { $0.layer < .user } }

  /// The value in use after a reset; nil when that is the default.
  var below: Defaults.LayeredValue? { others.first { $0.layer > .user } }

  /// Whether no layer has a value.
  var isEmpty: Bool { stored == nil && others.isEmpty }
}

extension Defaults.Layer {
  /// The word shown for the layer; the managed layer is called a policy.
  var word: String { self == .managed ? "policy" : "\(self)" }
}
