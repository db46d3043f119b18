extension Defaults {
  /// A named set of values with its own store; by default, a property list file of that name.
  ///
  /// ```swift
  /// let suite = Defaults.Suite(suiteName: "com.example.Sketchbook")
  /// suite?.set(0.5, forKey: "quality")
  /// suite?.double(forKey: "quality")  // 0.5
  /// ```
  ///
  /// It has the methods of Foundation's `UserDefaults`, so existing code can switch to it with
  /// `typealias UserDefaults = Defaults.Suite`. Unlike Foundation's, it saves every write to the
  /// disk without a call of `synchronize()`, two suites of the same name are equal, and a suite can
  /// be used from any thread.
  ///
  /// A write changes the value in memory, and observers are called before it returns. Writes are
  /// committed to the store in the background, several at once if necessary; ``flush()`` waits for
  /// that. Writing a value that is stored already changes nothing and calls no observer. But if
  /// another process has changed the value meanwhile, the next ``flush()`` stores it again.
  public final class Suite: Sendable {
    /// The state that all handles of the suite share.
    package let core: SuiteCore

    /// The suite with the name of the process; keys without a suite belong to it by default.
    public static let standard = Suite(core: SuiteRegistry.shared.standardCore())

    /// Creates a handle of a suite in the configuration directory.
    ///
    /// Suites of the same name share their values. The result is nil if the name is not a valid
    /// file name.
    ///
    /// - Parameter suiteName: the name of the property list without its extension, or nil for
    ///   the standard suite.
    public convenience init?(suiteName: String?) {
      guard let suiteName else {
        self.init(core: Suite.standard.core)
        return
      }
      do {
        try self.init(named: suiteName)
      } catch {
        // A caller that needs the reason uses `init(named:)`.
        return nil
      }
    }

    /// Creates a handle of a suite in the configuration directory.
    ///
    /// - Throws: ``StoreError`` when the name is not a valid file name.
    public convenience init(named name: String) throws(StoreError) {
      self.init(core: try SuiteRegistry.shared.core(named: name))
    }

    /// Creates a suite with a given store.
    ///
    /// It is equal to no other suite, not even to one of the same name.
    ///
    /// - Parameters:
    ///   - name: the name of the suite.
    ///   - store: the store of the values.
    ///   - layerDirectories: the directories of the other layers; nil for a suite without them.
    public convenience init(
      name: String,
      store: any Store,
      layerDirectories: LayerDirectories? = nil
    ) {
      let core = SuiteCore(name: name, store: store, layerDirectories: layerDirectories)
      SuiteRegistry.shared.register(core)
      self.init(core: core)
    }

    /// Creates a suite in memory, for tests and previews; it ends with its last handle.
    public convenience init(inMemory name: String) {
      self.init(core: SuiteCore(name: name, store: InMemoryStore()))
    }

    /// Creates a handle.
    package init(core: SuiteCore) {
      self.core = core
      core.register(self)
    }
  }
}

extension Defaults.Suite: CustomStringConvertible {
  /// The name of the suite.
  public var description: String { name }
}

extension Defaults.Suite: Hashable {
  /// Returns whether both are handles of the same suite.
  public static func == (left: Defaults.Suite, right: Defaults.Suite) -> Bool {
    left.core === right.core
  }

  /// Feeds the identity of the suite to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(core))
  }
}

extension Defaults.Suite {
  /// Reads or writes a key's value in this suite, even if the key belongs to another suite.
  public subscript<Value: Defaults.Serializable>(key: Defaults.Key<Value>) -> Value {
    get { key.value(in: self) }
    set { key.store(newValue, in: self) }
  }

  /// Removes all stored values in one write, so that defaults are used again; observers are called.
  ///
  /// A key that cannot be removed, for example because it is locked, keeps its value and is reported
  /// to diagnostics.
  public func removeAll() {
    core.removeOrReport(core.values().keys)
  }
}
