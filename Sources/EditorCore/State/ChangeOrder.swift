import Defaults

/// The changes of this session that can be undone and redone, in their order.
///
/// Each suite has a history of its own, so undo of the last change needs the suite of that change. The
/// histories decide which changes an entry has: each write, undo and plan returns the entry that it made
/// or that it was joined with.
struct ChangeOrder: Hashable, Sendable {
  /// A change: an entry of the history of a suite.
  struct Change: Hashable, Sendable {
    var suite: ScopedSuite
    /// The entry; nil while the change waits for the store, which stores all of a suite together.
    var entry: Defaults.HistoryEntry.ID?
  }

  /// The greatest number of changes that are kept.
  private static let limit = 1000

  /// The changes that can be undone, the last one last.
  private(set) var undoable: [Change] = []
  /// The changes that were undone, the next one to redo last.
  private(set) var redoable: [Change] = []

  /// Whether a change can be undone.
  var canUndo: Bool { !undoable.isEmpty }

  /// Returns the suite of the next change to undo or redo; nil if there is none.
  func next(_ direction: RestoreDirection) -> ScopedSuite? {
    (direction == .undo ? undoable : redoable).last?.suite
  }

  /// Adds a change, after which nothing can be redone; one that was joined with an earlier one counts once.
  mutating func add(_ change: Change) {
    undoable.removeAll { $0 == change }
    undoable.append(change)
    if undoable.count > Self.limit { undoable.removeFirst() }
    redoable = []
  }

  /// Records that a change was undone or redone.
  mutating func move(_ change: Change, _ direction: RestoreDirection) {
    switch direction {
    case .undo: Self.move(change, from: &undoable, to: &redoable)
    case .redo: Self.move(change, from: &redoable, to: &undoable)
    }
  }

  private static func move(_ change: Change, from: inout [Change], to: inout [Change]) {
    let waiting = Change(suite: change.suite, entry: nil)
    if let index = from.lastIndex(of: change) ?? from.lastIndex(of: waiting) {
      from.remove(at: index)
    }
    to.append(change)
  }

  /// Records that a suite has no change left to undo or redo.
  mutating func remove(_ suite: ScopedSuite, _ direction: RestoreDirection) {
    switch direction {
    case .undo: undoable.removeAll { $0.suite == suite }
    case .redo: redoable.removeAll { $0.suite == suite }
    }
  }
}
