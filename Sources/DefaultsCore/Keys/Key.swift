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
  /// If the type cannot decode the stored value, reads return the default. The value stays stored,
  /// and the suite reports one diagnostic.
  ///
  /// Reading an unchanged value again decodes nothing: the key caches the value it read last. It
  /// does not cache instances of classes and values that hold some, because a caller could change
  /// them: each read returns objects of its own.
  public final class Key<Value: Serializable>: AnyKey, @unchecked Sendable {  // All `let`.
    private let cache: KeyCache<Value>
    private let source: DefaultSource
    private let coding: Coding<Value>?
    private let tracked: TrackedKey

    /// The declaration's validation and the rule made from it; nil when it has none.
    private let validation: (typed: Validation<Value>, rule: RuleBook.Rule)?

    /// The last event, shared by all observers unless it holds objects; nil for classes.
    let lastChange: ValueCell<KeyChange<Value>>?

    /// The help text of the declaration; may be empty.
    package let declaredHelp: String

    /// The demands of the declaration's validation on values other than nil.
    package let demands: [ValidationDemand]

    /// Creates a key.
    init(
      _ name: String,
      suite: Suite,
      source: DefaultSource,
      coding: Coding<Value>? = nil,
      help: String = "",
      validation: Validation<Value>? = nil
    ) {
      self.source = source
      self.coding = coding
      lastChange = Value.self is AnyObject.Type ? nil : ValueCell()
      declaredHelp = help
      demands = validation?.demands ?? []
      let decode: @Sendable (StoredValue) -> Value? =
        if let coding { coding.decode } else { { Value._value(from: $0) } }
      // The rule captures no key: the suite retains the rule, and a key retains the suite.
      self.validation = validation.map { validation in
        (validation, RuleBook.Rule { decode($0).flatMap(validation.rejection) })
      }
      cache = KeyCache(core: suite.core, followsRegistered: source.followsRegistered)
      tracked = suite.core.trackedKeys.subject(forKey: KeyName(name))
      super.init(name: name, suite: suite)
      if let rule = self.validation?.rule { suite.core.rules.setRule(rule, forKey: storedName) }
      let (isNew, before) = suite.core.keyTypes.record(Value.self, forKey: storedName)
      if isNew { declareToLayers() }
      if let before {
        suite.core.diagnostics.report(
          .redeclaredKey(
            key: KeyName(name),
            type: String(reflecting: Value.self),
            before: String(reflecting: before),
          )
        )
      }
    }

    /// The value to use when nothing is stored; a dynamic default is computed by every call.
    public var defaultValue: Value {
      switch source {
      case .constant(let value, _), .nothing(let value): value
      case .copied(let value, let stored): decode(stored) ?? value
      case .dynamic(let compute, _): compute()
      }
    }

    override func canHave(_ value: LayeredValue) -> Bool {
      value.layer == .managed || value.layer == .registered || read(value) != nil
    }

    /// Calls a closure whenever the key's value changes.
    override func observe(
      with subscription: Subscription,
      handler: @escaping @Sendable () -> Void
    ) {
      observe(with: subscription, wantsPrior: false, wantsInitial: false) { _ in handler() }
    }
  }
}

extension Defaults.Key where Value: Equatable {
  /// Whether the value equals the default, stored or not.
  public var isDefaultValue: Bool { suite[self] == defaultValue }
}

// MARK: - The default

extension Defaults.Key {
  /// The source of the default.
  enum DefaultSource {
    /// A value, with its stored form; nil when it has none.
    case constant(Value, stored: Defaults.StoredValue?)
    /// A value that holds objects: each read decodes its stored form, so that it gets its own.
    case copied(Value, stored: Defaults.StoredValue)
    /// The nil of an optional; a registered default is used instead, if there is one.
    case nothing(Value)
    /// A closure that computes the default; with `isKept`, its first value is stored.
    case dynamic(@Sendable () -> Value, isKept: Bool = false)

    /// Whether a registered default is read where nothing is stored.
    var followsRegistered: Bool {
      switch self {
      case .nothing: true
      case .constant, .copied, .dynamic: false
      }
    }
  }

  /// The value to use when nothing is stored, and its stored form.
  var effectiveDefault: (value: Value, stored: Defaults.StoredValue?) {
    switch source {
    case .constant(let value, let stored):
      return (value, stored)
    case .copied(_, let stored):
      return (defaultValue, stored)
    case .nothing(let value):
      guard let stored = suite.registeredValue(forKey: name), let read = decode(stored)
      else { return (value, nil) }
      return (read, stored)
    case .dynamic(let compute, _):
      let value = compute()
      // `try?`: a default without a stored form differs from every stored value it is compared with.
      return (value, try? encode(value))
    }
  }
}

// MARK: - The stored form

extension Defaults.Key {
  /// Returns the form in which the key stores a value; nil when that means storing nothing.
  package func encode(
    _ value: Value
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    guard let coding else { return try Value._storedValue(of: value) }
    return try coding.encode(value)
  }

  /// Returns the value of a stored form, without the key's rule; nil when it cannot be decoded.
  package func decode(_ stored: Defaults.StoredValue) -> Value? {
    guard let coding else { return Value._value(from: stored) }
    return coding.decode(stored)
  }

  /// Returns why a JSON text cannot be decoded as the key's type; nil when it can be, or when the type
  /// is not `Decodable`.
  package func decodingError(ofJSON text: String) -> DecodingError? {
    guard let type = Value.self as? any Decodable.Type else { return nil }
    return JSONText.decodingError(type, from: text)
  }

  /// Returns why the key's rule rejects a value; nil when it accepts the value.
  ///
  /// This key's own rule checks the typed value, without decoding. If a later key of the same name
  /// has replaced the rule, that rule decodes the stored form itself, because its type may differ.
  package func rejection(
    of value: Value,
    storedAs stored: Defaults.StoredValue
  ) -> Defaults.Rejection? {
    rejection(of: value, storedAs: stored, in: ownSuite.core).rejection
  }

  private func rejection(
    of value: Value,
    storedAs stored: Defaults.StoredValue?,
    in core: SuiteCore
  ) -> (rejection: Defaults.Rejection?, rule: RuleBook.Rule?) {
    guard let stored, let rule = core.rules.rule(forKey: storedName) else { return (nil, nil) }
    guard let validation, validation.rule === rule else { return (rule.rejection(stored), rule) }
    return (validation.typed.rejection(value), rule)
  }
}

// MARK: - Writing

extension Defaults.Key {
  /// Returns the edit that stores a value, after the key's rule has accepted it.
  func edit(storing value: Value, in core: SuiteCore) throws(Defaults.WriteError) -> SuiteCore.Edit
  {
    let stored: Defaults.StoredValue?
    do throws(Defaults.SerializationError) {
      stored = try encode(value)
    } catch {
      throw .refused(key: storedName, reason: error)
    }
    let (rejection, rule) = rejection(of: value, storedAs: stored, in: core)
    if let rejection { throw .invalid(key: storedName, rejection) }
    return SuiteCore.Edit(key: storedName, value: stored, acceptedBy: rule)
  }

  /// Stores a value that is given in its stored form, or removes the stored value for nil.
  ///
  /// The stored form is decoded and encoded again, so that it becomes the form that the type
  /// writes. `adjust` may change the encoded form before it is stored. The call fails also when the
  /// type cannot read the stored form. The change is empty when the value was stored already.
  package func write(
    _ stored: Defaults.StoredValue?,
    _ options: Defaults.WriteOptions,
    adjust: (Defaults.StoredValue) -> Defaults.StoredValue = { $0 }
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange] {
    var edit = SuiteCore.Edit(key: storedName, value: nil)
    if let stored {
      guard let value = decode(stored) else {
        let rejection = Defaults.Rejection.wrongKind(
          found: "\(stored.kind)",
          expected: "\(Value.self)"
        )
        throw .invalid(key: storedName, rejection)
      }
      edit = try self.edit(storing: value, in: ownSuite.core)
      edit.value = edit.value.map(adjust)
    }
    return try ownSuite.core.write(CollectionOfOne(edit), options) ?? []
  }

  /// Stores a value in a suite; a refused write is reported as a diagnostic.
  func store(_ value: Value, in suite: Defaults.Suite) {
    do throws(Defaults.WriteError) {
      _ = try suite.core.write(CollectionOfOne(edit(storing: value, in: suite.core)))
    } catch {
      suite.core.diagnostics.report(.refusedWrite(error))
    }
  }

  /// Changes the value with a closure, without another write of this process in between.
  ///
  /// If the value has changed since it was read, nothing is stored and the closure is called again.
  /// The call throws what the closure throws, or ``Defaults/WriteError``, also when the closure
  /// writes the key itself.
  func modify<Result>(_ body: (inout Value) throws -> Result) throws -> Result {
    let core = suite.core
    return try core.change {
      let keyState = core.keyState(forKey: storedName)
      var value = value(of: keyState, in: core)
      let result = try body(&value)
      let edit = try edit(storing: value, in: core)
      return (result, [edit], Defaults.WriteOptions(expected: [storedName: keyState.sequence]))
    }
  }
}

// MARK: - Reading

extension Defaults.Key {
  /// Reads the value in the key's own suite.
  func value() -> Value {
    tracked.access()
    return OverrideScope.areThereAny ? valueAmongOverrides() : cachedValue()
  }

  private func cachedValue() -> Value {
    do throws(StaleValue) {
      return try cache.value()
    } catch {
      return readAnew(from: ownSuite.core)
    }
  }

  /// Reads the value where an override exists somewhere in the process, perhaps in another task.
  ///
  /// Not inlined, so that its stack frame and registers cost the other reads nothing.
  @inline(never)
  private func valueAmongOverrides() -> Value {
    guard let override = OverrideScope.value(forKey: storedName, in: ownSuite.core) else {
      return cachedValue()
    }
    return override.flatMap(read) ?? effectiveDefault.value
  }

  /// Reads the value in a suite.
  func value(in suite: Defaults.Suite) -> Value {
    let core = suite.core
    return core === ownSuite.core
      ? value() : value(of: core.keyState(forKey: storedName), in: core)
  }

  private func readAnew(from core: SuiteCore) -> Value {
    // Read before the values, see `KeyCache`.
    let registered = cache.registeredSequence
    let keyState = core.keyState(forKey: storedName)
    do throws(StaleValue) {
      return try cache.value(for: keyState, registered: registered)
    } catch {
      let stored = decodeStored(keyState, in: core)
      // Not cached: the number of this value does not change together with the one that is used.
      if stored == nil, keyState.value != nil { return valueBelow(keyState, in: core) }
      let value = stored ?? effectiveDefault.value
      // Not cached: a dynamic default, which is computed at each read, and a value with objects,
      // which a caller could change.
      if stored == nil, case .dynamic(_, let isKept) = source {
        return isKept ? store(value, for: keyState, in: core) : value
      }
      if Value._isIndependent(value) { cache.store(value, for: keyState, registered: registered) }
      return value
    }
  }

  /// Stores a computed default, unless another value was stored; returns the value to use now.
  private func store(
    _ value: Value,
    for keyState: SuiteCore.KeyState,
    in core: SuiteCore
  ) -> Value {
    do throws(Defaults.WriteError) {
      let edit = try edit(storing: value, in: core)
      let options = Defaults.WriteOptions(expected: [storedName: keyState.sequence])
      let isStored = try core.write(CollectionOfOne(edit), options) != nil
      return isStored ? value : readAnew(from: core)
    } catch {
      core.diagnostics.report(.refusedWrite(error))
      return value
    }
  }

  /// Returns the value of a key's state, or the default.
  func value(of keyState: SuiteCore.KeyState, in core: SuiteCore) -> Value {
    if let value = decodeStored(keyState, in: core) { return value }
    return keyState.value == nil ? effectiveDefault.value : valueBelow(keyState, in: core)
  }

  private func decodeStored(_ keyState: SuiteCore.KeyState, in core: SuiteCore) -> Value? {
    guard let stored = keyState.value else { return nil }
    return read(stored) ?? keyState.text.flatMap(read(text:))
  }

  /// Returns the value of a stored form; nil when the type or the key's rule rejects it.
  func read(_ stored: Defaults.StoredValue) -> Value? {
    guard let value = decode(stored), rejection(of: value, storedAs: stored) == nil else {
      return nil
    }
    return value
  }

  /// Whether the default is computed, and stored at the first read.
  var keepsComputedDefault: Bool {
    if case .dynamic(_, isKept: true) = source { true } else { false }
  }

  /// Reports a stored value that the type cannot decode or the rule rejects.
  func report(_ stored: Defaults.StoredValue, sequence: UInt64, in core: SuiteCore) {
    core.diagnostics.reportUnreadable(
      stored,
      forKey: storedName,
      sequence: sequence,
      type: Value.self
    )
  }
}

// MARK: - The values of changes

extension Defaults.Key {
  /// Returns the new value of a change, and caches it for the reads that follow.
  ///
  /// The key's rule is not applied to a value that this process has written, because the write has
  /// applied it.
  func newValue(
    of stored: Defaults.StoredValue,
    in change: Defaults.StoredChange,
    _ moment: Observer.Moment
  ) -> Value {
    let isOwn = change.origin == .thisProcess
    guard let value = isOwn ? decode(stored) : read(stored) else {
      if moment != .before { report(stored, sequence: change.sequence, in: ownSuite.core) }
      return effectiveDefault.value
    }
    if moment == .after, change.core === ownSuite.core, Value._isIndependent(value) {
      let keyState = SuiteCore.KeyState(
        value: stored,
        sequence: change.sequence,
        suiteSequence: change.sequence,
      )
      cache.store(value, for: keyState, registered: cache.registeredSequence)
    }
    return value
  }

  /// Returns the old value of a change, from the cache if that still has it.
  func oldValue(of stored: Defaults.StoredValue, in change: Defaults.StoredChange) -> Value {
    do throws(StaleValue) {
      guard change.core === ownSuite.core else { throw StaleValue() }
      return try cache.value(forSequence: change.oldSequence)
    } catch {
      return read(stored) ?? effectiveDefault.value
    }
  }
}
