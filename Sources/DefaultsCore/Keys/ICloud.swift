import Synchronization

extension Defaults {
  // The name is that of the original. swift-format-ignore: TypeNamesShouldBeCapitalized
  /// The keys whose values sindresorhus/Defaults synchronizes through iCloud.
  ///
  /// ```swift
  /// Defaults.iCloud.add(.quality, .name)
  /// await Defaults.iCloud.waitForSyncCompletion()
  /// ```
  ///
  /// Linux has no iCloud, and no other synchronization is set up: values stay on this machine. The
  /// suite of an added key reports that once, as ``Diagnostic/Kind/notSynchronized(key:)``.
  public enum iCloud {
    /// The keys that were added.
    public static var keys: Set<Defaults.Keys> {
      SuiteRegistry.shared.synchronization.withLock(\.keys)
    }

    /// Whether the original would log its work; it has no effect here.
    public static var isDebug: Bool {
      get { SuiteRegistry.shared.synchronization.withLock(\.isDebug) }
      set { SuiteRegistry.shared.synchronization.withLock { $0.isDebug = newValue } }
    }

    /// Adds keys whose values are to be synchronized.
    public static func add(_ keys: Defaults.Keys...) {
      add(keys)
    }

    /// Adds keys whose values are to be synchronized.
    public static func add(_ keys: [Defaults.Keys]) {
      SuiteRegistry.shared.synchronization.withLock { $0.keys.formUnion(keys) }
      for key in keys {
        key.suite.core.diagnostics.reportOnce(.notSynchronized(key: key.storedName))
      }
    }

    /// Removes keys.
    public static func remove(_ keys: Defaults.Keys...) {
      remove(keys)
    }

    /// Removes keys.
    public static func remove(_ keys: [Defaults.Keys]) {
      SuiteRegistry.shared.synchronization.withLock { $0.keys.subtract(keys) }
    }

    /// Removes all keys.
    public static func removeAll() {
      SuiteRegistry.shared.synchronization.withLock { $0.keys = [] }
    }

    /// Waits until all values are synchronized; returns at once.
    public static func waitForSyncCompletion() async {}
  }
}

/// What code has asked to synchronize.
struct SynchronizedKeys: Sendable {
  /// The keys.
  var keys: Set<Defaults.AnyKey> = []
  /// Whether the original would log its work.
  var isDebug = false
}
