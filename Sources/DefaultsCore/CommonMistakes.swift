// Declarations that no program can use: without them, the compiler answers the commonest mistakes with
// "failed to produce diagnostic". They are chosen only where nothing else fits, and say what is wrong.

/// The body of all of them: the compiler refuses every use, so it never runs.
private func neverCalled() -> Never { fatalError("The compiler refuses every use.") }

extension Defaults {
  /// Reports a value of another type than the key has.
  @available(*, unavailable, message: "The values of the key have another type.")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static subscript<Value: Serializable, Other>(key: Key<Value>) -> Other {
    get { neverCalled() }
    set { neverCalled() }
  }

  /// Reports a closure for another type than the key has.
  @available(*, unavailable, message: "The values of the key have another type.")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @discardableResult
  public static func modify<Value: Serializable, Other, Result>(
    _ key: Key<Value>,
    _ body: (inout Other) throws -> Result
  ) throws -> Result {
    neverCalled()
  }

  /// Reports a handler for another type than the key has.
  @available(*, unavailable, message: "The values of the key have another type.")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static func observe<Value: Serializable, Other>(
    _ key: Key<Value>,
    options: ObservationOptions = [.initial],
    handler: @escaping @Sendable (KeyChange<Other>) -> Void
  ) -> any Observation {
    neverCalled()
  }
}

extension Defaults.Suite {
  /// Reports a value of another type than the key has.
  @available(*, unavailable, message: "The values of the key have another type.")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public subscript<Value: Defaults.Serializable, Other>(key: Defaults.Key<Value>) -> Other {
    get { neverCalled() }
    set { neverCalled() }
  }
}

extension Defaults.Transaction {
  /// Reports a value of another type than the key has.
  @available(*, unavailable, message: "The values of the key have another type.")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public subscript<Value: Defaults.Serializable, Other>(key: Defaults.Key<Value>) -> Other {
    get { neverCalled() }
    set { neverCalled() }
  }
}

extension Defaults.Key {
  /// Reports a key of a type that is not optional, without a default.
  @available(*, unavailable, message: "Add 'default:', or make the type of the key optional.")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public convenience init(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    aliases: [String] = []
  ) {
    neverCalled()
  }
}

extension Defaults.Serializable {
  /// Reports a type that nothing converts to a stored form.
  @available(*, unavailable, message: "Make the type Codable or RawRepresentable, or add a bridge.")
  @_documentation(visibility: internal)
  public static var bridge: Defaults.MissingBridge { neverCalled() }
}

extension Defaults {
  /// The type of the bridge of a type that has none.
  @_documentation(visibility: internal)
  public enum MissingBridge: Bridge {
    /// Converts nothing.
    public func serialize(_ value: Never?) -> Never? { nil }

    /// Converts nothing.
    public func deserialize(_ object: Never?) -> Never? { nil }
  }
}
