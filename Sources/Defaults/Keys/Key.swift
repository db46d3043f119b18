extension Defaults {
  /// A named value of a suite, with its type and default.
  ///
  /// ```swift
  /// let quality = Defaults.Key<Double>("quality", default: 0.8)
  ///
  /// Defaults[quality]  // 0.8
  /// Defaults[quality] = 0.5
  /// quality.reset()
  /// ```
  ///
  /// A stored value that makes no sense for the type reads as the default; it stays stored, and
  /// the suite's diagnostics tell of it once.
  ///
  /// Reading an unchanged value again costs no decoding: the key keeps the value it read last,
  /// unless it is an instance of a class, which somebody could change.
  public final class Key<Value: Serializable>: AnyKey, @unchecked Sendable {  // Constant, too.
    private let cache: KeyCache<Value>
    private let source: DefaultSource
    private let coding: Coding<Value>?
    private let tracked: TrackedKey

    /// The last event that observers were told; nil where each must get an object of its own.
    let lastChange: ChangeCache<KeyChange<Value>>?

    /// What the declaration tells people about the key; may be empty.
    package let declaredHelp: String

    /// What the declaration demands of values other than nil.
    package let demands: [ValidationDemand]

    /// Creates a key.
    init(
      _ name: String,
      suite: Suite,
      source: DefaultSource,
      coding: Coding<Value>? = nil,
      help: String = "",
      demands: [ValidationDemand] = []
    ) {
      self.source = source
      self.coding = coding
      lastChange = Value._hasValueSemantics ? ChangeCache() : nil
      declaredHelp = help
      self.demands = demands
      cache = KeyCache(core: suite.core, followsRegistered: source.followsRegistered)
      tracked = suite.core.trackedKeys.subject(forKey: KeyName(name))
      super.init(name: name, suite: suite)
      if let before = suite.core.keyTypes.note(Value.self, forKey: KeyName(name)) {
        suite.core.diagnostics.report(
          .redeclaredKey(
            key: KeyName(name),
            type: String(reflecting: Value.self),
            before: String(reflecting: before),
          )
        )
      }
    }

    /// What is used when nothing is stored; a dynamic default is computed by every call.
    public var defaultValue: Value {
      switch source {
      case .constant(let value, _): value
      case .nothing(let value): value
      case .dynamic(let compute, _): compute()
      }
    }

    /// Has a closure called whenever the key's value changes.
    override func observe(
      with subscription: Subscription,
      handler: @escaping @Sendable () -> Void
    ) {
      observe(with: subscription, wantsPrior: false) { _ in handler() }
    }
  }
}

extension Defaults.Key where Value: Equatable {
  /// Whether the value equals the default, stored or not.
  public var isDefaultValue: Bool { suite[self] == defaultValue }
}

// MARK: - The default

extension Defaults.Key {
  /// Where the default comes from.
  enum DefaultSource {
    /// A value, with its stored form; nil when it has none.
    case constant(Value, stored: Defaults.StoredValue?)
    /// An optional's nil, over which a registered default wins.
    case nothing(Value)
    /// A closure that is called whenever nothing is stored, and whose value may be kept then.
    case dynamic(@Sendable () -> Value, isKept: Bool = false)

    /// Whether a registered default is read where nothing is stored.
    var followsRegistered: Bool {
      switch self {
      case .nothing: true
      case .constant, .dynamic: false
      }
    }
  }

  /// The value to use when nothing is stored, and its stored form.
  var effectiveDefault: (value: Value, stored: Defaults.StoredValue?) {
    switch source {
    case .constant(let value, let stored):
      return (value, stored)
    case .nothing(let value):
      guard let stored = suite.registeredValue(forKey: name), let read = decode(stored)
      else { return (value, nil) }
      return (read, stored)
    case .dynamic(let compute, _):
      let value = compute()
      // A default without a stored form differs from all that is stored, which is all it is for.
      return (value, try? encode(value))
    }
  }
}

// MARK: - The stored form

extension Defaults.Key {
  /// Gives the form in which the key stores a value; nil when that means storing nothing.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the value has no stored form.
  package func encode(
    _ value: Value
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    guard let coding else { return try Value._storedValue(of: value) }
    return try coding.encode(value)
  }

  /// Reads a stored form, whatever the key's rule says of it; nil when it makes no sense.
  package func decode(_ stored: Defaults.StoredValue) -> Value? {
    guard let coding else { return Value._value(from: stored) }
    return coding.decode(stored)
  }

  /// Reads stored forms as the key does, without holding on to it.
  var decoder: @Sendable (Defaults.StoredValue) -> Value? {
    if let coding { return coding.decode }
    return { Value._value(from: $0) }
  }
}

// MARK: - Reading and writing

extension Defaults.Key {
  /// Reads the value in the key's own suite.
  func value() -> Value {
    tracked.access()
    return OverrideScope.areThereAny ? valueAmongOverrides() : keptValue()
  }

  private func keptValue() -> Value {
    do throws(StaleValue) {
      return try cache.value()
    } catch {
      return readAnew(from: ownSuite.core)
    }
  }

  /// Reads the value where somebody, perhaps another task, overrides something.
  ///
  /// Not inlined, so that reads elsewhere make no room for what only this one needs.
  @inline(never)
  private func valueAmongOverrides() -> Value {
    guard let override = OverrideScope.value(forKey: storedName, in: ownSuite.core) else {
      return keptValue()
    }
    return override.flatMap(read) ?? effectiveDefault.value
  }

  /// Reads the value in a suite.
  func value(in suite: Defaults.Suite) -> Value {
    let core = suite.core
    return core === ownSuite.core ? value() : value(of: core.reading(forKey: storedName), in: core)
  }

  /// Stores a value in a suite, or reports why it has no stored form.
  func store(_ value: Value, in suite: Defaults.Suite) {
    do {
      suite.core.write(try encode(value), forKey: storedName)
    } catch {
      suite.core.diagnostics.report(.refusedValue(key: storedName, reason: error))
    }
  }

  /// Changes the value; no other write of this process can come between.
  func modify<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let core = suite.core
    while true {
      let reading = core.reading(forKey: storedName)
      var value = value(of: reading, in: core)
      let result = try body(&value)
      do {
        let stored = try encode(value)
        if core.write(stored, forKey: storedName, expecting: reading.ticket) { return result }
      } catch {
        core.diagnostics.report(.refusedValue(key: storedName, reason: error))
        return result
      }
    }
  }

  private func readAnew(from core: SuiteCore) -> Value {
    let registered = cache.registeredGeneration
    let reading = core.reading(forKey: storedName)
    if let value = cache.value(for: reading, registered: registered) { return value }
    let stored = decodeStored(reading, in: core)
    let value = stored ?? effectiveDefault.value
    // A dynamic default is another one each time, and an object could be changed by its readers.
    if stored == nil, case .dynamic(_, let isKept) = source {
      return isKept && reading.value == nil ? keep(value, as: reading, in: core) : value
    }
    if Value._hasValueSemantics {
      cache.keep(value, reading: reading, registered: registered)
    }
    return value
  }

  /// Stores a default that was computed, unless another value has come to be stored meanwhile.
  ///
  /// - Returns: the value to use from now on.
  private func keep(_ value: Value, as reading: SuiteCore.Reading, in core: SuiteCore) -> Value {
    do {
      let isStored = core.write(try encode(value), forKey: storedName, expecting: reading.ticket)
      return isStored ? value : readAnew(from: core)
    } catch {
      core.diagnostics.report(.refusedValue(key: storedName, reason: error))
      return value
    }
  }

  /// Makes the value of what was read in a suite.
  func value(of reading: SuiteCore.Reading, in core: SuiteCore) -> Value {
    decodeStored(reading, in: core) ?? effectiveDefault.value
  }

  private func decodeStored(_ reading: SuiteCore.Reading, in core: SuiteCore) -> Value? {
    guard let stored = reading.value else { return nil }
    if let value = read(stored) { return value }
    if reading.isArgument, case .string(let text) = stored {
      for meaning in LaunchArguments.meanings(of: text) {
        if let value = read(meaning) { return value }
      }
    }
    report(stored, ticket: reading.ticket, in: core)
    return nil
  }

  /// Reads a stored form that the type knows and the key's rule allows.
  func read(_ stored: Defaults.StoredValue) -> Value? {
    guard let value = decode(stored),
      ownSuite.core.rules.violation(of: stored, forKey: storedName) == nil
    else { return nil }
    return value
  }

  /// Tells the diagnostics of a stored value that makes no sense for the type.
  func report(_ stored: Defaults.StoredValue, ticket: UInt64, in core: SuiteCore) {
    core.diagnostics.reportUnreadable(stored, forKey: storedName, ticket: ticket, type: Value.self)
  }
}
