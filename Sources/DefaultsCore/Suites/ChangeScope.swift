import Glibc
import Synchronization

/// The keys of a suite that are written while the closure of a change runs, by code that it calls.
///
/// A change by a function of the value (`modify`, `transaction`) is made only if the keys that the
/// closure read are still the same. Otherwise another thread was faster, and the closure is called
/// again. If the closure itself wrote such a key directly, or an observer of its writes did, calling
/// it again would usually end the same way for ever. The scope tells the two apart, so that this is an
/// error after a few attempts.
final class ChangeScope: Sendable {
  /// The scope of the innermost change that this task is making; nil outside of changes.
  @TaskLocal private static var current: ChangeScope?

  /// The number of scopes in the process; while it is 0, writes look for none.
  private static let count = Atomic<Int>(0)

  private let core: SuiteCore
  private let outer: ChangeScope?
  private let written = Mutex<Set<Defaults.KeyName>>([])

  private init(_ core: SuiteCore) {
    self.core = core
    outer = Self.current
    Self.count.add(1, ordering: .relaxed)
  }

  deinit {
    Self.count.subtract(1, ordering: .relaxed)
  }

  /// Calls a closure, and returns its result with the keys of the suite that were written meanwhile.
  static func keysWritten<Result>(
    in core: SuiteCore,
    during body: () throws -> Result
  ) rethrows -> (result: Result, keys: Set<Defaults.KeyName>) {
    let scope = ChangeScope(core)
    let result = try $current.withValue(scope, operation: body)
    return (result, scope.written.withLock { $0 })
  }

  /// Records that this task has changed keys of a suite.
  static func note(_ changes: [Defaults.StoredChange], in core: SuiteCore) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    var scope = current
    while let present = scope {
      if present.core === core {
        present.written.withLock { $0.formUnion(changes.map(\.key)) }
      }
      scope = present.outer
    }
  }
}

extension SuiteCore {
  /// How often a change is attempted while other threads change the same keys.
  private static let attemptLimit = 1000

  /// How often a change is attempted while its closure changes the same keys.
  private static let ownAttemptLimit = 10

  /// How many attempts are made before this thread first waits for a moment.
  private static let attemptsBeforePause = 16

  /// Makes a change that is computed from values of the suite; returns the result of the last call.
  ///
  /// `prepare` reads the values, and returns the edits with the options that expect the values
  /// still to be there. It is called again when they are not. The error is that of the closure, or
  /// ``Defaults/WriteError``. It is ``Defaults/WriteError/overtaken(key:)`` when the closure writes
  /// a key that it has read in each of 10 attempts, or when other threads were faster in each of
  /// 1000.
  func change<Result>(
    _ prepare: () throws -> (result: Result, edits: [Edit], options: Defaults.WriteOptions)
  ) throws -> Result {
    var overtaken: Defaults.KeyName = ""
    var ownAttempts = 0
    for attempt in 1...Self.attemptLimit {
      let (prepared, keys) = try ChangeScope.keysWritten(in: self, during: prepare)
      let options = prepared.options
      if try write(prepared.edits, options) != nil { return prepared.result }
      let read = Set(options.expected.keys).union(options.expectedStored.keys)
        .union(options.expectedInStore.keys)
      let own = keys.intersection(read).min()
      overtaken = own ?? read.min() ?? overtaken
      if own != nil { ownAttempts += 1 }
      if ownAttempts == Self.ownAttemptLimit { break }
      // Threads that retry at the same rate can overtake the same one every time. A random pause
      // prevents that.
      if attempt.isMultiple(of: Self.attemptsBeforePause) { usleep(.random(in: 1...100)) }
    }
    throw Defaults.WriteError.overtaken(key: overtaken)
  }
}
