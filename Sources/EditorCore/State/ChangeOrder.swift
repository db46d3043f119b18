import DefaultsCore

/// The changes of this session that can be undone and redone, in their order: stored ones, those of
/// staged edits, and those of locks.
///
/// Each suite has a history of its own, so undo of the last change needs the suite of that change. The
/// histories decide which changes an entry has: each write, undo and plan returns the entry that it made
/// or that it was joined with.
struct ChangeOrder: Hashable, Sendable {
  /// A change.
  enum Change: Hashable, Sendable {
    /// An entry of the history of a suite; nil while the change waits for the store, which stores all of
    /// a suite together.
    case stored(in: ScopedSuite, entry: Defaults.HistoryEntry.ID?)
    /// The edits that were staged before, by target; nil for none.
    case staged([StagedEdits.Target: StagedEdits.Edit?])
    /// Keys that were locked or unlocked.
    case locks(LockChange)
  }

  /// The greatest number of changes that are kept.
  private static let limit = 1000

  /// The changes that can be undone, the last one last.
  private var undoable: [Change] = []
  /// The changes that were undone, the next one to redo last.
  private var redoable: [Change] = []
  /// The changes that were made together in several suites, the last ones last.
  private var batches: [Set<Change>] = []

  /// Whether a change can be undone.
  var canUndo: Bool { !undoable.isEmpty }

  /// The changes that can be undone or redone, the next one last.
  private subscript(direction: Defaults.RestoreDirection) -> [Change] {
    get { direction == .undo ? undoable : redoable }
    set { if direction == .undo { undoable = newValue } else { redoable = newValue } }
  }

  /// Returns the next change to undo or redo; nil if there is none.
  func next(_ direction: Defaults.RestoreDirection) -> Change? {
    self[direction].last
  }

  /// Returns the suites of the next stored change and of those that were made together with it, the last
  /// one first.
  func nextSuites(_ direction: Defaults.RestoreDirection) -> [ScopedSuite] {
    let changes = self[direction].reversed()
    guard let next = changes.first else { return [] }
    let batch = batches.last { $0.contains(next) } ?? [next]
    return changes.prefix { batch.contains($0) }.compactMap { change in
      if case .stored(let suite, _) = change { suite } else { nil }
    }
  }

  /// Joins the last changes, one of each suite, so that they are undone together.
  mutating func join(_ suites: Set<ScopedSuite>) {
    let changes = undoable.reversed().prefix { change in
      if case .stored(let suite, _) = change { suites.contains(suite) } else { false }
    }
    batches.append(Set(changes.prefix(suites.count)))
    if batches.count > Self.limit { batches.removeFirst() }
  }

  /// Adds a stored change, after which nothing can be redone; one that was joined with an earlier one
  /// counts once, and one that took the earlier one back is an undo.
  mutating func add(_ entry: Defaults.HistoryEntry.Own?, in suite: ScopedSuite) {
    if let entry, entry.isTakenBack { return move(entry.id, in: suite, .undo) }
    let change = Change.stored(in: suite, entry: entry?.id)
    undoable.removeAll { $0 == change }
    add(change)
  }

  /// Adds a change of staged edits, after which nothing can be redone.
  ///
  /// - Parameter edits: the edits before, by target; nil for none.
  mutating func add(staged edits: [StagedEdits.Target: StagedEdits.Edit?]) {
    add(.staged(edits))
  }

  /// Adds a change of locks, after which nothing can be redone.
  mutating func add(_ change: LockChange) { add(.locks(change)) }

  /// Moves the next change, which is one of locks, to those that can be redone or undone.
  mutating func moveNextLocks(_ direction: Defaults.RestoreDirection) {
    self[direction.opposite].append(self[direction].removeLast())
  }

  /// Returns whether the next change to redo is one of locks that requests have taken back.
  func isUndone(locks requests: [LockRequest]) -> Bool {
    if case .locks(let change)? = redoable.last { change.undo == requests } else { false }
  }

  /// Removes a change of locks, because it or its undo has failed.
  mutating func remove(locks requests: [LockRequest]) {
    for direction in [Defaults.RestoreDirection.undo, .redo] {
      self[direction].removeAll {
        if case .locks(let change) = $0 { change.has(requests) } else { false }
      }
    }
  }

  private mutating func add(_ change: Change) {
    undoable.append(change)
    if undoable.count > Self.limit { undoable.removeFirst() }
    redoable = []
  }

  /// Removes the staged edits of some targets from the changes, because their values are stored now.
  mutating func forgetStaged(_ targets: Set<StagedEdits.Target>) {
    for index in undoable.indices.reversed() {
      guard case .staged(let edits) = undoable[index] else { continue }
      let rest = edits.filter { !targets.contains($0.key) }
      if rest.isEmpty { undoable.remove(at: index) } else { undoable[index] = .staged(rest) }
    }
  }

  /// Records that a stored change was undone or redone.
  mutating func move(
    _ entry: Defaults.HistoryEntry.ID,
    in suite: ScopedSuite,
    _ direction: Defaults.RestoreDirection
  ) {
    let change = Change.stored(in: suite, entry: entry)
    let waiting = Change.stored(in: suite, entry: nil)
    let index = self[direction].lastIndex(of: change) ?? self[direction].lastIndex(of: waiting)
    if let index { self[direction].remove(at: index) }
    self[direction.opposite].append(change)
  }

  /// Records that the next change, which is one of staged edits, was undone or redone.
  ///
  /// `edits` are the edits before that, by target; nil for none.
  mutating func moveNext(
    leaving edits: [StagedEdits.Target: StagedEdits.Edit?],
    _ direction: Defaults.RestoreDirection
  ) {
    self[direction].removeLast()
    self[direction.opposite].append(.staged(edits))
  }

  /// Removes the change of a suite that waits for the store, because it was taken back.
  mutating func removeWaiting(in suite: ScopedSuite) {
    undoable.removeAll { $0 == .stored(in: suite, entry: nil) }
  }

  /// Records that a suite has no stored change left to undo or redo.
  mutating func remove(_ suite: ScopedSuite, _ direction: Defaults.RestoreDirection) {
    self[direction].removeAll { if case .stored(suite, _) = $0 { true } else { false } }
  }
}

extension Defaults.RestoreDirection {
  /// Undo for redo, and redo for undo.
  fileprivate var opposite: Self { self == .undo ? .redo : .undo }
}
