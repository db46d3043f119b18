import Defaults

/// Merges two changes of a value that were made from the same base, if they do not overlap.
///
/// A dictionary is merged by member, a list by item, and a text by line. For a list and a text, both
/// changes are written as edits of the base: for each element, whether it was removed, and what was
/// inserted before it. The edits can be merged if no element was removed by one change and removed or
/// replaced differently by the other. Two insertions at the same index can be merged only in a list,
/// where the order of items that different programs added rarely matters.
enum ThreeWayMerge {
  /// The most elements of a list or a text that are compared, because the time to compare two lists
  /// that differ everywhere grows with the square of their length.
  private static let limit = 3000

  /// Returns the value with both changes; nil if they cannot be merged.
  static func merged(
    base: Defaults.StoredValue,
    mine: Defaults.StoredValue,
    theirs: Defaults.StoredValue
  ) -> Defaults.StoredValue? {
    if mine == base || mine == theirs { return theirs }
    if theirs == base { return mine }
    switch (base, mine, theirs) {
    case (.dictionary(let base), .dictionary(let mine), .dictionary(let theirs)):
      return members(base, mine, theirs).map { .dictionary($0) }
    case (.array(let base), .array(let mine), .array(let theirs)):
      return elements(base, mine, theirs, mergesInsertions: true).map { .array($0) }
    case (.string(let base), .string(let mine), .string(let theirs)):
      guard base.contains(where: \.isNewline) else { return nil }
      let lines = elements(
        Self.lines(base),
        Self.lines(mine),
        Self.lines(theirs),
        mergesInsertions: false
      )
      return lines.map { .string($0.joined(separator: "\n")) }
    default:
      return nil
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: - Dictionaries

  private static func members(
    _ base: [Defaults.KeyName: Defaults.StoredValue],
    _ mine: [Defaults.KeyName: Defaults.StoredValue],
    _ theirs: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Defaults.KeyName: Defaults.StoredValue]? {
    var merged = theirs
    for key in Set(base.keys).union(mine.keys) where mine[key] != base[key] {
      if theirs[key] == base[key] || theirs[key] == mine[key] {
        merged[key] = mine[key]
      } else if let old = base[key], let mine = mine[key], let theirs = theirs[key],
        let value = Self.merged(base: old, mine: mine, theirs: theirs)
      {
        merged[key] = value
      } else {
        return nil
      }
    }
    return merged
  }

  // MARK: - Lists and lines

  /// A change of a list, as edits of the base.
  private struct Edits<Element: Hashable> {
    /// The elements that were inserted before the element with an index, and last, at the end.
    var inserted: [[Element]]
    /// Whether the element with an index was removed.
    var removed: [Bool]

    init(from base: [Element], to new: [Element]) {
      inserted = Array(repeating: [], count: base.count + 1)
      removed = Array(repeating: false, count: base.count)
      var added: Set<Int> = []
      for change in new.difference(from: base) {
        switch change {
        case .insert(let offset, _, _): added.insert(offset)
        case .remove(let offset, _, _): removed[offset] = true
        }
      }
      var place = 0
      for (offset, element) in new.enumerated() {
        if added.contains(offset) {
          inserted[place].append(element)
        } else {
          while place < base.count, removed[place] { place += 1 }
          place += 1
        }
      }
    }
  }

  private static func elements<Element: Hashable>(
    _ base: [Element],
    _ mine: [Element],
    _ theirs: [Element],
    mergesInsertions: Bool
  ) -> [Element]? {
    guard max(base.count, mine.count, theirs.count) <= limit else { return nil }
    let (mine, theirs) = (Edits(from: base, to: mine), Edits(from: base, to: theirs))
    var merged: [Element] = []
    for index in 0...base.count {
      let (own, other) = (mine.inserted[index], theirs.inserted[index])
      let isRemoved = index < base.count && (mine.removed[index] || theirs.removed[index])
      let areBothRemoved = index < base.count && mine.removed[index] && theirs.removed[index]
      if own == other {
        merged += own
      } else if areBothRemoved {
        // Both changes removed the element, and inserted different ones.
        return nil
      } else if own.isEmpty || other.isEmpty {
        merged += other + own
      } else if mergesInsertions, !isRemoved {
        merged += other + own
      } else {
        return nil
      }
      if index < base.count, !isRemoved { merged.append(base[index]) }
    }
    return merged
  }
}
