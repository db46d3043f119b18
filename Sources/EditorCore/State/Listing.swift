import DefaultsCore

/// One line of the list.
enum Row: Hashable, Sendable {
  /// The heading of a section, by its index.
  case heading(Int)
  /// A key, by its slot in the document.
  case item(Slot)
}

/// A key to be listed, with the number by which a flat list is sorted.
struct RankedSlot: Hashable, Sendable {
  var slot: Slot
  /// The smaller, the farther up; a list in sections ignores it.
  var rank: UInt32 = .max
}

/// The lines of the list: which keys are shown, in which order, and on which line each of them is.
///
/// A key press must cost the same in a suite of 100,000 keys as in one of 10. So the lines are not
/// computed from all keys for each frame; they are kept here and updated with each change of a key.
///
/// **Structure.** `shown` holds the slots of the shown keys in the order of the document, including
/// those in folded sections. The keys of one section are contiguous, so a section is a range of
/// `shown`. `groups` holds the counts of each section. `starts` holds their prefix sums: for each
/// section the number of keys, lines and stops before it. A stop is a line that the cursor can be on,
/// which is every line except the heading of an unfolded section. Line to key is a binary search in
/// `starts`; key to line is a binary search in `shown` with ``Document/precedes(_:_:)``.
///
/// **Order.** With `ranks`, the list has no sections: the keys are sorted by a number for each slot,
/// and keys of the same number are in the order of the document. The results of a search are listed
/// that way, best first, and so are other orders than that of the schema. A key keeps its number while
/// it is shown, so that editing a value does not move its row.
///
/// **Invariant.** After each mutating function except `recount`, `shown` is sorted and contains no
/// slot of a removed key, and `widths`, `groups` and `starts` are consistent with `shown`, `folded` and
/// the document. So a removed key must be removed here before its slot is used again.
///
/// **Order of calls.** For changes of the document: first `recount` for each changed key that is shown,
/// then `change` once.
///
/// **Cost.** Inserting one key moves the slots after it, four bytes each, and computes the prefix sums:
/// about 10 microseconds for 100,000 keys. Several keys are inserted or removed in one merge.
struct Listing: Sendable {
  /// The slots of the shown keys, in order.
  private(set) var shown: [Slot] = []
  /// The folded sections, by index.
  private(set) var folded: Set<Int> = []
  /// The number by which a flat list is sorted, by slot; nil for a list in sections.
  private var ranks: [UInt32]?
  /// The width of the title of a slot in `shown` plus one, by slot; 0 for other slots.
  private var widths: [UInt8] = []
  /// The number of shown keys with a title of each width.
  private var widthCounts: [Int] = Array(repeating: 0, count: titleLimit + 1)
  /// The counts of the shown keys of each section, by section.
  private var groups: [Counts] = []
  /// The position at which each section starts; the last element is the end of the list.
  private var starts: [Start] = [Start()]

  /// The number of shown keys, lines and stops before a section.
  private struct Start {
    var key = 0
    var row = 0
    var stop = 0
  }

  /// The width from which titles count as equally long.
  static let titleLimit = 60

  /// The width of the longest title of a shown key, at most ``titleLimit``.
  var titleWidth: Int { widthCounts.lastIndex { $0 > 0 } ?? 0 }

  /// The width of the longest title of a shown key, without the tenth of the titles that are longest.
  var usualTitleWidth: Int {
    var longer = widthCounts.reduce(0, +) / 10
    return widthCounts.lastIndex { count in
      longer -= count
      return longer < 0
    } ?? 0
  }

  /// Whether the list has no sections.
  var isFlat: Bool { ranks != nil }

  /// Returns the order of the list: whether one key is shown before another.
  private func order(in document: Document) -> (Slot, Slot) -> Bool {
    guard let ranks else { return document.precedes }
    return { left, right in
      let (first, second) = (ranks[left.index], ranks[right.index])
      return first == second ? document.precedes(left, right) : first < second
    }
  }

  /// The number of lines.
  var rowCount: Int { starts[starts.count - 1].row }

  /// The number of lines that the cursor can be on.
  var stopCount: Int { starts[starts.count - 1].stop }

  /// Returns the counts of the shown keys of a section.
  func counts(ofSection section: Int) -> Counts {
    groups.indices.contains(section) ? groups[section] : Counts()
  }

  /// Returns whether a key is shown, or would be if its section were unfolded.
  func contains(_ slot: Slot) -> Bool {
    widths.indices.contains(slot.index) && widths[slot.index] > 0
  }

  /// Returns the line with a 0-based number, which must be less than `rowCount`.
  func row(_ number: Int) -> Row {
    if isFlat { return .item(shown[number]) }
    let section = section { $0.row <= number }
    let offset = number - starts[section].row
    return offset == 0 ? .heading(section) : .item(shown[starts[section].key + offset - 1])
  }

  /// Returns the stop with a 0-based number, which must be less than `stopCount`.
  func stop(_ number: Int) -> Row {
    if isFlat { return .item(shown[number]) }
    let section = section { $0.stop <= number }
    if folded.contains(section) { return .heading(section) }
    return .item(shown[starts[section].key + number - starts[section].stop])
  }

  /// Returns the number of lines above a row, and the number of stops among them; nil if the row is
  /// not in the list.
  func place(of row: Row, in document: Document) -> (row: Int, stop: Int)? {
    switch row {
    case .heading(let section):
      guard !isFlat, counts(ofSection: section).keys > 0 else { return nil }
      return (starts[section].row, starts[section].stop)
    case .item(let slot) where isFlat:
      return index(of: slot, in: document).map { ($0, $0) }
    case .item(let slot):
      let section = document.section(of: slot)
      guard !folded.contains(section), let key = index(of: slot, in: document) else { return nil }
      let offset = key - starts[section].key
      return (starts[section].row + 1 + offset, starts[section].stop + offset)
    }
  }

  /// Returns the index of a key in `shown`; nil if it is not in there.
  func index(of slot: Slot, in document: Document) -> Int? {
    guard contains(slot) else { return nil }
    let precedes = order(in: document)
    return shown.partitionPoint { precedes($0, slot) }
  }

  /// Returns the shown key that is nearest to a key that is not shown; nil without any.
  func nearest(to ranked: RankedSlot, in document: Document) -> Slot? {
    func place(_ slot: Slot) -> (rank: Int, index: Int) {
      let rank = slot == ranked.slot ? ranked.rank : ranks?[slot.index] ?? .max
      return (isFlat ? Int(rank) : 0, document.index(of: document.key(at: slot)) ?? 0)
    }
    guard !contains(ranked.slot) else { return ranked.slot }
    let wanted = place(ranked.slot)
    let next = shown.partitionPoint { place($0) < wanted }
    return shown[max(0, next - 1)..<min(shown.count, next + 1)].min { first, second in
      let (first, second) = (place(first), place(second))
      return (abs(first.rank - wanted.rank), abs(first.index - wanted.index))
        < (abs(second.rank - wanted.rank), abs(second.index - wanted.index))
    }
  }

  /// Returns the first shown key of a section; nil if it has none, or if the list is flat.
  func firstKey(ofSection section: Int) -> Slot? {
    !isFlat && counts(ofSection: section).keys > 0 ? shown[starts[section].key] : nil
  }

  /// Returns the nearest section with shown keys after or before a section; nil if there is none.
  func section(after isAfter: Bool, _ section: Int) -> Int? {
    isAfter
      ? groups.indices.dropFirst(section + 1).first { groups[$0].keys > 0 }
      : groups.indices.prefix(section).last { groups[$0].keys > 0 }
  }

  /// Returns the last section whose start satisfies a predicate, by binary search.
  ///
  /// The predicate must be true up to some section and false after it. A section without keys has the
  /// same start as the next one, so the last of them, which is returned, has keys.
  private func section(_ isAtOrBefore: (Start) -> Bool) -> Int {
    max(0, min(starts.partitionPoint(isAtOrBefore), groups.count) - 1)
  }
}

// MARK: - Changing

extension Listing {
  /// Removes all keys and adapts the tables to the document.
  mutating func clear(for document: Document, isFlat: Bool = false) {
    shown.removeAll(keepingCapacity: true)
    widths = Array(repeating: 0, count: document.capacity)
    widthCounts = Array(repeating: 0, count: Self.titleLimit + 1)
    groups = Array(repeating: Counts(), count: document.sections.count)
    ranks = isFlat ? Array(repeating: .max, count: document.capacity) : nil
    sumUp()
  }

  /// Replaces the shown keys; they must be in the order of the document.
  ///
  /// With an ordering, the list is flat and sorted by its numbers.
  mutating func show(_ slots: [Slot], of document: Document, by ordering: Ordering? = nil) {
    clear(for: document, isFlat: ordering != nil)
    change(inserting: slots.map { RankedSlot(slot: $0, rank: ordering?[$0] ?? .max) }, of: document)
  }

  /// Merges keys into a list; they must be in the order of the document.
  private mutating func merge(_ slots: [RankedSlot], of document: Document) {
    if ranks != nil {
      let missing = document.capacity - (ranks?.count ?? 0)
      if missing > 0 { ranks? += Array(repeating: .max, count: missing) }
      for slot in slots { ranks?[slot.slot.index] = slot.rank }
    }
    let precedes = order(in: document)
    let sorted = isFlat ? slots.map(\.slot).sorted(by: precedes) : slots.map(\.slot)
    shown.merge(sorted, by: precedes)
  }

  /// Inserts keys that are not shown yet, in the order of the document, and removes keys that the
  /// document has removed.
  mutating func change(
    inserting inserted: [RankedSlot],
    removing removed: Set<Slot> = [],
    of document: Document
  ) {
    let isSame = inserted.isEmpty && removed.isEmpty && groups.count == document.sections.count
    guard !isSame else { return sumUp() }
    // The document may have given the slot to another key, or the numbers of a flat list may have changed:
    // then the search ends elsewhere.
    let place = removed.count == 1 ? removed.first.flatMap { index(of: $0, in: document) } : nil
    for slot in removed where contains(slot) {
      widthCounts[Int(widths[slot.index]) - 1] -= 1
      widths[slot.index] = 0
    }
    if let place, shown.indices.contains(place), removed.contains(shown[place]) {
      shown.remove(at: place)
    } else if !removed.isEmpty {
      shown.removeAll { widths[$0.index] == 0 }
    }
    // The document adds its last section with the first undeclared key, and removes it with the last.
    while groups.count < document.sections.count { groups.append(Counts()) }
    while groups.count > document.sections.count { groups.removeLast() }
    if widths.count < document.capacity {
      widths += Array(repeating: 0, count: document.capacity - widths.count)
    }
    merge(inserted, of: document)
    for slot in inserted {
      let width = document.rowTitleWidth(of: slot.slot, isFlat: isFlat)
      widths[slot.slot.index] = UInt8(width + 1)
      widthCounts[width] += 1
      document.add(slot.slot, to: &groups)
    }
    sumUp()
  }

  /// Replaces the numbers by which a flat list is sorted; the shown keys must be in the same order with
  /// the new ones.
  mutating func renumber(_ ranks: [UInt32]) {
    if isFlat { self.ranks = ranks }
  }

  /// Replaces the old record of a shown key in the counts by its new one; nil if it was removed.
  ///
  /// After this was called for all changes, ``change(inserting:removing:of:)`` must be called.
  mutating func recount(_ slot: Slot, from old: Record, to new: Record?) {
    guard contains(slot) else { return }
    groups[Int(old.section)].remove(old)
    if let new { groups[Int(new.section)].add(new) }
  }

  /// Folds these sections and unfolds all others.
  mutating func fold(_ sections: Set<Int>) {
    folded = sections
    sumUp()
  }

  /// Computes the prefix sums; costs one step for each section.
  private mutating func sumUp() {
    starts.removeAll(keepingCapacity: true)
    var start = Start()
    guard !isFlat else {
      return starts = [start, Start(key: shown.count, row: shown.count, stop: shown.count)]
    }
    for (section, counts) in groups.enumerated() {
      starts.append(start)
      let isFolded = folded.contains(section)
      guard counts.keys > 0 else { continue }
      start.key += counts.keys
      start.row += isFolded ? 1 : 1 + counts.keys
      start.stop += isFolded ? 1 : counts.keys
    }
    starts.append(start)
  }
}
