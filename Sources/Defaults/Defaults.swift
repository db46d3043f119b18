import Synchronization

/// Typed preferences: keys declared upfront with a default, stored in property lists.
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
  /// Changing a value in place, as in `Defaults[.count] += 1`, reads it and then writes it, and
  /// another thread's write may come between; ``modify(_:_:)`` allows none.
  public static subscript<Value: Serializable>(key: Key<Value>) -> Value {
    get { key.value() }
    set { key.store(newValue, in: key.suite) }
  }

  /// Changes the value of a key; no other write of this process comes between.
  ///
  /// ```swift
  /// try Defaults.modify(.count) { $0 += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - body: changes the value it is given. It is called again when another thread wrote the
  ///     key meanwhile, so it should do nothing else.
  /// - Returns: what the closure returned.
  /// - Throws: what the closure throws, or ``WriteError`` when the value cannot be stored; nothing
  ///   is written then.
  @discardableResult
  public static func modify<Value: Serializable, Result>(
    _ key: Key<Value>,
    _ body: (inout Value) throws -> Result
  ) throws -> Result {
    try key.modify(body)
  }

  /// Answers whether a value is stored for a key, be it equal to the default or not.
  public static func hasStoredValue(_ key: AnyKey) -> Bool {
    key.isSet
  }

  /// Waits until everything that was written to any suite is stored durably.
  ///
  /// A normal exit of the process does this by itself.
  ///
  /// - Throws: ``StoreError`` of the first suite that fails, after trying all.
  public static func flush() throws(StoreError) {
    try SuiteRegistry.shared.flush()
  }

  /// The suite of keys that name none, ``Suite/standard`` until it is set.
  ///
  /// ```swift
  /// Defaults.defaultSuite = Defaults.Suite(inMemory: "preview")
  /// ```
  ///
  /// It counts when a key is created; a static key is created when it is first used. So it is set
  /// when a program starts, before anything else. Tests of single keys need
  /// ``withOverrides(_:_:)`` instead, which other tests do not notice.
  public static var defaultSuite: Suite {
    get { SuiteRegistry.shared.defaultSuite }
    set { SuiteRegistry.shared.defaultSuite = newValue }
  }

  /// Keeps the arguments of this process out of the suites that are opened from now on.
  ///
  /// Suites otherwise take values from `-key value`, `--key=value`, `--key` and `--no-key`, which
  /// hide those of the user. A program whose arguments mean something else calls this first.
  public static func ignoreLaunchArguments() {
    SuiteRegistry.shared.readsLaunchArguments.store(false, ordering: .relaxed)
  }
}
