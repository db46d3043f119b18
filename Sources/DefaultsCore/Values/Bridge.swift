extension Defaults {
  /// A conversion of one type to another that can be stored, and back.
  ///
  /// ```swift
  /// struct User {
  ///   var name: String
  ///   var age: String
  /// }
  ///
  /// struct UserBridge: Defaults.Bridge {
  ///   func serialize(_ value: User?) -> [String: String]? {
  ///     value.map { ["name": $0.name, "age": $0.age] }
  ///   }
  ///
  ///   func deserialize(_ object: [String: String]?) -> User? {
  ///     guard let name = object?["name"], let age = object?["age"] else { return nil }
  ///     return User(name: name, age: age)
  ///   }
  /// }
  ///
  /// extension User: Defaults.Serializable {
  ///   static let bridge = UserBridge()
  /// }
  /// ```
  ///
  /// A bridge is called on every thread that reads or writes the key, so it must not have mutable
  /// state. The protocol is not `Sendable`, because a class that can be subclassed could not conform
  /// to it then. In language mode 6, the compiler checks the constant that holds a bridge instead: a
  /// bridge that is not `Sendable` is returned by a computed property.
  public protocol Bridge<Value, Serializable> {
    /// The type of the key's values.
    associatedtype Value

    /// The type that is stored: another serialisable type, or an object of a property list.
    associatedtype Serializable

    /// Converts a value to what is stored.
    ///
    /// - Returns: nil to refuse the value; then the write is reported and the stored value is kept.
    func serialize(_ value: Value?) -> Serializable?

    /// Converts what is stored back to a value.
    ///
    /// - Returns: nil when the stored object cannot be converted; the key's default is then used.
    func deserialize(_ object: Serializable?) -> Value?
  }
}
