import Synchronization

#if !os(Linux)
#error("This package keeps preferences on Linux; on Apple's systems, use sindresorhus/Defaults.")
#endif

/// Typed preferences: keys with defaults, whose values are stored in property lists.
///
/// ```swift
/// extension Defaults.Keys {
///   static let quality = Key<Double>("quality", default: 0.8)
/// }
///
/// Defaults[.quality]  // 0.8
/// Defaults[.quality] = 0.5
/// ```
public enum Defaults {}

extension Defaults {
  /// Reads or writes the value of a key.
  ///
  /// Changing a value in place, as in `Defaults[.count] += 1`, reads it and then writes it. Another
  /// thread may write the key in between; ``modify(_:_:)`` prevents that.
  public static subscript<Value: Serializable>(key: Key<Value>) -> Value {
    get { key.value() }
    set { key.store(newValue, in: key.suite) }
  }

  /// Changes the value of a key atomically within this process.
  ///
  /// ```swift
  /// try Defaults.modify(.count) { $0 += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - body: a closure that changes the value. It is called again if another thread wrote the key
  ///     in the meantime, so it should have no other effects. It must not write the key directly.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure, or ``WriteError`` when the value cannot be stored; the
  ///   function writes nothing then. The error is ``WriteError/overtaken(key:)`` when the closure, or
  ///   an observer of what it writes, writes the key in each of 10 attempts, and when other threads do
  ///   so in each of 1000.
  @discardableResult
  public static func modify<Value: Serializable, Result>(
    _ key: Key<Value>,
    _ body: (inout Value) throws -> Result
  ) throws -> Result {
    try key.modify(body)
  }

  /// Returns whether a value is stored for a key, even if it is equal to the default.
  public static func hasStoredValue(_ key: AnyKey) -> Bool {
    key.isSet
  }

  /// Waits until all writes to all suites are stored durably.
  ///
  /// A normal exit of the process does this as well.
  ///
  /// - Throws: ``StoreError`` of the first suite that fails, after trying all.
  public static func flush() throws(StoreError) {
    try SuiteRegistry.shared.flush()
  }

  /// The suite of keys that are created without one; initially ``Suite/standard``.
  ///
  /// ```swift
  /// Defaults.defaultSuite = Defaults.Suite(inMemory: "preview")
  /// ```
  ///
  /// It is read when a key is created; a static key is created when it is first used. So set it at
  /// the start of a program. To test single keys, use ``withOverrides(_:_:)``, which does not
  /// affect other tests.
  public static var defaultSuite: Suite {
    get { SuiteRegistry.shared.defaultSuite }
    set { SuiteRegistry.shared.defaultSuite = newValue }
  }

  /// Makes suites that are opened later ignore the launch arguments of this process.
  ///
  /// By default, `-key value`, `--key=value`, `--key` and `--no-key` set values that hide the
  /// user's. A program whose arguments have another meaning calls this first.
  public static func ignoreLaunchArguments() {
    SuiteRegistry.shared.readsLaunchArguments.store(false, ordering: .relaxed)
  }

  /// Makes suites that are opened later use no thread but the caller's, for programs that read or
  /// write something and end.
  ///
  /// Such a suite does not watch its files. It commits when it is flushed; what could not be stored
  /// then is no longer pending, so the value that a failed flush reports is not stored later.
  package static func disableBackgroundWork() {
    SuiteRegistry.shared.worksInBackground.store(false, ordering: .relaxed)
  }

  /// Makes this process replace a file only if the new file has the same owner.
  ///
  /// A user who may write a file of another one can replace it by a file of their own. A process of
  /// root that became a user calls this, because root would have kept the owner.
  package static func keepOwners() {
    SuiteRegistry.shared.keepsOwners.store(true, ordering: .relaxed)
  }
}
