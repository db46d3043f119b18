import Defaults

// Checks of a store's watch. A report that never comes is a violation, so each wait has an end.
extension ContractRun {
  func watchReportsOtherStores() async throws {
    _ = try store.commit([keys[0]: values[0]])
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = try require(
      store.watch { _ in changes.continuation.yield() },
      "watch(_:) returned nil, but the store is watchable"
    )
    _ = try other.commit([keys[0]: values[1]])
    let expected = [keys[0]: values[1]]
    try await expectReport { run in
      for await _ in changes.stream where try run.stored(in: run.store) == expected { break }
    }
    watch.cancel()
    watch.cancel()
  }

  func watchCanEndItself() async throws {
    let (store, key, value) = (store, keys[1], values[1])
    let box = WatchBox()
    let ended = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    box.store(
      store.watch { _ in
        box.cancel()
        _ = try? store.commit([key: value])
        ended.continuation.yield()
      }
    )
    _ = try other.commit([keys[0]: values[0]])
    try await expectReport { _ in
      for await _ in ended.stream { break }
    }
    try expect(
      stored(in: store)[key] == value,
      "a commit inside the watch's closure was not stored"
    )
  }

  /// Waits for a closure to end, for as long as the contract's patience.
  private func expectReport(
    _ wait: @escaping @Sendable (Self) async throws -> Void
  ) async throws {
    let isReported = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await wait(self)
        return !Task.isCancelled
      }
      group.addTask {
        try? await Task.sleep(for: contract.patience)
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    try expect(isReported, "the watch did not report a commit within \(contract.patience)")
  }
}
