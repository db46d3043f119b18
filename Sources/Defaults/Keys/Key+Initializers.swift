extension Defaults.Key {
  /// Creates a key with a default.
  ///
  /// The default is registered, here and with Foundation's `UserDefaults`, so that untyped
  /// readers see it too.
  ///
  /// Of several keys of the same name in a suite the last one's default and rule count.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - defaultValue: the value to use when nothing is stored.
  ///   - suite: the suite the value belongs to.
  ///   - aliases: former names, the latest first. What is stored under one of them is moved to
  ///     the key when it is created, unless the key has a value already.
  ///   - coding: the form in which values are stored; nil for that of the type.
  ///   - validation: which values may be stored; nil for any.
  ///   - help: what the value does, for people: an editor's schema takes it over.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = Defaults.defaultSuite,
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
    moveValue(from: aliases)
  }

  /// Creates a key with a default, whose values lie between two bounds.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = Defaults.defaultSuite,
    in range: ClosedRange<Value>,
    help: String = ""
  ) where Value: Comparable & Sendable {
    self.init(name, default: defaultValue, suite: suite, validation: .range(range), help: help)
  }

  /// Creates a key without a value of its own until one is stored.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - suite: the suite the value belongs to.
  ///   - aliases: former names, the latest first.
  ///   - coding: the form in which values other than nil are stored; nil for that of the type.
  ///   - validation: which values other than nil may be stored; nil for any.
  ///   - help: what the value does, for people: an editor's schema takes it over.
  public convenience init<Wrapped>(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
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
    moveValue(from: aliases)
  }

  /// Creates an optional key that starts with a value and can be set to nil all the same.
  ///
  /// ```swift
  /// static let greeting = Key<String?>("greeting", initialValue: "Hello")
  ///
  /// Defaults[.greeting] = nil  // stays nil, also when the process starts anew
  /// Defaults.reset(.greeting)  // "Hello" again
  /// ```
  ///
  /// With a default instead, nil would mean nothing stored, and the default would show again.
  /// A nil is stored as the text `$null`; that text itself cannot be stored.
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

  /// Creates a key whose default is computed whenever nothing is stored, or once and for all.
  ///
  /// ```swift
  /// static let lastSeen = Key<Date>("lastSeen") { Date() }
  /// static let installation = Key<UUID>("installation", persistDefault: .onFirstRead) { UUID() }
  /// ```
  ///
  /// Such a default is not registered. The closure is called from any thread that reads, so it
  /// is `@Sendable`; code in language mode 5 may capture what it likes, and answers for it.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - suite: the suite the value belongs to.
  ///   - persistence: whether the first value that is read is stored. When several threads read
  ///     first, all get the same one. A stored value that makes no sense for the type is kept.
  ///   - compute: gives the default.
  @preconcurrency
  public convenience init(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    persistDefault persistence: Defaults.DefaultPersistence = .never,
    default compute: @escaping @Sendable () -> Value
  ) {
    let isKept = persistence == .onFirstRead
    self.init(name, suite: suite, source: .dynamic(compute, isKept: isKept))
  }
}

extension Defaults {
  /// Whether a default that is computed is stored.
  public enum DefaultPersistence: Hashable, Sendable {
    /// It is computed whenever nothing is stored.
    case never
    /// It is computed and stored when the key is read and nothing is stored.
    case onFirstRead
  }
}

extension Defaults.Key {
  /// Registers a default when it has a stored form, and reports when it should have one.
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
      return .constant(value, stored: stored)
    } catch {
      suite.core.diagnostics.report(.refusedDefault(key: Defaults.KeyName(name), reason: error))
      return .constant(value, stored: nil)
    }
  }

  private func moveValue(from aliases: [String]) {
    for alias in aliases {
      do {
        if try Defaults.migrate(from: alias, to: self) { return }
      } catch {
        suite.core.diagnostics.report(.notMoved(from: Defaults.KeyName(alias), error: error))
      }
    }
  }
}
