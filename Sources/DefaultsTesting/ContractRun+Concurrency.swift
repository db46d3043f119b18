import Defaults
import Foundation
import Synchronization

// Checks with several threads that use the two stores at once, and of what a later store finds.
extension ContractRun {
  /// The number of threads, each of which has a key of its own.
  private static let threadCount = 4

  func concurrentCommitsAreKept() async throws {
    try await onThreads(
      (0..<Self.threadCount).map { number in { try commitAgainAndAgain(keys[number]) } }
    )
    let last = values[(Self.commitCount - 1) % 2]
    let expected = keys.prefix(Self.threadCount).map { ($0, last) }
    try expect(stored(in: other), equals: Dictionary(uniqueKeysWithValues: expected))
  }

  private static let commitCount = 20

  /// Commits a key that no other thread writes, and finds each value afterwards.
  private func commitAgainAndAgain(_ key: Defaults.KeyName) throws {
    for number in 0..<Self.commitCount {
      let value = values[number % 2]
      let commit = try (number % 3 == 0 ? other : store).commit([key: value])
      let later = try stored(in: number % 2 == 0 ? other : store)
      try expect(
        commit.snapshot.values[key] == value && later[key] == value,
        "a commit was lost when another key was committed at the same time"
      )
    }
  }

  func concurrentExpectationsHold() async throws {
    let (key, value) = (keys[0], values[0])
    for _ in 0..<20 {
      // All threads store a value where none is, which one of them can do.
      let count = Counter(0)
      try await onThreads(
        (0..<Self.threadCount).map { number in
          {
            let store = number % 2 == 0 ? store : other
            if try hasCommitted([key: value], expecting: [key: nil], in: store) { count.add(1) }
          }
        }
      )
      try expect(
        count.add(0) == 1,
        "\(count.add(0)) of \(Self.threadCount) commits were made that expect the same value at the "
          + "same time"
      )
      try expect(
        hasCommitted([key: nil], expecting: [key: value], in: other),
        "a commit was refused although the store has the expected value"
      )
    }
  }

  private func hasCommitted(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?],
    in store: any Defaults.Store
  ) throws -> Bool {
    do throws(Defaults.StoreError) {
      _ = try store.commit(edits, expecting: expected)
      return true
    } catch {
      guard case .outdated = error.cause else { throw error }
      return false
    }
  }

  func loadsSeeWholeCommits() async throws {
    let ended = Counter(0)
    let commit: @Sendable () throws -> Void = {
      defer { ended.add(1) }
      for number in 0..<Self.commitCount {
        let value = values[number % 2]
        _ = try store.commit([keys[0]: value, keys[1]: value, keys[2]: value])
      }
    }
    let load: @Sendable () throws -> Void = {
      while ended.add(0) == 0 {
        let found = try stored(in: other)
        try expect(
          found[keys[0]] == found[keys[1]] && found[keys[1]] == found[keys[2]],
          "a load returned a part of a commit"
        )
      }
    }
    try await onThreads([commit, load])
  }

  func valuesOutliveTheStore(_ reopen: () throws -> any Defaults.Store) throws {
    _ = try store.commit([keys[0]: values[0], keys[1]: values[1]])
    _ = try other.commit([keys[1]: nil, keys[2]: values[2]])
    let later = try reopen()
    try expect(stored(in: later), equals: [keys[0]: values[0], keys[2]: values[2]])
    try expect(
      later.commit([keys[0]: values[3]]).snapshot.values,
      equals: [keys[0]: values[3], keys[2]: values[2]]
    )
  }
}

/// Calls closures at the same time, each on a thread of its own.
///
/// Tasks would not do: they share a few threads, so one of them may end before the next begins.
///
/// - Throws: the first error.
private func onThreads(_ closures: [@Sendable () throws -> Void]) async throws {
  let running = Counter(closures.count)
  let failures = Failures()
  await withCheckedContinuation { continuation in
    for closure in closures {
      Thread {
        do { try closure() } catch { failures.add(error) }
        if running.add(-1) == 0 { continuation.resume() }
      }.start()
    }
  }
  if let failure = failures.first { throw failure }
}

/// The errors of several threads.
private final class Failures: Sendable {
  private let errors = Mutex<[any Error]>([])

  var first: (any Error)? { errors.withLock(\.first) }

  func add(_ error: any Error) { errors.withLock { $0.append(error) } }
}

/// A number that several threads change.
private final class Counter: Sendable {
  private let value: Atomic<Int>

  init(_ value: Int) { self.value = Atomic(value) }

  /// Adds to the number, and returns it.
  @discardableResult
  func add(_ number: Int) -> Int {
    value.add(number, ordering: .acquiringAndReleasing).newValue
  }
}
