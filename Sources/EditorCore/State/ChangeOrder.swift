/// The suites in which this session has made changes, in the order of the changes.
///
/// Each suite has a history of its own, so undo of the last change needs the suite of that change.
struct ChangeOrder: Hashable, Sendable {
  /// The greatest number of changes that are counted.
  private static let limit = 1000

  /// The suite of each change that can be undone, the last change last.
  private var undoable: [ScopedSuite] = []
  /// The suite of each change that was undone, the next one to redo last.
  private var redoable: [ScopedSuite] = []

  /// Whether a change can be undone.
  var canUndo: Bool { !undoable.isEmpty }

  /// Returns the suite of the next change to undo or redo; nil if there is none.
  func next(_ direction: RestoreDirection) -> ScopedSuite? {
    direction == .undo ? undoable.last : redoable.last
  }

  /// Adds a change, after which nothing can be redone.
  mutating func add(_ suite: ScopedSuite) {
    undoable.append(suite)
    if undoable.count > Self.limit { undoable.removeFirst() }
    redoable = []
  }

  /// Records that the last change of a suite was undone or redone.
  mutating func move(_ suite: ScopedSuite, _ direction: RestoreDirection) {
    switch direction {
    case .undo:
      if let index = undoable.lastIndex(of: suite) { undoable.remove(at: index) }
      redoable.append(suite)
    case .redo:
      if let index = redoable.lastIndex(of: suite) { redoable.remove(at: index) }
      undoable.append(suite)
    }
  }

  /// Records that a suite has no change left to undo or redo.
  mutating func remove(_ suite: ScopedSuite, _ direction: RestoreDirection) {
    switch direction {
    case .undo: undoable.removeAll { $0 == suite }
    case .redo: redoable.removeAll { $0 == suite }
    }
  }
}
