import Defaults
import DefaultsSchema

// The effects that change a suite. They are performed on the session's work queue.
extension EditorSession {
  /// Stores a value and waits until it is on disk; it may take long.
  static func outcome(
    of request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite
  ) -> WriteOutcome {
    let changes: [Defaults.StoredChange]
    do throws(Defaults.WriteError) {
      if let entry {
        changes = try entry.write(request.value, to: suite, options: request.options)
      } else {
        changes = try suite.write([request.key: request.value], options: request.options)
      }
    } catch {
      return .rejected(error.reason)
    }
    var failure: Defaults.StoreError?
    do throws(Defaults.StoreError) {
      try suite.flush()
    } catch {
      failure = error
    }
    // An error of the flush can be that of another key's edit, and a retry may have succeeded since.
    if suite.storeStatus.uncommittedKeys.contains(request.key) { return .pending }
    guard let change = changes.last else { return .unchanged }
    if let failure, suite.storedValue(forKey: request.key.string) != change.new {
      return .rejected(failure.briefReason)
    }
    return .saved(old: change.old, new: change.new)
  }

  /// Undoes or redoes a change; it may take long.
  static func outcome(of request: RestoreRequest, _ suite: Defaults.Suite) -> RestoreOutcome {
    do {
      let entry =
        switch request.direction {
        case .undo: try suite.undo(.thisProcess, force: request.force)
        case .redo: try suite.redo(.thisProcess, force: request.force)
        }
      return .restored(entry, canUndo: try suite.undoAvailability(.thisProcess).canUndo)
    } catch let error as Defaults.UndoError {
      switch error {
      case .changedSince(let key, let value): return .changedSince(key, restoring: value)
      case .nothingToUndo, .nothingToRedo: return .nothing
      case .valuesOmitted: return .refused("\(error)")
      }
    } catch let error as Defaults.WriteError {
      return .refused("\(error)")
    } catch {
      return .failed("\(error)")
    }
  }
}
