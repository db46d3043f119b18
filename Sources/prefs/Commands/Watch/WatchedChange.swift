import DefaultsCore
import FoundationEssentials

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

  /// Creates a change that a suite has reported.
  init(_ change: Defaults.StoredChange) {
    (suite, key, old, new) = (change.suite, change.key, change.old, change.new)
    (oldEffective, newEffective) = (change.oldEffective, change.newEffective)
  }

  /// Creates the change that has stored the first value of a key in a suite.
  init(first value: Defaults.StoredValue, of key: Defaults.KeyName, in suite: Defaults.Suite) {
    (self.suite, self.key, old, new) = (suite, key, nil, value)
    (oldEffective, newEffective) = (nil, suite.effectiveValue(forKey: key.string))
  }

  /// Whether a value differs; a change of a layer below a value changes nothing.
  var isChange: Bool { isOfUser || oldEffective != newEffective }

  /// Whether the user's value differs.
  ///
  /// A lock, or another layer, changes only which value is in use.
  var isOfUser: Bool { old != new }

  /// The layer that has changed: the suite's own, or the highest one that has a value now.
  private var layer: Defaults.Layer {
    if isOfUser { return suite.ownLayer }
    return suite.layeredValues(forKey: key.string).first?.layer ?? .registered
  }

  /// Returns the change on a line, after the name of the suite if that is wanted.
  func line(namesSuite: Bool) -> String {
    let values = isOfUser ? [old, new] : [oldEffective, newEffective]
    let texts = values.map { value in
      value.map { isHidden ? ValueReport.hidden : $0.json.text() } ?? "(unset)"
    }
    let start = namesSuite ? "\(suite.name): " : ""
    let name = author.map { "  by \($0.user), \($0.program) [\($0.process)]" } ?? ""
    let end = isOfUser ? name : " (\(layer))"
    return "\(start)\(key): \(texts.joined(separator: " -> "))\(end)"
  }

  /// The change as a record.
  var record: Record {
    var record = Record([
      .suite: .string(suite.name), .key: .string(key.string), .layer: .string("\(layer)"),
    ])
    record.setChange(author, at: Date())
    record.setValues(old, new, isHidden: isHidden)
    if !isHidden {
      record[.oldInUse] = oldEffective?.taggedJSON ?? .null
      record[.newInUse] = newEffective?.taggedJSON ?? .null
    }
    return record
  }
}
