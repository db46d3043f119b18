import Defaults

/// The edits that are collected and not stored yet, in all suites of this session.
///
/// They are kept on disk like parked input, so that they survive the end of the program; those of
/// secrets are not.
struct StagedEdits: Sendable {
  /// The value to store by key; nil to remove the stored one.
  private(set) var values: [SuiteKey: Defaults.StoredValue?] = [:]
  /// The keys in the order in which they were staged, the last one last.
  private(set) var order: [SuiteKey] = []
  /// The keys that differ from what is kept on disk.
  private var unsaved: Set<SuiteKey> = []

  /// Returns whether an edit of the key is staged.
  func contains(_ key: SuiteKey) -> Bool { values.keys.contains(key) }

  /// Returns the staged values of a suite by key.
  func values(ofSuite name: String) -> [Defaults.KeyName: Defaults.StoredValue?] {
    var found: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for key in order where key.suiteName == name {
      found.updateValue(values[key] ?? nil, forKey: key.key)
    }
    return found
  }

  /// Returns the number of staged edits of a suite.
  func count(inSuite name: String) -> Int { order.count { $0.suiteName == name } }

  /// Stages a value; nil stages a reset.
  mutating func set(_ value: Defaults.StoredValue?, _ key: SuiteKey) {
    values.updateValue(value, forKey: key)
    order.removeAll { $0 == key }
    order.append(key)
    unsaved.insert(key)
  }

  /// Drops the edit of a key.
  mutating func remove(_ key: SuiteKey) {
    guard contains(key) else { return }
    values.removeValue(forKey: key)
    order.removeAll { $0 == key }
    unsaved.insert(key)
  }

  /// Adds edits that an earlier session has staged, for keys without an edit of this session.
  ///
  /// - Returns: the number of edits that were added.
  mutating func restore(_ kept: [SuiteKey: Defaults.StoredValue?]) -> Int {
    let new = kept.keys.filter { !contains($0) }.sorted { $0.key < $1.key }
    for key in new {
      values.updateValue(kept[key] ?? nil, forKey: key)
      order.append(key)
    }
    return new.count
  }

  /// Returns the edits that differ from what is kept on disk, by suite, in the form of the file; nil
  /// for a key that has none any more.
  mutating func takeUnsaved() -> [String: [Defaults.KeyName: Defaults.StoredValue?]] {
    var suites: [String: [Defaults.KeyName: Defaults.StoredValue?]] = [:]
    for key in unsaved {
      let kept = contains(key) ? Self.kept(values[key] ?? nil) : nil
      suites[key.suiteName, default: [:]].updateValue(kept, forKey: key.key)
    }
    unsaved = []
    return suites
  }

  // MARK: - The form of the file

  private static let valueKey: Defaults.KeyName = "value"

  /// Returns a staged value in the form of the file, in which a reset is an empty dictionary.
  static func kept(_ value: Defaults.StoredValue?) -> Defaults.StoredValue {
    .dictionary(value.map { [valueKey: $0] } ?? [:])
  }

  /// Returns the staged value of a form that was read; nil if it is not one.
  static func value(kept: Defaults.StoredValue) -> Defaults.StoredValue?? {
    guard case .dictionary(let members) = kept else { return nil }
    return .some(members[valueKey])
  }
}
