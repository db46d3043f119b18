import Synchronization

/// The value types that the keys of a suite were declared with.
final class KeyTypes: Sendable {
  private let types = Mutex<[Defaults.KeyName: [any Defaults.Serializable.Type]]>([:])

  /// Records the declaration of a key.
  ///
  /// `T` and `T?` count as the same type; `AnySerializable` is compatible with every type.
  ///
  /// - Returns: the type of the first declaration of the name, if this one is the first with
  ///   another type; otherwise nil.
  func record(
    _ type: any Defaults.Serializable.Type,
    forKey key: Defaults.KeyName
  ) -> (any Defaults.Serializable.Type)? {
    let type = (type as? any OptionalType.Type)?.wrapped ?? type
    guard type != Defaults.AnySerializable.self else { return nil }
    return types.withLock { types in
      let known = types[key, default: []]
      guard !known.contains(where: { $0 == type }) else { return nil }
      types[key] = known + [type]
      return known.first
    }
  }
}

/// An optional of a type that is known only at run time.
private protocol OptionalType {
  /// The type of the values other than nil.
  static var wrapped: any Defaults.Serializable.Type { get }
}

extension Optional: OptionalType where Wrapped: Defaults.Serializable {
  fileprivate static var wrapped: any Defaults.Serializable.Type { Wrapped.self }
}
