package import DefaultsSchema
import Defaults

/// Calls the closures that controls have with `onChange`, while an editor is open.
///
/// Observers of a key are called on the thread that wrote it: that of the editor's writes, or one of the
/// app. A closure of the app may take long, so it is performed on a queue of its own instead. The queue is
/// serial, which keeps the order of the changes.
package final class ChangeDelivery {
  private let queue: SerialQueue
  private let observations: [any Defaults.Observation]

  /// Begins to observe the keys of entries.
  package init(_ entries: [Entry]) {
    let queue = SerialQueue("prefs.changes")
    self.queue = queue
    observations = entries.flatMap(\.behavior.observers).map { observe in
      observe { action in queue.async(action) }
    }
  }

  /// Ends the observation, and waits for the closures of the changes up to now.
  package func finish() {
    for observation in observations { observation.invalidate() }
    queue.finish()
  }
}
