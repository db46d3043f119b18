import Defaults

/// One line of the list.
enum Row: Hashable, Sendable {
  /// The heading of a section, by its index.
  case heading(Int)
  /// A key, by its slot in the document.
  case item(Slot)
}

/// The lines of the list: which keys are shown, in which order, and on which line each one is.
///
/// A key press must cost the same in a suite of 100,000 keys as in one of 10, so the lines cannot be
/// computed from all keys for each frame. They are kept here, and each change of a key changes them.
///
/// `shown` holds the slots of the shown keys in the order of the document, those in folded sections
/// too. Its keys of one section are neighbours, so a section is a range in it. `groups` counts the
/// keys of each section, and `starts` is the sum of the groups before each one, counted in keys, in
/// lines, and in lines where the cursor can stand. Line to key is a binary search in `starts`; key
/// to line is a binary search in `shown` by ``Document/precedes(_:_:)``.
///
/// Invariant: after each function that the state calls, `shown` is sorted and holds no slot of a removed key, and
/// `isShown`, `groups` and `starts` follow from `shown`, the document and `folded`. So a removed key
/// must be removed here before its slot is used for another key.
///
/// Inserting one key moves the slots after it, four bytes each, and sums up the groups again: about
/// 10 microseconds for 100,000 keys. Many keys are inserted or removed by one merge.
struct Listing: Sendable {
  /// The slots of the shown keys, in order.
  private(set) var shown: [Slot] = []
  /// The folded sections, by index.
  private(set) var folded: Set<Int> = []
  /// Whether a slot is in `shown`, by slot.
  private var isShown: [Bool] = []
  /// How many of the shown keys of each section have which property.
  private var groups: [Counts] = []
  /// The sums of the groups before each one; one more than there are groups.
  private var starts: [Start] = [Start()]

  private struct Start {
    var key = 0
    var row = 0
    var stop = 0
  }

  /// The number of lines.
  var rowCount: Int { starts[starts.count - 1].row }

  /// The number of lines on which the cursor can stand: all but headings of unfolded sections.
  var stopCount: Int { starts[starts.count - 1].stop }

  /// How many of the shown keys of a section have which property.
  func counts(ofSection section: Int) -> Counts {
    groups.indices.contains(section) ? groups[section] : Counts()
  }

  func contains(_ slot: Slot) -> Bool {
    isShown.indices.contains(slot.index) && isShown[slot.index]
  }

  /// Returns the line of a number, which must be less than `rowCount`.
  func row(_ number: Int) -> Row {
    let section = section { $0.row <= number }
    let offset = number - starts[section].row
    return offset == 0 ? .heading(section) : .item(shown[starts[section].key + offset - 1])
  }

  /// Returns the line where the cursor stands after so many others where it can stand.
  func stop(_ number: Int) -> Row {
    let section = section { $0.stop <= number }
    if folded.contains(section) { return .heading(section) }
    return .item(shown[starts[section].key + number - starts[section].stop])
  }

  /// Returns how many lines are above a row, and on how many of these the cursor can stand; nil if
  /// the row is not in the list.
  func place(of row: Row, in document: Document) -> (row: Int, stop: Int)? {
    switch row {
    case .heading(let section):
      guard counts(ofSection: section).keys > 0 else { return nil }
      return (starts[section].row, starts[section].stop)
    case .item(let slot):
      let section = document.section(of: slot)
      guard !folded.contains(section), let key = index(of: slot, in: document) else { return nil }
      let offset = key - starts[section].key
      return (starts[section].row + 1 + offset, starts[section].stop + offset)
    }
  }

  /// Returns how many shown keys are before a key, folded sections included; nil if it is not
  /// shown.
  func index(of slot: Slot, in document: Document) -> Int? {
    guard contains(slot) else { return nil }
    return shown.partitionPoint { document.precedes($0, slot) }
  }

  /// The first shown key of a section.
  func firstKey(ofSection section: Int) -> Slot? {
    counts(ofSection: section).keys > 0 ? shown[starts[section].key] : nil
  }

  /// Returns the nearest section after or before another that has shown keys.
  func section(after isAfter: Bool, _ section: Int) -> Int? {
    isAfter
      ? groups.indices.dropFirst(section + 1).first { groups[$0].keys > 0 }
      : groups.indices.prefix(section).last { groups[$0].keys > 0 }
  }

  /// Returns the last section whose start satisfies a predicate that no later one satisfies.
  ///
  /// A section without keys starts where the next one does, so the section found has keys.
  private func section(_ isAtOrBefore: (Start) -> Bool) -> Int {
    var (low, high) = (0, groups.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if isAtOrBefore(starts[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

// MARK: - Changing

extension Listing {
  /// Removes all keys, to list others.
  mutating func clear(for document: Document) {
    shown.removeAll(keepingCapacity: true)
    isShown = Array(repeating: false, count: document.capacity)
    groups = Array(repeating: Counts(), count: document.sections.count)
    sumUp()
  }

  /// Replaces the shown keys.
  mutating func show(_ slots: [Slot], of document: Document) {
    clear(for: document)
    append(slots, of: document)
  }

  /// Adds keys, in order, after those that are shown.
  mutating func append(_ slots: [Slot], of document: Document) {
    guard !slots.isEmpty else { return }
    shown += slots
    for slot in slots { count(slot, document) }
    sumUp()
  }

  /// Adds keys that are not shown yet, in order, and removes keys that the document removed.
  mutating func change(
    inserting inserted: [Slot],
    removing removed: [Slot],
    of document: Document
  ) {
    let isSame = inserted.isEmpty && removed.isEmpty && groups.count == document.sections.count
    guard !isSame else { return sumUp() }
    if removed.count == 1, let place = index(of: removed[0], in: document) {
      shown.remove(at: place)
      isShown[removed[0].index] = false
    } else if removed.count > 1 {
      for slot in removed { isShown[slot.index] = false }
      shown.removeAll { !isShown[$0.index] }
    }
    // The last section comes with the first undeclared key, and goes with the last.
    while groups.count < document.sections.count { groups.append(Counts()) }
    while groups.count > document.sections.count { groups.removeLast() }
    if isShown.count < document.capacity {
      isShown += Array(repeating: false, count: document.capacity - isShown.count)
    }
    shown.merge(inserted, by: document.precedes)
    for slot in inserted { count(slot, document) }
    sumUp()
  }

  /// Counts a shown key by its new record, nil if it was removed, instead of its old one.
  ///
  /// The caller calls ``change(inserting:removing:of:)`` when it has called this for all changes.
  mutating func recount(_ slot: Slot, from old: Record, to new: Record?) {
    guard contains(slot) else { return }
    groups[Int(old.section)].remove(old)
    if let new { groups[Int(new.section)].add(new) }
  }

  mutating func fold(_ sections: Set<Int>) {
    folded = sections
    sumUp()
  }

  private mutating func count(_ slot: Slot, _ document: Document) {
    isShown[slot.index] = true
    document.add(slot, to: &groups)
  }

  private mutating func sumUp() {
    starts.removeAll(keepingCapacity: true)
    var start = Start()
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

/// The lines of a listing as a collection; a line is found when it is read.
struct Rows: RandomAccessCollection {
  let listing: Listing

  var startIndex: Int { 0 }
  var endIndex: Int { listing.rowCount }

  subscript(number: Int) -> Row { listing.row(number) }
}
