import Synchronization

/// The value types that the keys of a suite were declared with.
final class KeyTypes: Sendable {
  private let types = Mutex<[Defaults.KeyName: [any Defaults.Serializable.Type]]>([:])

  /// Records the declaration of a key; returns whether it is the first of the name with the type.
  ///
  /// `before` is the type of the first declaration of the name if that is another one. `T` and `T?`
  /// count as the same type; `AnySerializable` is compatible with every type.
  func record(
    _ type: any Defaults.Serializable.Type,
    forKey key: Defaults.KeyName
  ) -> (isNew: Bool, before: (any Defaults.Serializable.Type)?) {
    let type = (type as? any OptionalType.Type)?.wrapped ?? type
    return types.withLock { types in
      let known = types[key, default: []]
      guard !known.contains(where: { $0 == type }) else { return (false, nil) }
      types[key] = known + [type]
      let any = Defaults.AnySerializable.self
      return (true, type == any ? nil : known.first { $0 != any })
    }
  }

  /// Returns whether a key of the name was declared.
  func contains(_ key: Defaults.KeyName) -> Bool {
    types.withLock { $0[key] != nil }
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
