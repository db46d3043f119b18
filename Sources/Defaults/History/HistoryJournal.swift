import Foundation
import Glibc
import Synchronization

/// The history of one suite, in a property list of its own.
///
/// The journal is a store like any other: several processes add to it at once, none loses an
/// entry, and a damaged one is kept aside. Programs of different ages may share it, because they
/// contain this library: it carries the version of its format, and a program that finds a newer
/// version neither reads nor writes it.
///
/// The order of entries is what undo goes by, and clocks are set back. So every entry has a number,
/// one more than the highest in the journal when it was added. Entries of the first two formats
/// have none: they come first, in the order of their identifiers, which begin with the time. Two
/// processes that add an entry at the same moment may use the same number; then the time decides
/// between the two.
final class HistoryJournal: Sendable {
  /// The version of the format that this library writes; a journal without a version has the first.
  private static let formatVersion: Int128 = 3
  private static let formatKey: Defaults.KeyName = "format"

  private let store: any Defaults.Store
  /// The location of the suite, which differs for suites of the same name in other directories.
  private let location: String
  private let options: Defaults.HistoryOptions

  private struct State {
    /// The number of entries made; it keeps identifiers of the same millisecond unique.
    var count = 0
    /// The entries that this process has made.
    var ownEntries: Set<Defaults.HistoryEntry.ID> = []
    /// Entries of this process with all values, also those that the journal leaves out.
    var completeEntries: [Defaults.HistoryEntry.ID: Defaults.HistoryEntry] = [:]
    /// The entry that was added last, if it changed one key only.
    var lastEntry: (id: Defaults.HistoryEntry.ID, key: Defaults.KeyName)?
  }

  private let state: Mutex<State>

  /// Creates the journal of a suite.
  ///
  /// - Parameters:
  ///   - suiteName: the name of the suite.
  ///   - location: where the suite is.
  ///   - options: how the history is kept.
  ///   - predecessor: the journal that this one replaces in this process, if any.
  init(
    suiteName: String,
    location: String,
    options: Defaults.HistoryOptions,
    replacing predecessor: HistoryJournal? = nil
  ) {
    state = Mutex(predecessor?.state.withLock { $0 } ?? State())
    if options.isOnDisk {
      let directory =
        options.directory ?? FilePath.join(BaseDirectories().stateHome, "prefs")
      store = Defaults.PropertyListStore(file: FilePath.join(directory, "\(suiteName).history"))
    } else {
      // A journal in memory goes on where its predecessor was.
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
    let known = try contents()
    return Self.order(of: known).compactMap { id in
      known[id].flatMap { Defaults.HistoryEntry(id: id.string, $0, of: location) }
    }
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

  /// Returns an entry with the values that the journal leaves out, if this process has made it.
  func complete(_ entry: Defaults.HistoryEntry) -> Defaults.HistoryEntry {
    state.withLock { $0.completeEntries[entry.id] } ?? entry
  }

  /// Returns whether this process has made an entry.
  func isOwn(_ entry: Defaults.HistoryEntry) -> Bool {
    state.withLock { $0.ownEntries.contains(entry.id) }
  }

  /// Reads the journal, and checks the version of its format.
  private func contents() throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue] {
    let values = try store.load(unlike: nil)?.values ?? [:]
    let format: String
    switch values[Self.formatKey] {
    case nil: return values
    case .integer(1...Self.formatVersion): return values
    case .integer(let version): format = "the format \(version)"
    case .some: format = "a format"
    }
    throw Defaults.StoreError(
      location: store.location,
      reason: "it has \(format) of a newer version, and this program knows formats "
        + "up to \(Self.formatVersion); update the program, or move the file away",
      isTemporary: false
    )
  }

  // MARK: - Writing

  /// Records a commit: one entry for each cause.
  ///
  /// - Parameters:
  ///   - edits: what was committed.
  ///   - replaced: what the keys had before.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  func record(
    _ edits: [Defaults.KeyName: SuiteCore.PendingEdit],
    replaced: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) {
    let groups = Dictionary(grouping: edits, by: \.value.cause).sorted { left, right in
      (left.value.map(\.value.write).min() ?? 0) < (right.value.map(\.value.write).min() ?? 0)
    }
    for (cause, edits) in groups {
      let changes = edits.sorted { $0.key < $1.key }.compactMap { key, edit in
        replaced[key] == edit.value
          ? nil : Defaults.HistoryEntry.Change(key: key, old: replaced[key], new: edit.value)
      }
      guard !changes.isEmpty else { continue }
      try append(changes, cause, extendsLast: edits.allSatisfy(\.value.extendsLastEntry))
    }
  }

  /// Records an undo or redo that found its values stored already: an entry without changes.
  ///
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  func record(_ cause: Defaults.Cause) throws(Defaults.StoreError) {
    try append([], cause, extendsLast: false)
  }

  private func append(
    _ changes: [Defaults.HistoryEntry.Change],
    _ cause: Defaults.Cause,
    extendsLast: Bool
  ) throws(Defaults.StoreError) {
    let known = try contents()
    if extendsLast, try extendLastEntry(by: changes, cause, among: known) { return }
    // Nobody needs more, and whole milliseconds read better.
    let now = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded() / 1000)
    let order = Self.order(of: known)
    let entry = Defaults.HistoryEntry(
      id: newID(now, among: known),
      date: now,
      author: .init(user: Self.userName, program: options.program, process: getpid()),
      changes: changes,
      cause: cause
    )
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for id in order.dropLast(max(0, options.limit - 1)) { edits[id] = .some(nil) }
    let last = order.last.flatMap { known[$0] }.map(Defaults.HistoryEntry.number) ?? 0
    try commit(entry, number: last + 1, edits)
    let dropped = edits.keys.map(\.string)
    state.withLock { state in
      for id in dropped { state.completeEntries[id] = nil }
      state.ownEntries.subtract(dropped)
      state.ownEntries.insert(entry.id)
      state.lastEntry = changes.count == 1 ? (entry.id, changes[0].key) : nil
    }
  }

  /// Removes what the journal holds of a key of the suite.
  ///
  /// An entry that changed other keys as well keeps those. One of an undo or redo stands for the
  /// entry that it names, and is removed with it. Another process may add to the journal meanwhile,
  /// so it is read again until nothing of the key is left.
  ///
  /// - Returns: the number of entries that held the key.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be read or written.
  func forget(_ key: Defaults.KeyName) throws(Defaults.StoreError) -> Int {
    var count = 0
    while true {
      let known = try contents()
      var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
      var removed: Set<Defaults.HistoryEntry.ID> = []
      var found = 0
      for id in Self.order(of: known) {
        guard let stored = known[id],
          var entry = Defaults.HistoryEntry(id: id.string, stored, of: location)
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
      }
    }
  }

  /// Joins a change with the last entry, if that is of the same key and cause and made by this
  /// process.
  ///
  /// An entry of an undo or redo stands for the entry that it names, so an edit must not change it.
  /// Nor are two changes joined that together change nothing: undoing the result would store
  /// nothing, so it would stay the next entry to be undone.
  ///
  /// - Returns: whether they were joined.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  private func extendLastEntry(
    by changes: [Defaults.HistoryEntry.Change],
    _ cause: Defaults.Cause,
    among known: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) -> Bool {
    guard changes.count == 1, let last = state.withLock({ $0.lastEntry }),
      last.key == changes[0].key,
      Self.order(of: known).last == Defaults.KeyName(last.id),
      let stored = known[Defaults.KeyName(last.id)],
      let entry = Defaults.HistoryEntry(id: last.id, stored, of: location),
      entry.cause == cause
    else { return false }
    var joined = complete(entry)
    guard joined.changes.count == 1, joined.changes[0].new == changes[0].old,
      joined.changes[0].old != changes[0].new
    else { return false }
    joined.changes[0].new = changes[0].new
    try commit(joined, number: Defaults.HistoryEntry.number(of: stored))
    return true
  }

  /// Stores an entry with its number, and drops others.
  private func commit(
    _ entry: Defaults.HistoryEntry,
    number: Int128,
    _ others: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  ) throws(Defaults.StoreError) {
    var recorded = entry
    recorded.changes = entry.changes.map(abridged)
    var edits = others
    edits[Defaults.KeyName(entry.id)] = recorded.storedValue(of: location, number: number)
    edits[Self.formatKey] = .integer(Self.formatVersion)
    _ = try store.commit(edits)
    guard !recorded.isComplete else { return }
    state.withLock { $0.completeEntries[entry.id] = entry }
  }

  /// Returns a change without values that the journal must not or cannot hold.
  private func abridged(_ change: Defaults.HistoryEntry.Change) -> Defaults.HistoryEntry.Change {
    let values = [change.old, change.new].compactMap { $0 }
    let isSecret =
      options.isSecret(change.key.string)
      || values.contains { SecretName.isHeld(in: $0, options.isSecret) }
    if isSecret {
      return .init(key: change.key, old: nil, new: nil, omission: .secret)
    }
    let size = values.reduce(0) { $0 + $1.approximateSize }
    // In the journal a value lies in four containers more.
    let canHoldAll = values.allSatisfy { $0.refusal(depth: 4, isForPropertyList: true) == nil }
    guard size <= options.valueSizeLimit, canHoldAll else {
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
      let id = Self.id(date, count)
      // After the clock was set back, a process with the number of an earlier one may have made it.
      if known[Defaults.KeyName(id)] == nil { return id }
    }
  }

  private static func id(_ date: Date, _ count: Int) -> String {
    let milliseconds = String(Int64((date.timeIntervalSince1970 * 1000).rounded()))
    let time = String(repeating: "0", count: max(0, 14 - milliseconds.count)) + milliseconds
    let number = String(repeating: "0", count: max(0, 6 - String(count).count)) + String(count)
    return "\(time)-\(getpid())-\(number)"
  }

  private static let userName: String = {
    guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else {
      return String(geteuid())
    }
    return String(cString: name)
  }()
}

extension Defaults.StoredValue {
  /// About how many bytes the value takes.
  fileprivate var approximateSize: Int {
    switch self {
    case .bool, .integer, .real, .date, .uid, .null: 8
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    case .array(let values): values.reduce(8) { $0 + $1.approximateSize }
    case .dictionary(let members):
      members.reduce(8) { $0 + $1.key.string.utf8.count + $1.value.approximateSize }
    case .opaque(let value): value.bytes.count
    }
  }
}
