extension Defaults {
  /// Converts one type into another that can be stored, and back.
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
  /// A bridge is called from whatever thread reads or writes the key, so it holds no state that
  /// changes. That is why the protocol is `Sendable`; code in language mode 5 need not say so.
  @preconcurrency
  public protocol Bridge<Value, Serializable>: Sendable {
    /// The type that keys of this kind have.
    associatedtype Value

    /// What is stored: another serialisable type, or an object a property list can hold.
    associatedtype Serializable

    /// Converts a value into what is stored.
    ///
    /// - Returns: nil refuses the value: the write is reported and what was stored stays.
    func serialize(_ value: Value?) -> Serializable?

    /// Converts what is stored back into a value.
    ///
    /// - Returns: nil when the stored object makes no sense; the key's default is then used.
    func deserialize(_ object: Serializable?) -> Value?
  }
}
