import Dispatch

// The suite and its store: loading, waiting for commits, reading again.
extension Defaults.Suite {
  /// Loads the suite without blocking the task, if it has not been loaded yet.
  ///
  /// A store may need a while for its first answer, a server for example. A synchronous read of a
  /// suite that is not loaded waits for it; a program that must not wait calls this first. Whether
  /// the store could be read is in ``loadError``.
  public func load() async {
    guard !core.isLoaded else { return }
    await withCheckedContinuation { continuation in
      core.commitQueue.async {
        self.core.loadIfNeeded()
        continuation.resume()
      }
    }
  }

  /// Waits until everything that was written is stored durably.
  ///
  /// That includes values that were equal to those known before: should another process have
  /// changed one of them without this one having noticed yet, the later write wins, which is
  /// the one that is flushed.
  ///
  /// - Throws: ``Defaults/StoreError`` when the store fails, in which case the values are kept
  ///   in memory and tried again, or when it rejected a value since the last call.
  public func flush() throws(Defaults.StoreError) {
    try core.flush()
  }

  /// Waits without blocking the task until everything that was written is stored durably.
  ///
  /// - Throws: ``Defaults/StoreError`` as the synchronous function does.
  public func flush() async throws(Defaults.StoreError) {
    let failure: Defaults.StoreError? = await withCheckedContinuation { continuation in
      core.commitQueue.async {
        do throws(Defaults.StoreError) {
          try self.core.flush()
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
    if let failure { throw failure }
  }

  /// Reads the store again, and merges what others have changed; suites do so by themselves, only a
  /// little later.
  public func reload() {
    core.reload()
  }
}
