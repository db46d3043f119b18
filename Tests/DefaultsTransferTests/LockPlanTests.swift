import Defaults
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import DefaultsTransfer

/// What the two files of locks say after each commit, as a process that is killed then leaves them.
struct LockPlanTests {
  private let directory: TemporaryDirectory
  private let directories: Defaults.LayerDirectories
  /// The commits so far, and the number of the one that fails.
  private let commits = Counter()

  init() throws {
    directory = try TemporaryDirectory()
    var directories = Defaults.LayerDirectories(environment: ["HOME": directory.path])
    directories.managedDirectory = directory.path
    directories.managedOwner = geteuid()
    directories.fleetDirectory = directory.file("fleet")
    self.directories = directories
  }

  /// Counts the commits of several stores.
  private final class Counter: Sendable {
    private let state = Mutex((count: 0, limit: Int.max))

    var count: Int { state.withLock { $0.count } }

    /// Lets every commit after a number of further ones fail.
    func allow(_ number: Int) { state.withLock { $0.limit = $0.count + number } }

    func next() throws(Defaults.StoreError) {
      let isAllowed = state.withLock { state in
        guard state.count < state.limit else { return false }
        state.count += 1
        return true
      }
      guard isAllowed else {
        throw Defaults.StoreError(
          location: "killed",
          reason: "the process was killed",
          isTemporary: false
        )
      }
    }
  }

  /// A file whose commits are counted.
  private final class CountedStore: Defaults.Store {
    private let file: Defaults.PropertyListStore
    private let commits: Counter

    init(_ path: String, _ commits: Counter) {
      file = Defaults.PropertyListStore(file: path)
      self.commits = commits
    }

    var location: String { file.location }

    func load(
      unlike known: Defaults.StoreVersion?
    ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
      try file.load(unlike: known)
    }

    func commit(
      _ edits: [Defaults.KeyName: Defaults.StoredValue?],
      expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
    ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
      try commits.next()
      let result = try file.commit(edits, expecting: expected)
      // A file of locks must not be writable by others, and these are new.
      chmod(location, 0o644)
      return result
    }

    func watch(
      _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
    ) -> (any Defaults.StoreWatch)? { nil }
  }

  private var present: LockPlan.Present { LockPlan.presentLocks(ofSuite: "app", directories) }

  private func plan(_ wanted: LockPlan.Wanted) -> LockPlan {
    LockPlan(
      wanted,
      file: Defaults.Suite(name: "app", store: CountedStore(directory.file("app.plist"), commits)),
      reasons: Defaults.Suite(
        name: "app",
        store: CountedStore(directory.file("app.reasons.plist"), commits)
      ),
      present: present,
      schema: nil
    )
  }

  private func lock(_ number: Int, _ reason: String?) -> LockPlan.Lock {
    LockPlan.Lock(value: .integer(Int128(number)), reason: reason)
  }

  /// Returns the locks of all keys.
  private func locks() -> [Defaults.KeyName: LockPlan.Lock] {
    present.locks.mapValues(\.lock)
  }

  /// Changes of locks: those before, and what is wanted.
  private static let changes:
    [(before: [Defaults.KeyName: (Int, String?)], wanted: [Defaults.KeyName: (Int, String?)?])] = [
      ([:], ["a": (1, "one"), "b": (2, nil)]),
      (["a": (1, "one"), "b": (2, "two")], ["a": (3, "three"), "b": (4, "four")]),
      (["a": (1, "one"), "b": (2, "two")], ["a": (1, "other"), "b": (2, nil)]),
      (
        ["a": (1, "one"), "b": (2, "two"), "c": (3, nil)],
        ["a": nil, "b": (2, "new"), "c": (4, "four")]
      ),
      (["a": (1, "same"), "b": (2, "two")], ["a": (9, "same"), "b": nil]),
      (["a": (1, "one")], ["a": (5, nil), "d": (6, "six")]),
    ]

  @Test(.thorough, arguments: changes.indices)
  func `after every commit each lock has the reason that was given for its value`(index: Int) throws
  {
    let change = Self.changes[index]
    var steps = 0
    var isKilled = true
    while isKilled {
      let tests = try Self()
      let before = change.before.mapValues { tests.lock($0.0, $0.1) }
      if !before.isEmpty { try tests.plan(before.mapValues { .some($0) }).apply() }
      #expect(tests.locks() == before)
      let wanted = change.wanted.mapValues { $0.map { tests.lock($0.0, $0.1) } }
      tests.commits.allow(steps)
      do {
        try tests.plan(wanted).apply()
        isKilled = false
      } catch {
        #expect(steps < 5)
      }
      tests.commits.allow(.max - tests.commits.count)
      var after = before
      for (key, lock) in wanted { after[key] = lock }
      for (key, lock) in tests.locks() {
        #expect(lock == before[key] || lock == after[key], "\(key) after \(steps) commits: \(lock)")
      }
      // The next run does the rest, and leaves plain text.
      let rest = tests.plan(wanted)
      #expect(rest.isUnfinished || tests.locks() == after)
      try rest.apply()
      #expect(tests.locks() == after)
      #expect(!tests.plan(wanted).isUnfinished)
      let texts = try Defaults.PropertyListStore(file: tests.directory.file("app.reasons.plist"))
        .load(unlike: nil)?.values
      let reasons = after.compactMapValues { $0.reason.map { Defaults.StoredValue.string($0) } }
      #expect(texts == reasons)
      steps += 1
    }
    #expect(steps > 1)
  }

  @Test func `a lock of a fleet can be replaced, but not removed`() throws {
    for name in ["fleet", "fleet/managed"] { mkdir(directory.file(name), 0o755) }
    let fleet = Defaults.PropertyListStore(file: directory.file("fleet/managed/app.plist"))
    try fleet.commit(["a": .integer(1), "b": .integer(2)])
    #expect(plan(["a": nil]).refusals.count == 1)
    try plan(["a": lock(3, "here")]).apply()
    #expect(locks() == ["a": lock(3, "here"), "b": lock(2, nil)])
    try plan(["a": nil]).apply()
    #expect(locks() == ["a": lock(1, nil), "b": lock(2, nil)])
  }

  @Test func `a failure after the values were changed says so`() throws {
    try plan(["a": lock(1, "one")]).apply()
    commits.allow(2)
    #expect(throws: LockPlan.Unfinished.self) { try plan(["a": lock(2, "two")]).apply() }
    #expect(locks() == ["a": lock(2, "two")])
  }
}
