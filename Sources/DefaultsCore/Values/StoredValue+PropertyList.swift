import FoundationEssentials

extension Defaults.StoredValue {
  /// Creates a stored value from an object of a property list, or from any value of a key.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the object, or one inside it, has no stored
  ///   form.
  public init(propertyList object: Any) throws(Defaults.SerializationError) {
    if !(type(of: object) is AnyObject.Type), let value = object as? any Defaults.Serializable {
      guard let stored = try value._storedValue() else {
        throw .missingElement(type: String(reflecting: type(of: object)))
      }
      self = stored
    } else {
      self = try Self(propertyListObject: object)
    }
  }

  /// The value as an object of Foundation's property lists.
  ///
  /// Whole numbers are of the type `Int`, or `UInt64` if they are too large for it. The members of
  /// collections are converted likewise. Null is `NSNull`, and an opaque value is itself.
  public var propertyList: Any {
    var merged: [[Defaults.KeyName]] = []
    return propertyList(&merged)
  }

  /// Converts the value to an object of Foundation's property lists.
  ///
  /// `merged` gets the names of each group of members that became one.
  package func propertyList(_ merged: inout [[Defaults.KeyName]]) -> Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): Self.object(for: value)
    case .real(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map { $0.propertyList(&merged) }
    case .dictionary(let values): values.propertyList(&merged)
    case .uid(let value): ["CF$UID": value]
    case .null: LinkedFoundation.shared.null
    case .opaque(let value): value
    }
  }

  /// Creates a stored value from an object whose type is not serialisable.
  init(propertyListObject object: Any) throws(Defaults.SerializationError) {
    if type(of: object) is AnyObject.Type {
      self = try Self(instance: object)
      return
    }
    // NB: Foundation on Linux returns `[Any?]`, so every object may be an optional.
    if let optional = object as? any PossiblyNil {
      guard let wrapped = optional.wrappedObject else {
        throw .missingElement(type: String(reflecting: type(of: object)))
      }
      self = try Self(propertyList: wrapped)
      return
    }
    switch object {
    case let value as Self: self = value
    case let value as Bool: self = .bool(value)
    case let value as any BinaryInteger: self = try Self(integer: value)
    case let value as Double: self = .real(value)
    case let value as Float: self = .real(Double(value))
    case let value as String: self = .string(value)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let values as [Any]: self = .array(try values.map(Self.init(propertyList:)))
    case let values as [AnyHashable: Any]: self = try Self(dictionary: values)
    default:
      guard let value = try LinkedFoundation.shared.storedValue(of: object) else {
        throw .unsupportedType(String(reflecting: type(of: object)))
      }
      self = value
    }
  }

  private static func object(for integer: Int128) -> Any {
    if let value = Int(exactly: integer) { return value }
    if let value = UInt64(exactly: integer) { return value }
    return Double(integer)
  }

  /// Creates a whole number; fails when it needs more than 64 bits.
  init(integer value: some BinaryInteger) throws(Defaults.SerializationError) {
    guard let integer = Int128(exactly: value), PropertyListLimits.integers.contains(integer) else {
      throw .unsupportedType(String(reflecting: type(of: value)))
    }
    self = .integer(integer)
  }

  private init(dictionary values: [AnyHashable: Any]) throws(Defaults.SerializationError) {
    var dictionary: [Defaults.KeyName: Self] = [:]
    dictionary.reserveCapacity(values.count)
    for (key, value) in values {
      guard let name = key.base as? String else {
        throw .unsupportedType(String(reflecting: type(of: key.base)))
      }
      dictionary[Defaults.KeyName(name)] = try Self(propertyList: value)
    }
    self = .dictionary(dictionary)
  }

  private init(instance object: Any) throws(Defaults.SerializationError) {
    if let value = try LinkedFoundation.shared.storedValue(of: object) {
      self = value
      return
    }
    guard let value = object as? any Defaults.Serializable else {
      throw .unsupportedType(String(reflecting: type(of: object)))
    }
    guard let stored = try value._storedValue() else {
      throw .missingElement(type: String(reflecting: type(of: object)))
    }
    self = stored
  }
}

extension [Defaults.KeyName: Defaults.StoredValue] {
  /// Converts the members to objects by text, as Foundation's property lists hold them.
  ///
  /// Of names that differ only in their Unicode normalisation a dictionary of strings holds one:
  /// the last by its bytes. `merged` gets the names of each group of members that became one.
  package func propertyList(_ merged: inout [[Defaults.KeyName]]) -> [String: Any] {
    var objects = [String: Any](minimumCapacity: count)
    for (name, value) in self { objects[name.string] = value.propertyList(&merged) }
    guard objects.count < count else { return objects }
    let groups = Dictionary<String, [Defaults.KeyName]>(grouping: keys, by: \.string)
    for names in groups.values where names.count > 1 {
      let names = names.sorted()
      merged.append(names)
      if let last = names.last { objects[last.string] = self[last]?.propertyList }
    }
    return objects
  }
}

/// An optional whose wrapped type is known only at run time.
private protocol PossiblyNil {
  var wrappedObject: Any? { get }
}

extension Optional: PossiblyNil {
  fileprivate var wrappedObject: Any? { map { $0 as Any } }
}
