import Foundation
import Synchronization

/// The history of one suite, in a property list of its own.
///
/// Several processes record entries in one journal, and each must be able to undo the changes of
/// the others. So the journal is a store with one key per entry. A commit merges into the stored
/// keys under the store's lock, so no process overwrites the entry of another. A damaged file is
/// set aside by the next commit, and the new one starts with the entries that can be read. Entries are only
/// appended, except that an edit may be joined with the last entry, and old ones are removed. An
/// undo appends an entry that names the undone one; ``Defaults/HistoryTimeline`` computes from all
/// entries which of them are undone.
///
/// An entry is recorded after the suite's commit, because only the commit returns the values that
/// it replaced, and an entry for a commit that fails would offer a change for undo that was never
/// made. A crash in between loses the entry and not the value: undoing an older change of the same
/// key then fails with ``Defaults/UndoError/changedSince(restoring:)``. The state of this
/// process is changed only after the journal's commit, so it has no entries that the journal lacks.
///
/// Undo follows the order of the entries, and clocks are set back. So every entry has a number, one
/// more than the highest in the journal when it was recorded. Entries of the first two formats have
/// none: they come first, in the order of their identifiers, which begin with the time. Two processes
/// that record at the same moment may use the same number; the identifier then decides. Where no
/// greater number is possible, all entries are numbered again, in their order.
///
/// A suite's location can be written in several ways, so entries belong to the suite if their
/// location is the same file.
///
/// The journal contains the version of its format. A program with an older version of this library
/// that finds a newer format neither reads nor writes it.
final class HistoryJournal: Sendable {
  /// The version of the format that this library writes; a journal without a version has version 1.
  private static let formatVersion: Int128 = 3
  private static let formatKey: Defaults.KeyName = "format"

  private let store: any Defaults.Store
  /// The location of the suite; suites with the same name in other directories use the same file.
  private let location: String
  private let options: Defaults.HistoryOptions

  private struct State {
    /// The number of entries created; part of the identifier, so that two of one millisecond
    /// differ.
    var count = 0
    /// The identifiers of the entries that this process has recorded.
    var ownEntries: Set<Defaults.HistoryEntry.ID> = []
    /// The entries of this process with the values that the journal omits.
    var completeEntries: [Defaults.HistoryEntry.ID: Defaults.HistoryEntry] = [:]
    /// The entry that this process recorded last, if it has exactly one change.
    var lastEntry: (id: Defaults.HistoryEntry.ID, key: Defaults.KeyName)?
    /// The entry with the last change of each key by this process.
    var entryOfKey: [Defaults.KeyName: Defaults.HistoryEntry.ID] = [:]
  }

  private let state: Mutex<State>

  /// Creates the journal of a suite.
  ///
  /// - Parameters:
  ///   - suiteName: the name of the suite.
  ///   - location: the location of the suite's store.
  ///   - options: the options for recording.
  ///   - predecessor: the journal that this one replaces in this process; nil for none.
  init(
    suiteName: String,
    location: String,
    options: Defaults.HistoryOptions,
    replacing predecessor: HistoryJournal? = nil
  ) {
    state = Mutex(predecessor?.state.withLock { $0 } ?? State())
    if options.isOnDisk {
      let path = options.path(ofSuite: suiteName, extension: "history")
      store = Defaults.PropertyListStore(file: path, salvages: true)
    } else {
      // A journal in memory keeps the entries of its predecessor.
      store = predecessor?.store as? Defaults.InMemoryStore ?? Defaults.InMemoryStore()
    }
    self.location = location
    self.options = options
  }

  // MARK: - Reading

  /// All entries of the suite, the oldest first.
  ///
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be read.
  func entries() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] {
    entries(in: try contents())
  }

  /// Returns the entries of the suite that were added or changed since a snapshot of the journal.
  ///
  /// Only these are decoded.
  ///
  /// - Parameter snapshot: the snapshot, which is replaced by the present one; nil for none.
  /// - Returns: the entries, the oldest first.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be read.
  func entries(
    since snapshot: inout Defaults.StoreSnapshot?
  ) throws(Defaults.StoreError) -> [Defaults.HistoryEntry] {
    guard let present = try store.load(unlike: snapshot?.version) else { return [] }
    let known = snapshot?.contents ?? PropertyListDocument()
    var changed: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for id in present.contents.keysThatDiffer(from: known) { changed[id] = present.contents[id] }
    let entries = entries(in: try checked(changed))
    snapshot = present
    return entries
  }

  private func entries(
    in known: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Defaults.HistoryEntry] {
    let locations = locations(among: known)
    return Self.order(of: known).compactMap { id in
      known[id].flatMap { Defaults.HistoryEntry(id: id.string, $0, of: locations) }
    }
  }

  /// Returns the spellings of the suite's location that entries have.
  private func locations(among known: [Defaults.KeyName: Defaults.StoredValue]) -> Set<String> {
    Set(known.values.compactMap(Defaults.HistoryEntry.location))
      .filter { FileLocation.isSame($0, location) }
  }

  /// Returns the identifiers of all entries in a journal, the oldest first.
  private static func order(
    of known: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Defaults.KeyName] {
    known.filter { $0.key != formatKey }
      .map { (id: $0.key, number: Defaults.HistoryEntry.number(of: $0.value)) }
      .sorted { ($0.number, $0.id) < ($1.number, $1.id) }
      .map(\.id)
  }

  /// Returns an entry with the values that the journal omits, if this process has recorded it.
  func complete(_ entry: Defaults.HistoryEntry) -> Defaults.HistoryEntry {
    state.withLock { $0.completeEntries[entry.id] } ?? entry
  }

  /// The number of entries with values that the journal omits.
  var keptEntryCount: Int { state.withLock { $0.completeEntries.count } }

  /// Returns whether this process has recorded an entry.
  func isOwn(_ entry: Defaults.HistoryEntry) -> Bool {
    state.withLock { $0.ownEntries.contains(entry.id) }
  }

  /// Returns the entry with the last change of a key that this process has recorded; nil for none.
  func ownEntry(forKey key: Defaults.KeyName) -> Defaults.HistoryEntry.ID? {
    state.withLock { $0.entryOfKey[key] }
  }

  /// Reads the journal, and checks the version of its format.
  private func contents() throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue] {
    try checked(try store.load(unlike: nil)?.values ?? [:])
  }

  /// Returns the values of the journal if their format is known.
  private func checked(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue] {
    let format: String
    switch values[Self.formatKey] {
    case nil: return values
    case .integer(1...Self.formatVersion): return values
    case .integer(let version): format = "\(version)"
    case .some: format = "not a number"
    }
    throw Defaults.StoreError(
      location: store.location,
      reason: "its format is \(format), and this program reads the formats 1 to "
        + "\(Self.formatVersion); update the program, or move the file away",
      isTemporary: false
    )
  }

  // MARK: - Writing

  /// Returns the entries to which a new one is added.
  ///
  /// Of a damaged journal these are the entries that can be read: the commit of the new entry sets
  /// the file aside.
  private func contentsForAppending()
    throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue]
  {
    do throws(Defaults.StoreError) {
      return try contents()
    } catch {
      guard case .unreadable(let failure) = error.cause, !failure.isUnsupported,
        let store = store as? Defaults.PropertyListStore
      else { throw error }
      return try checked(try store.readableValues())
    }
  }

  /// Records a commit: one entry for each cause.
  ///
  /// - Parameters:
  ///   - edits: the committed edits.
  ///   - replaced: the values that the commit replaced.
  /// - Returns: the problems of the journal that were solved.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  func record(
    _ edits: [Defaults.KeyName: SuiteCore.PendingEdit],
    replaced: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    var repairs: [Defaults.Diagnostic.Kind] = []
    let groups = Dictionary(grouping: edits, by: \.value.cause).sorted { left, right in
      (left.value.map(\.value.write).min() ?? 0) < (right.value.map(\.value.write).min() ?? 0)
    }
    for (cause, edits) in groups {
      let changes = edits.sorted { $0.key < $1.key }.compactMap { key, edit in
        replaced[key] == edit.value
          ? nil : Defaults.HistoryEntry.Change(key: key, old: replaced[key], new: edit.value)
      }
      guard !changes.isEmpty else { continue }
      let extendsLast = edits.allSatisfy(\.value.extendsLastEntry)
      repairs += try append(changes, cause, extendsLast: extendsLast)
    }
    return repairs
  }

  /// Records an undo or redo whose values were stored already, as an entry without changes.
  ///
  /// - Returns: the problems of the journal that were solved.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  func record(_ cause: Defaults.Cause) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    try append([], cause, extendsLast: false)
  }

  private func append(
    _ changes: [Defaults.HistoryEntry.Change],
    _ cause: Defaults.Cause,
    extendsLast: Bool
  ) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    let known = try contentsForAppending()
    if extendsLast, let repairs = try extendLastEntry(by: changes, cause, among: known) {
      return repairs
    }
    // Whole milliseconds, like the identifier.
    let now = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded() / 1000)
    let order = Self.order(of: known)
    let entry = Defaults.HistoryEntry(
      id: newID(now, among: known),
      date: now,
      author: .ofProcess(options.program),
      changes: changes,
      cause: cause
    )
    let recorded = abridged(entry)
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    let room = options.sizeLimit - recorded.approximateSize
    for id in order.dropLast(Self.countThatFits(order, known, room, options.limit - 1)) {
      edits[id] = .some(nil)
    }
    let kept = Set(order.filter { edits[$0] == nil }.map(\.string)).union([entry.id])
    var last = order.last.flatMap { known[$0] }.map(Defaults.HistoryEntry.number) ?? 0
    var repairs: [Defaults.Diagnostic.Kind] = []
    if last >= Defaults.HistoryEntry.greatestNumber {
      last = 0
      for id in order where edits[id] == nil {
        last += 1
        edits[id] = known[id].map { Defaults.HistoryEntry.numbered($0, last) }
      }
      repairs.append(.historyRenumbered(location: store.location))
    }
    repairs += try commit(entry, as: recorded, number: last + 1, edits, keeping: known.count)
    state.withLock { state in
      // Other processes remove entries of this one as well.
      state.completeEntries = state.completeEntries.filter { kept.contains($0.key) }
      state.ownEntries.formIntersection(kept)
      state.ownEntries.insert(entry.id)
      state.lastEntry = changes.count == 1 ? (entry.id, changes[0].key) : nil
      for change in changes { state.entryOfKey[change.key] = entry.id }
    }
    return repairs
  }

  /// Returns an entry without the values that the journal must not or cannot hold.
  private func abridged(_ entry: Defaults.HistoryEntry) -> Defaults.HistoryEntry {
    var recorded = entry
    recorded.changes = entry.changes.map(abridged)
    var excess = recorded.approximateSize - options.sizeLimit
    guard excess > 0 else { return recorded }
    let sizes = recorded.changes.map(\.approximateSize)
    for index in sizes.indices.sorted(by: { sizes[$0] > sizes[$1] }) {
      guard excess > 0, recorded.changes[index].omission == nil else { break }
      excess -= sizes[index]
      let key = recorded.changes[index].key
      recorded.changes[index] = .init(key: key, old: nil, new: nil, omission: .large)
    }
    return recorded
  }

  /// Removes the changes of a key from all entries.
  ///
  /// An entry with changes of other keys keeps those. An undo or redo is removed together with the
  /// entry that it names. Another process may record entries meanwhile, so the journal is read again
  /// until no entry has a change of the key.
  ///
  /// - Returns: the number of entries that had a change of the key.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be read or written.
  func forget(_ key: Defaults.KeyName) throws(Defaults.StoreError) -> Int {
    var count = 0
    while true {
      let known = try contents()
      let locations = locations(among: known)
      var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
      var removed: Set<Defaults.HistoryEntry.ID> = []
      var found = 0
      for id in Self.order(of: known) {
        guard let stored = known[id],
          var entry = Defaults.HistoryEntry(id: id.string, stored, of: locations)
        else { continue }
        let before = entry.changes.count
        entry.changes.removeAll { $0.key == key }
        if entry.changes.count < before { found += 1 }
        if entry.changes.isEmpty, before > 0 || entry.cause.entry.map(removed.contains) == true {
          removed.insert(entry.id)
          edits[id] = .some(nil)
        } else if entry.changes.count < before {
          let number = Defaults.HistoryEntry.number(of: stored)
          edits[id] = entry.storedValue(of: location, number: number)
        }
      }
      guard found > 0 else { return count }
      edits[Self.formatKey] = .integer(Self.formatVersion)
      _ = try store.commit(edits)
      count += found
      state.withLock { state in
        for id in removed { state.completeEntries[id] = nil }
        state.ownEntries.subtract(removed)
        if state.lastEntry?.key == key { state.lastEntry = nil }
        state.entryOfKey[key] = nil
      }
    }
  }

  /// Joins a change with the last entry, if this process recorded it for the same key and cause.
  ///
  /// The causes must be equal, because an entry of an undo or redo refers to the entry it names,
  /// and an edit must not become part of it. Two changes that cancel each other are not joined:
  /// undoing an entry that changes nothing commits nothing, so it would stay the next one to undo.
  ///
  /// - Returns: the problems of the journal that were solved; nil when they were not joined.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  private func extendLastEntry(
    by changes: [Defaults.HistoryEntry.Change],
    _ cause: Defaults.Cause,
    among known: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind]? {
    guard changes.count == 1, let last = state.withLock({ $0.lastEntry }),
      last.key == changes[0].key,
      Self.order(of: known).last == Defaults.KeyName(last.id),
      let stored = known[Defaults.KeyName(last.id)],
      let entry = Defaults.HistoryEntry(id: last.id, stored, of: locations(among: known)),
      entry.cause == cause
    else { return nil }
    var joined = complete(entry)
    guard joined.changes.count == 1, joined.changes[0].new == changes[0].old,
      joined.changes[0].old != changes[0].new
    else { return nil }
    joined.changes[0].new = changes[0].new
    let number = Defaults.HistoryEntry.number(of: stored)
    return try commit(joined, as: abridged(joined), number: number, keeping: known.count)
  }

  /// Stores an entry with its number and changes or removes others, in one commit.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - recorded: the entry without the values that the journal cannot hold.
  ///   - number: its number.
  ///   - others: the changes of other entries.
  ///   - count: the number of values that the journal had.
  /// - Returns: the problems of the journal that the commit solved.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  private func commit(
    _ entry: Defaults.HistoryEntry,
    as recorded: Defaults.HistoryEntry,
    number: Int128,
    _ others: [Defaults.KeyName: Defaults.StoredValue?] = [:],
    keeping count: Int
  ) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    var edits = others
    edits[Defaults.KeyName(entry.id)] = recorded.storedValue(of: location, number: number)
    edits[Self.formatKey] = .integer(Self.formatVersion)
    let result = try store.commit(edits)
    if !recorded.isComplete { state.withLock { $0.completeEntries[entry.id] = entry } }
    guard let setAside = result.setAside else { return [] }
    let repair = Defaults.Diagnostic.Kind.historySetAside(
      location: setAside.location,
      reason: setAside.reason,
      isEmpty: count == 0
    )
    return [repair]
  }

  /// Returns a change without its values if the journal must not or cannot hold them.
  private func abridged(_ change: Defaults.HistoryEntry.Change) -> Defaults.HistoryEntry.Change {
    let values = change.values
    if options.hides(change.key, values) {
      return .init(key: change.key, old: nil, new: nil, omission: .secret)
    }
    // In the journal, four more containers enclose a value.
    let canHoldAll = values.allSatisfy { $0.refusal(depth: 4, isForPropertyList: true) == nil }
    guard change.valuesSize <= options.valueSizeLimit, canHoldAll else {
      return .init(key: change.key, old: nil, new: nil, omission: .large)
    }
    return change
  }

  /// Returns an identifier that sorts by time and that no other entry has.
  private func newID(
    _ date: Date,
    among known: [Defaults.KeyName: Defaults.StoredValue]
  ) -> String {
    while true {
      let count = state.withLock { state in
        state.count += 1
        return state.count
      }
      let id = Defaults.HistoryEntry.newID(date, count)
      // After the clock was set back, a process with the same process identifier may have used it.
      if known[Defaults.KeyName(id)] == nil { return id }
    }
  }
}
