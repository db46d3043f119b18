import Defaults

/// A change that would overwrite newer values of other programs, so that the user is asked first.
struct OverwritingChange: Sendable {
  /// What is to be done.
  enum Request: Sendable {
    /// To undo or redo a change of a suite.
    case restore(RestoreDirection, ScopedSuite)
    /// To store or remove the value of a key.
    case write(WriteRequest)
  }

  /// What is to be done.
  var request: Request
  /// The newer values.
  var newer: [NewerValue]
}

extension OverwritingChange {
  /// Takes still newer values into the question.
  ///
  /// - Returns: whether the question is another one now.
  mutating func refresh(_ changes: [Action.Change]) -> Bool {
    let suite: ScopedSuite
    switch request {
    case .restore(_, let restored): suite = restored
    case .write(let request): suite = request.suite
    }
    var isChanged = false
    for change in changes where change.suiteName == suite.name {
      let now = change.layers.value(in: suite.scope)
      for index in newer.indices where newer[index].key == change.key && newer[index].now != now {
        newer[index].now = now
        newer[index].author = nil
        isChanged = true
      }
    }
    return isChanged
  }
}
