extension Defaults {
  /// A value whose type is not known before it is read.
  ///
  /// ```swift
  /// let any = Defaults.Key<Defaults.AnySerializable>("any", default: 1)
  /// Defaults[any] = "🦄"
  /// let text: String? = Defaults[any].get()
  /// ```
  ///
  /// Literals of all kinds are such values; others are wrapped. Two are equal when what is stored
  /// for them is, and numbers are by their value.
  public struct AnySerializable: Hashable, Sendable {
    private enum Content: Hashable {
      case nothing
      case stored(StoredValue)
      case refused(SerializationError)
    }

    private var content: Content

    /// Wraps a value.
    ///
    /// One without a stored form is refused when it is to be stored.
    public init<Value: Serializable>(_ value: Value) {
      do {
        content = try Value._storedValue(of: value).map(Content.stored) ?? .nothing
      } catch {
        content = .refused(error)
      }
    }

    init(stored: StoredValue?) {
      content = stored.map(Content.stored) ?? .nothing
    }

    /// Reads the value as a type; nil when it is none of that type.
    public func get<Value: Serializable>() -> Value? {
      guard case .stored(let stored) = content else { return nil }
      return Value._value(from: stored)
    }

    /// Reads the value as a type; nil when it is none of that type.
    public func get<Value: Serializable>(_ type: Value.Type) -> Value? {
      get()
    }

    /// Replaces the value.
    public mutating func set<Value: Serializable>(_ newValue: Value) {
      self = Self(newValue)
    }

    /// Replaces the value.
    public mutating func set<Value: Serializable>(_ newValue: Value, type: Value.Type) {
      self = Self(newValue)
    }
  }
}

extension Defaults.AnySerializable: Defaults.Serializable {
  /// Passes the stored form on.
  public struct Bridge: Defaults.Bridge {
    /// Creates a bridge.
    public init() {}

    /// Gives what a property list holds.
    public func serialize(_ value: Defaults.AnySerializable?) -> Any? {
      guard case .stored(let stored) = value?.content else { return nil }
      return stored.propertyList
    }

    /// Wraps what a property list holds.
    public func deserialize(_ object: Any?) -> Defaults.AnySerializable? {
      object.flatMap { try? Defaults.StoredValue(propertyList: $0) }
        .map(Defaults.AnySerializable.init(stored:))
    }
  }

  /// Passes the stored form on.
  public static var bridge: Bridge { Bridge() }

  /// Gives the stored form of the wrapped value.
  ///
  /// - Throws: ``Defaults/SerializationError`` when it has none.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    switch value.content {
    case .nothing: nil
    case .stored(let stored): stored
    case .refused(let error): throw error
    }
  }

  /// Wraps a stored form.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    Self(stored: stored)
  }
}

extension Defaults.AnySerializable: ExpressibleByStringLiteral {
  /// Wraps text.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Defaults.AnySerializable: ExpressibleByIntegerLiteral {
  /// Wraps a whole number.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension Defaults.AnySerializable: ExpressibleByFloatLiteral {
  /// Wraps a real number.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension Defaults.AnySerializable: ExpressibleByBooleanLiteral {
  /// Wraps a truth value.
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension Defaults.AnySerializable: ExpressibleByNilLiteral {
  /// Wraps nothing: storing it removes what is stored.
  public init(nilLiteral: ()) { self.init(stored: nil) }
}

extension Defaults.AnySerializable: ExpressibleByArrayLiteral {
  /// Wraps an array.
  public init(arrayLiteral elements: Self...) { self.init(elements) }
}

extension Defaults.AnySerializable: ExpressibleByDictionaryLiteral {
  /// Wraps a dictionary; of two equal keys the last one counts.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self.init(Dictionary(elements) { $1 })
  }
}
