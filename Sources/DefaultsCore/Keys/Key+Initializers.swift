extension Defaults.Key {
  /// Creates a key with a default.
  ///
  /// The default is registered, also with Foundation's `UserDefaults`, so that reads by name return
  /// it too.
  ///
  /// If several keys of a suite have the same name, the registered default and the validation rule
  /// are those of the key that was created last.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - defaultValue: the value to use when nothing is stored.
  ///   - suite: the suite the value belongs to.
  ///   - iCloud: accepted for code that was written for sindresorhus/Defaults. Linux has no
  ///     iCloud, so the value is stored on this machine only, and
  ///     ``Defaults/Diagnostic/Kind/notSynchronized(key:)`` is reported once.
  ///   - aliases: former names, the latest first. A value stored under one of them is moved to
  ///     the key when the key is created, unless the key has a value already. Observers are called
  ///     for that later, on a queue.
  ///   - coding: the form in which values are stored; nil for the form of the type.
  ///   - validation: which values may be stored; nil for any.
  ///   - help: what the value does, for people; the help text of the key's schema entry.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = Defaults.defaultSuite,
    iCloud: Bool = false,
    aliases: [String] = [],
    coding: Defaults.Coding<Value>? = nil,
    validation: Defaults.Validation<Value>? = nil,
    help: String = ""
  ) {
    let source = Self.source(ofDefault: defaultValue, coding, forKey: name, in: suite)
    self.init(
      name,
      suite: suite,
      source: source,
      coding: coding,
      help: help,
      validation: validation
    )
    if iCloud { reportNotSynchronized() }
    moveValue(from: aliases)
  }

  /// Creates a key with a default, whose values must be in a range.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = Defaults.defaultSuite,
    aliases: [String] = [],
    coding: Defaults.Coding<Value>? = nil,
    in range: ClosedRange<Value>,
    help: String = ""
  ) where Value: Comparable & Sendable {
    self.init(
      name,
      default: defaultValue,
      suite: suite,
      aliases: aliases,
      coding: coding,
      validation: .range(range),
      help: help
    )
  }

  /// Creates an optional key without a default.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - suite: the suite the value belongs to.
  ///   - iCloud: accepted, and reported if true: the value is stored on this machine only.
  ///   - aliases: former names, the latest first.
  ///   - coding: the form in which values other than nil are stored; nil for the form of the type.
  ///   - validation: which values other than nil may be stored; nil for any.
  ///   - help: what the value does, for people; the help text of the key's schema entry.
  public convenience init<Wrapped>(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    iCloud: Bool = false,
    aliases: [String] = [],
    coding: Defaults.Coding<Wrapped>? = nil,
    validation: Defaults.Validation<Wrapped>? = nil,
    help: String = ""
  ) where Value == Wrapped? {
    self.init(
      name,
      suite: suite,
      source: .nothing(nil),
      coding: coding?.optional(),
      help: help,
      validation: validation.map { validation in
        Defaults.Validation(demands: validation.demands) { $0.flatMap(validation.rejection) }
      }
    )
    if iCloud { reportNotSynchronized() }
    moveValue(from: aliases)
  }

  /// Creates an optional key without a default, whose values other than nil must be in a range.
  public convenience init<Wrapped: Comparable & Sendable>(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    aliases: [String] = [],
    coding: Defaults.Coding<Wrapped>? = nil,
    in range: ClosedRange<Wrapped>,
    help: String = ""
  ) where Value == Wrapped? {
    self.init(
      name,
      suite: suite,
      aliases: aliases,
      coding: coding,
      validation: .range(range),
      help: help
    )
  }

  /// Creates an optional key with a default other than nil, which can be set to nil.
  ///
  /// ```swift
  /// static let greeting = Key<String?>("greeting", initialValue: "Hello")
  ///
  /// Defaults[.greeting] = nil  // nil, also after a restart
  /// Defaults.reset(.greeting)  // "Hello" again
  /// ```
  ///
  /// A key with `default:` stores nil by removing the stored value, so that reads return the
  /// default again. This one stores nil as the text `$null`; that text itself cannot be stored.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - initialValue: the value to use when nothing is stored.
  ///   - suite: the suite the value belongs to.
  public convenience init<Wrapped>(
    _ name: String,
    initialValue: Wrapped,
    suite: Defaults.Suite = Defaults.defaultSuite
  ) where Value == Wrapped? {
    self.init(name, default: initialValue, suite: suite, coding: .storingNil())
  }

  /// Creates a key whose default is computed at each read without a stored value, or only once.
  ///
  /// ```swift
  /// static let lastSeen = Key<Date>("lastSeen") { Date() }
  /// static let installation = Key<UUID>("installation", persistDefault: .onFirstRead) { UUID() }
  /// ```
  ///
  /// Such a default is not registered. The closure is called on any thread that reads, so it is
  /// `@Sendable`. In language mode 5 the compiler does not check what the closure captures.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - suite: the suite the value belongs to.
  ///   - iCloud: accepted, and reported if true: the value is stored on this machine only.
  ///   - persistence: whether the default is stored when it is first read. If several threads read
  ///     at the same time, all get the same value. A stored value that the type cannot decode is
  ///     not overwritten.
  ///   - validation: which values may be stored; nil for any.
  ///   - compute: returns the default.
  @preconcurrency
  public convenience init(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    iCloud: Bool = false,
    persistDefault persistence: Defaults.DefaultPersistence = .never,
    validation: Defaults.Validation<Value>? = nil,
    default compute: @escaping @Sendable () -> Value
  ) {
    let isKept = persistence == .onFirstRead
    self.init(
      name,
      suite: suite,
      source: .dynamic(compute, isKept: isKept),
      validation: validation
    )
    if iCloud { reportNotSynchronized() }
  }
}

extension Defaults {
  /// Whether a computed default is stored.
  public enum DefaultPersistence: Hashable, Sendable {
    /// It is computed at each read without a stored value.
    case never
    /// It is computed and stored at the first read without a stored value.
    case onFirstRead
  }
}

extension Defaults.Key {
  /// Registers the stored form of a default; a default that cannot be encoded is reported.
  private static func source(
    ofDefault value: Value,
    _ coding: Defaults.Coding<Value>?,
    forKey name: String,
    in suite: Defaults.Suite
  ) -> DefaultSource {
    do {
      let stored =
        if let coding { try coding.encode(value) } else { try Value._storedValue(of: value) }
      guard let stored else { return .nothing(value) }
      SuiteRegistry.shared.registered.register([Defaults.KeyName(name): stored])
      return Value._isIndependent(value)
        ? .constant(value, stored: stored) : .copied(value, stored: stored)
    } catch {
      suite.core.diagnostics.report(.refusedDefault(key: Defaults.KeyName(name), reason: error))
      return .constant(value, stored: nil)
    }
  }

  private func reportNotSynchronized() {
    suite.core.diagnostics.reportOnce(.notSynchronized(key: storedName))
  }

  private func moveValue(from aliases: [String]) {
    guard !aliases.isEmpty else { return }
    // A `static let` is created while its first reader holds a lock of the Swift runtime.
    var options = Defaults.WriteOptions(cause: .migration)
    options.callsObserversLater = true
    for alias in aliases {
      do {
        if try Defaults.migrate(from: alias, to: self, options) { return }
      } catch {
        suite.core.diagnostics.report(.notMoved(from: Defaults.KeyName(alias), error: error))
      }
    }
  }
}
