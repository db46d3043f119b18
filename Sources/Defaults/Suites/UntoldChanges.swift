import Synchronization

/// Changes that came from elsewhere and wait until observers are told.
///
/// Changes of one key that follow one another are joined, so that however many come while an
/// observer is busy, it is told one for each key.
final class UntoldChanges: Sendable {
  private struct State {
    var changes: [SuiteCore.Change] = []
    /// The keys of which something else than the value changed, as who locks it.
    var concerned: Set<Defaults.KeyName> = []
    /// By key, the place of its last change.
    var places: [Defaults.KeyName: Int] = [:]
  }

  private let state = Mutex(State())

  /// Adds changes.
  ///
  /// - Returns: whether the caller has to see to it that they are taken; nobody else will.
  func add(_ changes: [SuiteCore.Change]) -> Bool {
    state.withLock { state in
      let isFirst = state.changes.isEmpty
      for change in changes {
        if change.isNothing { state.concerned.insert(change.key) }
        // A change of this process in between has been told already, with what was there then.
        if let place = state.places[change.key], state.changes[place].isContinued(by: change) {
          state.changes[place].new = change.new
          state.changes[place].newEffective = change.newEffective
          state.changes[place].sequence = change.sequence
        } else {
          state.places[change.key] = state.changes.count
          state.changes.append(change)
        }
      }
      return isFirst && !state.changes.isEmpty
    }
  }

  /// Takes all changes in their order, without those that came to nothing.
  func take() -> [SuiteCore.Change] {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    return taken.changes
      .filter { !$0.isNothing || taken.concerned.contains($0.key) }
      .sorted { $0.sequence < $1.sequence }
  }
}

extension SuiteCore.Change {
  /// Whether the values are what they were before.
  fileprivate var isNothing: Bool {
    old == new && oldEffective == newEffective
  }

  /// Whether a change of the same key starts where this one ends.
  fileprivate func isContinued(by next: SuiteCore.Change) -> Bool {
    new == next.old && newEffective == next.oldEffective
  }
}
