import DefaultsCore
import DefaultsSchema

/// Merges two changes of a value that were made from the same base, if they do not overlap.
///
/// A dictionary is merged by member, a list by item, and a text by line, at any depth. If both changes of a
/// list leave every item in its place, the items are merged one by one. Otherwise, and for a text, both
/// changes are written as edits of the base: for each element, whether it was removed, and what was
/// inserted before it. The edits can be merged if no element was removed by one change and removed or
/// replaced differently by the other; an item that both have replaced by another version is merged itself.
/// Two insertions at the same index can be merged only in a list, where the order of items that different
/// programs added rarely matters.
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
      return items(base, mine, theirs).map { .array($0) }
    case (.string(let base), .string(let mine), .string(let theirs)):
      guard base.contains(where: \.isNewline) else { return nil }
      let lines = elements(
        Self.lines(base),
        Self.lines(mine),
        Self.lines(theirs),
        mergesInsertions: false
      ) { _, _, _ in nil }
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
      } else if let mine = mine[key], let theirs = theirs[key],
        let value = Self.merged(base: base[key] ?? empty(like: theirs), mine: mine, theirs: theirs)
      {
        merged[key] = value
      } else {
        return nil
      }
    }
    return merged
  }

  /// Returns a dictionary without members as the base of two that both changes have added; any other value
  /// is a base that nothing can be merged with.
  private static func empty(like value: Defaults.StoredValue) -> Defaults.StoredValue {
    if case .dictionary = value { .dictionary([:]) } else { .null }
  }

  // MARK: - Lists and lines

  private static func items(
    _ base: [Defaults.StoredValue],
    _ mine: [Defaults.StoredValue],
    _ theirs: [Defaults.StoredValue]
  ) -> [Defaults.StoredValue]? {
    if ItemAlignment(base, mine).keepsPlaces, ItemAlignment(base, theirs).keepsPlaces {
      let merged = base.indices.map { index in
        Self.merged(base: base[index], mine: mine[index], theirs: theirs[index])
      }
      return merged.contains(nil) ? nil : merged.compactMap(\.self)
    }
    return elements(base, mine, theirs, mergesInsertions: true) { base, mine, theirs in
      Self.merged(base: base, mine: mine, theirs: theirs)
    }
  }

  /// A change of a list, as edits of the base.
  private struct Edits<Element: Hashable> {
    /// The elements that were inserted before the element with an index, and last, at the end.
    var inserted: [[Element]]
    /// Whether the element with an index was removed.
    var removed: [Bool]

    /// Returns whether the element with an index was removed; false for the end.
    func isRemoved(_ index: Int) -> Bool { index < removed.count && removed[index] }

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
    mergesInsertions: Bool,
    merge: (Element, Element, Element) -> Element?
  ) -> [Element]? {
    guard max(base.count, mine.count, theirs.count) <= limit else { return nil }
    let (mine, theirs) = (Edits(from: base, to: mine), Edits(from: base, to: theirs))
    var merged: [Element] = []
    for index in 0...base.count {
      let (own, other) = (mine.inserted[index], theirs.inserted[index])
      let isRemoved = mine.isRemoved(index) || theirs.isRemoved(index)
      let areBothRemoved = mine.isRemoved(index) && theirs.isRemoved(index)
      if own == other {
        merged += own
      } else if areBothRemoved {
        // Both changes removed the element, and inserted different ones: maybe other versions of it.
        let isAlone = !mine.isRemoved(index + 1) && !theirs.isRemoved(index + 1)
        guard isAlone, own.count == 1, other.count == 1,
          let element = merge(base[index], own[0], other[0])
        else { return nil }
        merged.append(element)
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
