import DefaultsCore

/// The keys that the user has marked in the list.
///
/// Marks are by key and not by row, so they stay when the list is filtered or sorted. A range that is
/// marked step by step has an anchor: moving away from it marks rows, and moving back to it removes the
/// marks that the range has added.
struct MarkedKeys: Sendable {
  /// The marked keys.
  private(set) var keys: Set<Defaults.KeyName> = []
  /// The range that the last command extended; nil if another command came after it.
  private var range: Range?

  private struct Range {
    /// The key at which the range began.
    let anchor: Defaults.KeyName
    /// The marks without the range.
    let others: Set<Defaults.KeyName>
  }

  /// The key at which the present range began; nil if there is none.
  var anchor: Defaults.KeyName? { range?.anchor }

  /// The number of marked keys.
  var count: Int { keys.count }

  /// Whether no key is marked.
  var isEmpty: Bool { keys.isEmpty }

  /// Returns whether a key is marked.
  func contains(_ key: Defaults.KeyName) -> Bool { keys.contains(key) }

  /// Marks keys; if all of them are marked already, removes their marks.
  mutating func toggle(_ toggled: some Collection<Defaults.KeyName>) {
    range = nil
    if toggled.allSatisfy(keys.contains) {
      keys.subtract(toggled)
    } else {
      keys.formUnion(toggled)
    }
  }

  /// Adds marks.
  mutating func insert(_ added: some Sequence<Defaults.KeyName>) {
    range = nil
    keys.formUnion(added)
  }

  /// Removes marks.
  mutating func remove(_ removed: some Sequence<Defaults.KeyName>) {
    if !keys.isEmpty { keys.subtract(removed) }
  }

  /// Removes all marks.
  mutating func removeAll() {
    keys = []
    range = nil
  }

  /// Ends the range, so that the next one has another anchor.
  mutating func endRange() {
    range = nil
  }

  /// Extends or shortens the range after the cursor has moved by one row.
  ///
  /// With `isAway`, the cursor has moved away from the anchor.
  mutating func extend(from old: Defaults.KeyName, to new: Defaults.KeyName, isAway: Bool) {
    let range = self.range ?? Range(anchor: old, others: keys)
    self.range = range
    keys.insert(range.anchor)
    if isAway {
      keys.insert(new)
    } else if old != new, !range.others.contains(old), old != range.anchor {
      keys.remove(old)
    }
  }
}
