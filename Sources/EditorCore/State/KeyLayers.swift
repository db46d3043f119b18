public import Defaults

/// What the layers of a suite hold for one key, its default left out.
public struct KeyLayers: Hashable, Sendable {
  /// What the user layer holds: what the editor writes.
  public var stored: Defaults.StoredValue?
  /// What the other layers hold, the highest first.
  public var others: [Defaults.LayeredValue]
  /// Who allows one value only, if somebody does.
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

  /// Looks a key up in a suite.
  init(of key: Defaults.KeyName, in suite: Defaults.Suite) {
    let values = suite.layeredValues(forKey: key.string)
    stored = values.first { $0.layer == .user }?.value
    others = values.filter { $0.layer != .user && $0.layer != .registered }
    lock = suite.lock(forKey: key.string)
  }

  /// Looks up all keys of a suite for which a layer has a value.
  static func all(in suite: Defaults.Suite) -> [Defaults.KeyName: Self] {
    let keys = Set(suite.storedValues().keys).union(suite.effectiveValues().keys)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, Self(of: $0, in: suite)) })
  }

  /// What hides the user's value, if anything does.
  var above: Defaults.LayeredValue? { others.first { $0.layer < .user } }

  /// What shows when the user's value is reset, unless it is the default.
  var below: Defaults.LayeredValue? { others.first { $0.layer > .user } }

  /// Whether no layer has a value.
  var isEmpty: Bool { stored == nil && others.isEmpty }
}

extension Defaults.Layer {
  /// The word for people: what locks is a policy to them.
  var word: String { self == .managed ? "policy" : "\(self)" }
}
