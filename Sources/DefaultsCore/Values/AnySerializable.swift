extension Defaults {
  /// A value whose type is not known before it is read.
  ///
  /// ```swift
  /// let any = Defaults.Key<Defaults.AnySerializable>("any", default: 1)
  /// Defaults[any] = "🦄"
  /// let text: String? = Defaults[any].get()
  /// ```
  ///
  /// Literals of all kinds are converted automatically, other values by ``init(_:)``. Two values
  /// are equal when their stored forms are; numbers are compared by value.
  public struct AnySerializable: Hashable, Sendable {
    private enum Content: Hashable {
      case nothing
      case stored(StoredValue)
      case refused(SerializationError)
    }

    private var content: Content

    /// Creates a value from one of another type.
    ///
    /// A value without a stored form is an error only when it is stored.
    public init<Value: Serializable>(_ value: Value) {
      do {
        content = try Value._storedValue(of: value).map(Content.stored) ?? .nothing
      } catch {
        content = .refused(error)
      }
    }

    /// Creates a value from any object; one without a stored form is an error only when it is stored.
    init(object: Any) {
      do {
        content = .stored(try StoredValue(propertyList: object))
      } catch {
        content = .refused(error)
      }
    }

    init(refused reason: SerializationError) {
      content = .refused(reason)
    }

    init(stored: StoredValue?) {
      content = stored.map(Content.stored) ?? .nothing
    }

    /// Returns the value as another type; nil when it cannot be converted.
    public func get<Value: Serializable>() -> Value? {
      guard case .stored(let stored) = content else { return nil }
      return Value._value(from: stored)
    }

    /// Returns the value as another type; nil when it cannot be converted.
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
  /// A bridge that leaves the stored form as it is.
  public struct Bridge: Defaults.Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Returns the stored form as an object of a property list.
    public func serialize(_ value: Defaults.AnySerializable?) -> Any? {
      guard case .stored(let stored) = value?.content else { return nil }
      return stored.propertyList
    }

    /// Creates a value from an object of a property list.
    public func deserialize(_ object: Any?) -> Defaults.AnySerializable? {
      object.flatMap { try? Defaults.StoredValue(propertyList: $0) }
        .map(Defaults.AnySerializable.init(stored:))
    }
  }

  /// The bridge, which leaves the stored form as it is.
  public static var bridge: Bridge { Bridge() }

  /// Returns the stored form of the value; nil for a value that was created from nil.
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

  /// Returns true: a stored form holds no object.
  public static func _isIndependent(_ value: Self) -> Bool { true }

  /// Creates a value from a stored form.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    Self(stored: stored)
  }
}

extension Defaults.AnySerializable: ExpressibleByStringLiteral {
  /// Creates a value from text.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Defaults.AnySerializable: ExpressibleByIntegerLiteral {
  /// Creates a value from a whole number.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension Defaults.AnySerializable: ExpressibleByFloatLiteral {
  /// Creates a value from a real number.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension Defaults.AnySerializable: ExpressibleByBooleanLiteral {
  /// Creates a value from a Boolean.
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension Defaults.AnySerializable: _DefaultsOptionalProtocol {
  /// Whether there is no value.
  public var _defaults_isNil: Bool { content == .nothing }
}

extension Defaults.AnySerializable: ExpressibleByNilLiteral {
  /// Creates a value that, when it is stored, removes the stored value.
  public init(nilLiteral: ()) { self.init(stored: nil) }
}

extension Defaults.AnySerializable: ExpressibleByArrayLiteral {
  /// Creates a value from an array of values of any types, of which an element may be nil only if the
  /// value is not stored.
  public init(arrayLiteral elements: Any?...) {
    self.init(object: elements)
  }
}

extension Defaults.AnySerializable: ExpressibleByDictionaryLiteral {
  /// Creates a value from a dictionary; of entries with the same key the last one counts.
  ///
  /// A key that is not a string is stored as its description, as in a dictionary with such keys. A key
  /// that cannot be created from its description has no stored form.
  public init(dictionaryLiteral elements: (AnyHashable, Any?)...) {
    var members: [String: Any?] = [:]
    for (key, value) in elements {
      guard let key = key.base as? any LosslessStringConvertible else {
        self.init(refused: .unsupportedType(String(reflecting: type(of: key.base))))
        return
      }
      members[String(describing: key)] = .some(value)
    }
    self.init(object: members)
  }
}

extension Defaults {
  /// The bridge of values of any type, under the name that other bridges use.
  public typealias AnyBridge = AnySerializable.Bridge
}
