/// The suites in which this session has made changes, in the order of the changes.
///
/// Each suite has a history of its own, so undo of the last change needs the suite of that change.
struct ChangeOrder: Hashable, Sendable {
  /// The greatest number of changes that are counted.
  private static let limit = 1000

  /// The suite of each change that can be undone, the last change last.
  private var undoable: [String] = []
  /// The suite of each change that was undone, the next one to redo last.
  private var redoable: [String] = []

  /// Whether a change can be undone.
  var canUndo: Bool { !undoable.isEmpty }

  /// Returns the suite of the next change to undo or redo; nil if there is none.
  func next(_ direction: RestoreDirection) -> String? {
    direction == .undo ? undoable.last : redoable.last
  }

  /// Adds a change, after which nothing can be redone.
  mutating func add(_ suiteName: String) {
    undoable.append(suiteName)
    if undoable.count > Self.limit { undoable.removeFirst() }
    redoable = []
  }

  /// Records that the last change of a suite was undone or redone.
  mutating func move(_ suiteName: String, _ direction: RestoreDirection) {
    switch direction {
    case .undo:
      if let index = undoable.lastIndex(of: suiteName) { undoable.remove(at: index) }
      redoable.append(suiteName)
    case .redo:
      if let index = redoable.lastIndex(of: suiteName) { redoable.remove(at: index) }
      undoable.append(suiteName)
    }
  }

  /// Records that a suite has no change left to undo or redo.
  mutating func remove(_ suiteName: String, _ direction: RestoreDirection) {
    switch direction {
    case .undo: undoable.removeAll { $0 == suiteName }
    case .redo: redoable.removeAll { $0 == suiteName }
    }
  }
}
