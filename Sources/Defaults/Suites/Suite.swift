extension Defaults {
  /// A named set of values with a store of its own; on disk, a property list of that name.
  ///
  /// ```swift
  /// let suite = Defaults.Suite(suiteName: "com.example.Sketchbook")
  /// suite?.set(0.5, forKey: "quality")
  /// suite?.double(forKey: "quality")  // 0.5
  /// ```
  ///
  /// It has the methods of Foundation's `UserDefaults`, so `typealias UserDefaults =
  /// Defaults.Suite` moves code onto it. Unlike Foundation's, every write reaches the disk by
  /// itself, two suites of the same name are equal, and a suite may be used from any thread.
  ///
  /// Values are changed in memory at once; observers are called before the write returns. The
  /// store gets them in the background, many at once when they pile up, and ``flush()`` waits
  /// for that. Writing what is stored already changes nothing and tells nobody; only a flush that
  /// follows looks whether another process has stored something else meanwhile, and stores the
  /// value again if so.
  public final class Suite: Sendable {
    /// What all handles of the suite share.
    let core: SuiteCore

    /// The suite named like the process, which is where keys are unless they say otherwise.
    public static let standard = Suite(core: SuiteRegistry.shared.standardCore())

    /// Creates a handle of a suite in the configuration directory.
    ///
    /// Suites of the same name share everything. There is none when no file can have the name.
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
        // What is wrong with the name is told by the initialiser that throws.
        return nil
      }
    }

    /// Creates a handle of a suite in the configuration directory.
    ///
    /// - Throws: ``StoreError`` when no file can have the name.
    public convenience init(named name: String) throws(StoreError) {
      self.init(core: try SuiteRegistry.shared.core(named: name))
    }

    /// Creates a suite over a store of its own.
    ///
    /// Unlike a suite that is found by its name, it is equal to no other, even of this name.
    ///
    /// - Parameters:
    ///   - name: the name of the suite.
    ///   - store: where the values are kept.
    ///   - layerDirectories: where other layers are found; nil for a suite without.
    public convenience init(
      name: String,
      store: any Store,
      layerDirectories: LayerDirectories? = nil
    ) {
      let core = SuiteCore(name: name, store: store, layerDirectories: layerDirectories)
      SuiteRegistry.shared.register(core)
      self.init(core: core)
    }

    /// Creates a suite that is forgotten with its last handle: for tests and previews.
    public convenience init(inMemory name: String) {
      self.init(core: SuiteCore(name: name, store: InMemoryStore()))
    }

    /// Creates a handle.
    init(core: SuiteCore) {
      self.core = core
    }
  }
}

extension Defaults.Suite: Hashable {
  /// Answers whether both are handles of the same suite.
  public static func == (left: Defaults.Suite, right: Defaults.Suite) -> Bool {
    left.core === right.core
  }

  /// Feeds the identity of the suite to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(core))
  }
}

extension Defaults.Suite {
  /// Reads or writes a key's value in this suite, whatever suite the key belongs to.
  public subscript<Value: Defaults.Serializable>(key: Defaults.Key<Value>) -> Value {
    get { key.value(in: self) }
    set { key.store(newValue, in: self) }
  }

  /// Removes all values that are stored; defaults show again, and every observer is told.
  public func removeAll() {
    for key in core.values().keys.sorted() {
      core.writeOrReport(nil, forKey: key, cause: .reset)
    }
  }
}
