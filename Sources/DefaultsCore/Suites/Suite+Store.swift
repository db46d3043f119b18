// Loading, flushing and reloading a suite.
extension Defaults.Suite {
  /// Loads the suite without blocking the task, if it has not been loaded yet.
  ///
  /// The first synchronous read of a suite blocks until its store has been loaded, which may take
  /// long for a server. A program that must not block calls this first. If the store could not be
  /// read, ``loadError`` has the reason.
  public func load() async {
    guard !core.isLoaded else { return }
    await onCommitQueue { self.core.loadIfNeeded() }
  }

  /// Waits until all writes are stored durably.
  ///
  /// This includes writes of a value that was stored already: if another process changed the key
  /// and this process has not detected it yet, the written value is stored again.
  ///
  /// - Throws: ``Defaults/StoreError`` when the store fails; the values then stay in memory, and
  ///   the commit is tried again. Also when the store has rejected a value since the last call.
  public func flush() throws(Defaults.StoreError) {
    try core.flush()
  }

  /// Waits until all writes are stored durably.
  ///
  /// - Throws: the error with which the store has refused the write with these options, also if another thread
  /// has committed it; otherwise as ``flush()`` does.
  package func flush(_ options: Defaults.WriteOptions) throws(Defaults.StoreError) {
    do throws(Defaults.StoreError) {
      try flush()
    } catch {
      throw options.refusal?.error ?? error
    }
    if let refusal = options.refusal?.error { throw refusal }
  }

  /// Waits until observers have been told of all changes so far; an observer must not call this.
  package func finishTelling() { core.outbox.finish() }

  /// Waits without blocking the task until all writes are stored durably.
  ///
  /// - Throws: ``Defaults/StoreError`` as the synchronous function does.
  public func flush() async throws(Defaults.StoreError) {
    try await onCommitQueue { () throws(Defaults.StoreError) in try self.core.flush() }
  }

  /// Reads the store again and merges the changes of other processes.
  ///
  /// A suite does this automatically shortly after such a change.
  public func reload() {
    core.reload()
  }

  /// Reads the store again without blocking the task, and merges the changes of other processes.
  package func fetch() async throws(Defaults.StoreError) {
    try await onCommitQueue { () throws(Defaults.StoreError) in
      self.core.reload()
      if let error = self.loadError { throw error }
    }
  }

  /// Calls a closure that blocks, on the queue for commits, and waits without blocking the task.
  private func onCommitQueue<Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Void
  ) async throws(Failure) {
    let result = await withCheckedContinuation { continuation in
      core.commitQueue.async {
        continuation.resume(returning: Result<Void, Failure>(catching: body))
      }
    }
    try result.get()
  }

  /// Calls a closure after the observers were called for all changes that the suite knows now.
  ///
  /// Observers of changes by other programs are called on a queue, so ``reload()`` returns before.
  package func afterReports(_ closure: @escaping @Sendable () -> Void) {
    core.outbox.send(closure)
  }
}

extension Defaults.Suite {
  /// The store.
  package var store: any Defaults.Store { core.store }

  /// Reads the store again if it was read before; for a store that gives its values another meaning.
  package func reloadIfLoaded() {
    if core.isLoaded { core.reload() }
  }
}
