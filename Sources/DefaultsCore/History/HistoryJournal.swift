import FoundationEssentials
import Synchronization

/// The history of one suite, in a file of its own, see ``JournalContent``.
///
/// Several processes record entries in one journal, and each must be able to undo the changes of
/// the others. An undo appends an entry that names the undone one; ``Defaults/HistoryTimeline``
/// computes from all entries which of them are undone.
///
/// An entry is recorded after the suite's commit, because only the commit returns the values that
/// it replaced, and an entry for a commit that fails would offer a change for undo that was never
/// made. A crash in between loses the entry and not the value: undoing an older change of the same
/// key then fails with ``Defaults/UndoError/changedSince(restoring:)``. The state of this
/// process is changed only after the entry is in the journal, so it has none that the journal lacks.
///
/// A suite's location can be written in several ways, so entries belong to the suite if their
/// location is the same file.
final class HistoryJournal: Sendable {
  private let place: any JournalPlace
  /// The location of the suite; suites with the same name in other directories use the same file.
  private let location: String
  private let options: Defaults.HistoryOptions

  private struct State {
    /// A number that grows with each entry, as a part of its identifier.
    ///
    /// So two entries of one millisecond differ. It begins anywhere: after the clock was set back, an
    /// earlier process may have had the same process identifier at the same time.
    var count = Int.random(in: 100_000_000..<900_000_000)
    /// The newest entries that this process has recorded, the oldest first.
    var own: [Defaults.HistoryEntry.ID] = []
    /// Those of them with values that the journal omits, with the values.
    var completeEntries: [Defaults.HistoryEntry.ID: Defaults.HistoryEntry] = [:]
    /// The entry that this process recorded last, if it has exactly one change, and where it ends.
    var last: (entry: Defaults.HistoryEntry, end: Defaults.HistoryPosition)?
    /// The entry with the last change of each key by this process.
    var entryOfKey: [Defaults.KeyName: Defaults.HistoryEntry.Own] = [:]
    /// The damaged lines that were returned last.
    var damagedLines: [Int] = []

    /// Adds an entry, or one that was joined with the last.
    mutating func add(_ entry: Defaults.HistoryEntry, isComplete: Bool, limit: Int) {
      if own.last != entry.id { own.append(entry.id) }
      completeEntries[entry.id] = isComplete ? nil : entry
      for change in entry.changes { entryOfKey[change.key] = Defaults.HistoryEntry.Own(entry) }
      for id in own.prefix(max(own.count - limit, 0)) { completeEntries[id] = nil }
      own.removeFirst(max(own.count - limit, 0))
    }

    /// Forgets the changes of a key.
    mutating func forget(_ key: Defaults.KeyName) {
      for id in completeEntries.keys { completeEntries[id]?.changes.removeAll { $0.key == key } }
      last = nil
      entryOfKey[key] = nil
    }
  }

  private let state: Mutex<State>

  /// Creates the journal of a suite, which may replace another one in this process.
  init(
    suiteName: String,
    location: String,
    options: Defaults.HistoryOptions,
    replacing predecessor: HistoryJournal? = nil
  ) {
    state = Mutex(predecessor?.state.withLock { $0 } ?? State())
    if options.isOnDisk {
      let path = options.path(ofSuite: suiteName, extension: "history")
      place = JournalFile(path: FilePath.absolute(path))
    } else {
      // A journal in memory keeps the entries of its predecessor.
      place = predecessor?.place as? JournalMemory ?? JournalMemory()
    }
    self.location = location
    self.options = options
  }

  // MARK: - Reading

  /// Returns the newest entries of the suite, the oldest first, and a problem that is new.
  func entries() throws(Defaults.StoreError) -> (
    entries: [Defaults.HistoryEntry], problem: Defaults.Diagnostic.Kind?
  ) {
    let content = try JournalContent(try place.contents(), location: place.location)
    let lines = content.damagedLines
    let isNew = state.withLock { state in
      defer { state.damagedLines = lines }
      return lines != state.damagedLines && !lines.isEmpty
    }
    return (
      entries(in: content.records.suffix(options.limit)),
      isNew ? .historyDamaged(location: place.location, lines: lines) : nil
    )
  }

  /// Returns the suite's entries that were added or changed since a position, the oldest first.
  ///
  /// Only these are decoded. The result has all entries when the journal was written anew or was
  /// not read before. The position is nil for none, and is replaced by the present end.
  func entries(
    since position: inout Defaults.HistoryPosition?
  ) throws(Defaults.StoreError) -> (entries: [Defaults.HistoryEntry], areAll: Bool) {
    let content = try JournalContent(
      try place.contents(),
      after: position,
      location: place.location
    )
    position = content.header.map { Defaults.HistoryPosition(journal: $0.id, offset: content.end) }
    return (entries(in: content.records.suffix(options.limit)), !content.isRest)
  }

  private func entries(
    in records: some Collection<JournalContent.Record>
  ) -> [Defaults.HistoryEntry] {
    let locations = locations(among: records)
    return records.compactMap { Defaults.HistoryEntry($0.stored, of: locations) }
  }

  /// Returns the spellings of the suite's location that entries have.
  private func locations(among records: some Collection<JournalContent.Record>) -> Set<String> {
    Set(records.compactMap { Defaults.HistoryEntry.location(of: $0.stored) })
      .filter { FileLocation.isSame($0, location) }
  }

  /// Returns an entry with the values that the journal omits, if this process has recorded it.
  func complete(_ entry: Defaults.HistoryEntry) -> Defaults.HistoryEntry {
    state.withLock { $0.completeEntries[entry.id] } ?? entry
  }

  /// The number of entries with values that the journal omits.
  var keptEntryCount: Int { state.withLock { $0.completeEntries.count } }

  /// Returns the identifiers of the entries that this process has recorded.
  func ownEntries() -> Set<Defaults.HistoryEntry.ID> { Set(state.withLock { $0.own }) }

  /// Returns the entry with the last change of a key that this process has recorded; nil for none.
  func ownEntry(forKey key: Defaults.KeyName) -> Defaults.HistoryEntry.Own? {
    state.withLock { $0.entryOfKey[key] }
  }

  // MARK: - Writing

  /// Records a commit, one entry for each cause; returns the problems that were solved.
  func record(
    _ edits: [Defaults.KeyName: SuiteCore.PendingEdit],
    in commit: Defaults.StoreCommit
  ) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    var repairs: [Defaults.Diagnostic.Kind] = []
    let replaced = commit.replaced
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
      var entry = entry(of: changes, cause)
      // The text of one of several entries cannot be brought back alone.
      if groups.count == 1 { entry.inverse = commit.inverse }
      repairs += try append(entry, extendsLast: extendsLast)
    }
    return repairs
  }

  /// Records an undo or redo whose values were stored already, as an entry without changes.
  ///
  /// Returns the problems of the journal that were solved.
  func record(_ cause: Defaults.Cause) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    try append(entry(of: [], cause), extendsLast: false)
  }

  private func entry(
    of changes: [Defaults.HistoryEntry.Change],
    _ cause: Defaults.Cause
  ) -> Defaults.HistoryEntry {
    // Whole milliseconds, like the identifier.
    let seconds = (Date().timeIntervalSinceReferenceDate * 1000).rounded() / 1000
    let now = Date(timeIntervalSinceReferenceDate: seconds)
    let count = state.withLock { state in
      state.count += 1
      return state.count
    }
    return Defaults.HistoryEntry(
      id: Defaults.HistoryEntry.newID(now, count),
      date: now,
      author: .ofProcess(options.program),
      changes: changes,
      cause: cause
    )
  }

  /// Appends an entry, or joins it with the last one.
  private func append(
    _ new: Defaults.HistoryEntry,
    extendsLast: Bool
  ) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    var entry = new
    var recorded = options.abridged(new)
    var end = Defaults.HistoryPosition(journal: "", offset: 0)
    let repairs = try change { present throws(Defaults.StoreError) in
      guard let header = present.header, present.isFinished else { return nil }
      let position = Defaults.HistoryPosition(journal: header.id, offset: present.size)
      let joined = extendsLast ? lastEntry(endingAt: position, joinedWith: new) : nil
      entry = joined ?? new
      recorded = options.abridged(entry)
      let line = JournalContent.Record(recorded.storedValue(of: location)).line
      let size = present.size + line.count
      guard size <= header.sizeLimit else { return nil }
      end = Defaults.HistoryPosition(journal: header.id, offset: size)
      return line
    } orReplacing: { content in
      content.append(JournalContent.Record(recorded.storedValue(of: location)))
      content.keepNewest(options.limit, size: options.sizeLimit / 2)
      let (header, bytes) = content.rewritten(sizeLimit: options.sizeLimit)
      end = Defaults.HistoryPosition(journal: header.id, offset: bytes.count)
      return bytes
    }
    state.withLock { state in
      state.add(entry, isComplete: recorded.isComplete, limit: options.limit)
      state.last = entry.changes.count == 1 ? (entry, end) : nil
    }
    return repairs
  }

  /// Appends a line to the journal, or writes it anew; returns the problems that were solved.
  ///
  /// `line` returns nil to write the journal anew. `replacement` changes the content and returns
  /// the new bytes, or nil to leave the journal as it is.
  private func change(
    appending line: (JournalEnd) throws(Defaults.StoreError) -> [UInt8]?,
    orReplacing replacement: (inout JournalContent) -> [UInt8]?
  ) throws(Defaults.StoreError) -> [Defaults.Diagnostic.Kind] {
    var damagedLines: [Int] = []
    var isEmpty = false
    let place = place
    let keptPath = try place.change(appending: line) { bytes throws(Defaults.StoreError) in
      var content = try JournalContent(bytes, location: place.location)
      damagedLines = content.damagedLines
      isEmpty = content.records.isEmpty
      return replacement(&content).map {
        JournalReplacement(bytes: $0, keepsOld: !damagedLines.isEmpty)
      }
    }
    guard let keptPath else { return [] }
    return [.historySetAside(location: keptPath, lines: damagedLines, isEmpty: isEmpty)]
  }

  /// Returns the last entry joined with the change of a new one; nil when they cannot be one.
  ///
  /// This process must have recorded the last entry, for the same key and cause, and it must end at
  /// the end of the journal. The causes must be equal, because an entry of an undo or redo refers
  /// to the entry it names, and an edit must not become part of it. A change that brings back the
  /// value before the last entry is returned as an undo of it: nothing would be left in a joined
  /// entry, and an edit would be undone to what was taken back.
  private func lastEntry(
    endingAt end: Defaults.HistoryPosition,
    joinedWith new: Defaults.HistoryEntry
  ) -> Defaults.HistoryEntry? {
    guard let last = state.withLock({ $0.last }), last.end == end, last.entry.cause == new.cause,
      new.changes.count == 1
    else { return nil }
    var joined = last.entry
    let (earlier, change) = (joined.changes[0], new.changes[0])
    guard earlier.key == change.key, earlier.new == change.old else { return nil }
    if earlier.old == change.new {
      var undo = new
      undo.cause = .undo(of: last.entry.id)
      return undo
    }
    joined.changes[0].new = change.new
    joined.inverse = nil
    return joined
  }

  /// Removes the changes of a key from all entries, and counts the entries that had one.
  ///
  /// An entry with changes of other keys keeps those. An undo or redo is removed together with the
  /// entry that it names. The repairs are the problems of the journal that were solved.
  func forget(
    _ key: Defaults.KeyName
  ) throws(Defaults.StoreError) -> (count: Int, repairs: [Defaults.Diagnostic.Kind]) {
    var count = 0
    let repairs = try change { _ in
      nil
    } orReplacing: { content in
      count = 0
      var removed: Set<Defaults.HistoryEntry.ID> = []
      let locations = locations(among: content.records)
      content.update { record in
        guard var entry = Defaults.HistoryEntry(record.stored, of: locations) else { return record }
        let before = entry.changes.count
        entry.changes.removeAll { $0.key == key }
        entry.inverse = nil
        if entry.changes.count < before { count += 1 }
        if entry.changes.isEmpty, before > 0 || entry.cause.entry.map(removed.contains) == true {
          removed.insert(entry.id)
          return nil
        }
        return entry.changes.count < before
          ? JournalContent.Record(entry.storedValue(of: location)) : record
      }
      return count > 0 ? content.rewritten(sizeLimit: options.sizeLimit).bytes : nil
    }
    if count > 0 { state.withLock { $0.forget(key) } }
    return (count, repairs)
  }
}
