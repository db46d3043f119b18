import DefaultsCore
import Synchronization

/// What the writes of a session have left in the stores, by key and file.
///
/// A key that is pressed before the outcome of the write before it continues from the value that was
/// requested then (``WriteBase/requested(_:)``). The work queue performs the writes in order, so when
/// it comes to the second one, the result of the first is known here.
final class WriteResults: Sendable {
  /// The result of the last write of a key.
  enum Result: Sendable {
    /// The store has this value, nil for none; it was stored if `isSaved`, and else left as it was.
    case left(Defaults.StoredValue?, isSaved: Bool)
    /// Another program had stored a newer value, so nothing was written.
    case outdated
  }

  private let results = Mutex<[StagedEdits.Target: Result]>([:])

  /// Returns the result of the last write of a key; nil if it was never written.
  subscript(target: StagedEdits.Target) -> Result? {
    get { results.withLock { $0[target] } }
    set { results.withLock { $0[target] = newValue } }
  }
}
