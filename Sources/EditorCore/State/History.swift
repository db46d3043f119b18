import Defaults

/// The changes made in this session, to be taken back and made again.
struct History: Sendable {
  /// One change of one key.
  struct Step: Hashable, Sendable {
    var suiteName: String
    var key: Defaults.KeyName
    var before: Defaults.StoredValue?
    var after: Defaults.StoredValue?
    /// Whether a following step of the same key belongs to the same change.
    var isOpen: Bool = false
  }

  enum Direction: Hashable, Sendable {
    case undo, redo
  }

  /// How many changes are remembered.
  static let limit = 1000

  private(set) var undone: [Step] = []
  private(set) var done: [Step] = []

  /// Remembers a change; what had been taken back before can no longer be made again.
  mutating func record(_ step: Step) {
    undone = []
    if let last = done.last, last.isOpen, step.isOpen, last.key == step.key,
      last.suiteName == step.suiteName, last.after == step.before
    {
      done[done.count - 1].after = step.after
    } else {
      done.append(step)
      if done.count > Self.limit { done.removeFirst() }
    }
  }

  /// Ends a row of small steps: the next one is a change of its own.
  mutating func close() {
    guard !done.isEmpty else { return }
    done[done.count - 1].isOpen = false
  }

  /// The step that would be taken next in a direction.
  func next(_ direction: Direction) -> Step? {
    switch direction {
    case .undo: done.last
    case .redo: undone.last
    }
  }

  /// Moves the step from one side to the other.
  ///
  /// - Parameters:
  ///   - direction: which side it is taken from.
  ///   - stored: what the store holds for the key now; the step remembers it.
  mutating func move(_ direction: Direction, stored: Defaults.StoredValue?) {
    switch direction {
    case .undo:
      guard var step = done.popLast() else { return }
      step.before = stored
      undone.append(step)
    case .redo:
      guard var step = undone.popLast() else { return }
      step.after = stored
      done.append(step)
    }
  }
}
