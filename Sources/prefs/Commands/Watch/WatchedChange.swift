import DefaultsCore
import FoundationEssentials
import Synchronization

/// A change of a watched suite, as text or JSON.
struct WatchedChange: Sendable {
  let suite: Defaults.Suite
  let key: Defaults.KeyName
  /// The user's value before and after the change.
  let old, new: Defaults.StoredValue?
  /// The value in use before and after the change.
  let oldEffective, newEffective: Defaults.StoredValue?
  /// Who made the change; nil if nobody knows.
  var author: Defaults.HistoryEntry.Author?
  /// Whether the values are secrets.
  var isHidden = false
  /// The layer that has changed.
  let layer: Defaults.Layer
  /// Whether the value in use was from this layer before the change, and whether it is now.
  private let wasInUse, isInUse: Bool

  /// Creates a change that a suite has reported; `layers` has the layers of the values in use before it.
  init(_ change: Defaults.StoredChange, _ layers: LayersInUse) {
    (suite, key, old, new) = (change.suite, change.key, change.old, change.new)
    (oldEffective, newEffective) = (change.oldEffective, change.newEffective)
    let layers = layers.layers(of: key, in: suite)
    let changed = old == new ? min(layers.before, layers.now) : suite.ownLayer
    (layer, wasInUse, isInUse) = (changed, layers.before == changed, layers.now == changed)
  }

  /// Creates the change that has stored the first value of a key in a suite.
  init(first value: Defaults.StoredValue, of key: Defaults.KeyName, in suite: Defaults.Suite) {
    (self.suite, self.key, old, new) = (suite, key, nil, value)
    (oldEffective, newEffective) = (nil, suite.effectiveValue(forKey: key.string))
    (layer, wasInUse, isInUse) = (suite.ownLayer, false, true)
  }

  /// Whether a value differs, or is locked now or no longer; a change of a layer below a value changes nothing.
  var isChange: Bool {
    isOfUser || oldEffective != newEffective || layer == .managed && wasInUse != isInUse
  }

  /// Whether the user's value differs.
  ///
  /// A lock, or another layer, changes only which value is in use.
  var isOfUser: Bool { old != new }

  /// The value that the changed layer had before.
  ///
  /// It is the highest layer that had or has a value, so it had none if its value was not in use.
  var oldInLayer: Defaults.StoredValue? { isOfUser ? old : wasInUse ? oldEffective : nil }

  /// The value that the changed layer has now.
  var newInLayer: Defaults.StoredValue? { isOfUser ? new : isInUse ? newEffective : nil }

  /// Returns the change on a line, after the name of the suite if that is wanted.
  func line(namesSuite: Bool) -> String {
    let values = isOfUser ? [old, new] : [oldEffective, newEffective]
    let texts = values.map { value in
      value.map { isHidden ? ValueReport.hidden : $0.json.text() } ?? "(unset)"
    }
    let start = namesSuite ? "\(suite.name): " : ""
    let name = author.map { "  by \($0.user), \($0.program) [\($0.process)]" } ?? ""
    let end = isOfUser ? name : " (\(layer))\(name)"
    return "\(start)\(key): \(texts.joined(separator: " -> "))\(end)"
  }

  /// The change as a record.
  var record: Record {
    var record = Record([
      .suite: .string(suite.name), .key: .string(key.string), .layer: .string("\(layer)"),
    ])
    record.setChange(author, at: Date())
    record.setValues(oldInLayer, newInLayer, isHidden: isHidden)
    if !isHidden {
      record[.oldInUse] = oldEffective?.taggedJSON ?? .null
      record[.newInUse] = newEffective?.taggedJSON ?? .null
    }
    return record
  }
}

/// The layer of the value in use of each key.
///
/// A change does not say which layer has changed, so the layer before the change is needed too.
final class LayersInUse: Sendable {
  private let layers: Mutex<[Defaults.KeyName: Defaults.Layer]>

  /// Creates the layers of a suite as they are now.
  init(of suite: Defaults.Suite) {
    var layers: [Defaults.KeyName: Defaults.Layer] = [:]
    for layer in suite.layerContents().layers.sorted(by: { $0.layer > $1.layer }) {
      for key in layer.values.keys { layers[key] = layer.layer }
    }
    self.layers = Mutex(layers)
  }

  /// Returns the layers that had the value in use and that has it now.
  ///
  /// A value that was added or removed, or has another content, is in the higher one of them.
  func layers(
    of key: Defaults.KeyName,
    in suite: Defaults.Suite
  ) -> (before: Defaults.Layer, now: Defaults.Layer) {
    let now = suite.layeredValues(forKey: key.string).first?.layer ?? .registered
    let before = layers.withLock { $0.updateValue(now, forKey: key) } ?? .registered
    return (before, now)
  }
}
