/// The changes of a text that can be undone and redone.
struct TextHistory: Sendable {
  /// One change: a text that was replaced by another one.
  struct Change: Sendable {
    /// The place at which both texts begin.
    var start: TextBuffer.Place
    var removed: String
    var inserted: String
    /// The cursor before the change.
    var cursor: TextBuffer.Place
  }

  /// The greatest number of changes that are kept.
  private static let limit = 1000

  /// The changes that can be undone, oldest first.
  private var past: [Change] = []
  /// The undone changes that can be redone, the last undone one last.
  private var future: [Change] = []
  /// Whether the next typed character belongs to the last change.
  private var isTyping = false

  /// Whether there is a change to undo.
  var canUndo: Bool { !past.isEmpty }

  /// Adds a change; typed characters of one word become one change.
  mutating func record(_ change: Change, isTyping: Bool) {
    future = []
    if isTyping, self.isTyping, let last = past.last,
      last.inserted.last?.isWhitespace != true || change.inserted.last?.isWhitespace == true
    {
      past[past.count - 1].inserted += change.inserted
    } else {
      past.append(change)
      if past.count > Self.limit { past.removeFirst() }
    }
    self.isTyping = isTyping
  }

  /// Makes the next typed character a change of its own.
  mutating func endTyping() {
    isTyping = false
  }

  /// Returns the change to undo; nil for none.
  mutating func undo() -> Change? {
    isTyping = false
    guard let change = past.popLast() else { return nil }
    future.append(change)
    return change
  }

  /// Returns the change to make again; nil for none.
  mutating func redo() -> Change? {
    isTyping = false
    guard let change = future.popLast() else { return nil }
    past.append(change)
    return change
  }
}
