package import DefaultsSchema
import DefaultsCore

/// Calls the `onChange` closures of controls, while an editor is open.
///
/// Observers of a key are called on the thread that wrote it: the editor's work queue, or a thread of the
/// app. A closure of the app may take long, so it is performed on a separate queue instead. The queue is
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
