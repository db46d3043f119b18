public import Foundation

extension Defaults {
  /// Why values were not written; nothing was changed then.
  public enum WriteError: Error, Hashable, Sendable {
    /// An administrator allows one value of the key only.
    case locked(key: KeyName, by: Lock)
    /// A value has no stored form.
    case refused(key: KeyName, reason: SerializationError)
    /// The suite's store cannot hold a value or has no such key; the reason as a short phrase.
    case unsupported(key: KeyName, reason: String)
    /// The key's own rule, or its schema, does not accept a value.
    case invalid(key: KeyName, Rejection)
    /// The key holds a value of a kind that cannot be shown, and the write was not told to replace
    /// such values.
    case opaque(key: KeyName, kindName: String)
    /// More keys are to change together than the suite's store can change in one commit.
    case tooManyKeys(count: Int, limit: Int)
  }
}

extension Defaults.WriteError {
  /// The key that could not be written; nil when the reason is none of a single key's.
  public var key: Defaults.KeyName? {
    switch self {
    case .locked(let key, _), .refused(let key, _), .unsupported(let key, _),
      .invalid(let key, _), .opaque(let key, _):
      key
    case .tooManyKeys: nil
    }
  }

  /// What is wrong, as a phrase that follows the name of the key, without a full stop.
  public var reason: String {
    switch self {
    case .locked(_, let lock): "\(lock)"
    case .refused(_, let reason): "\(reason)"
    case .unsupported(_, let reason): reason
    case .invalid(_, let rejection): "\(rejection)"
    case .opaque(_, let kindName):
      "the stored value is a \(kindName), which would be lost"
    case .tooManyKeys(let count, let limit):
      "\(count) keys are to change together, and the store changes at most \(limit)"
    }
  }
}

extension Defaults.WriteError: CustomStringConvertible {
  /// What could not be written and why, as sentences for people.
  public var description: String {
    switch self {
    case .locked(let key, let lock):
      "\"\(key)\" is \(lock). Nothing was changed."
    case .refused(let key, _), .unsupported(let key, _):
      "The value of \"\(key)\" cannot be stored: \(reason). Nothing was changed."
    case .invalid(let key, _), .opaque(let key, _):
      "\"\(key)\" was not set: \(reason). Nothing was changed."
    case .tooManyKeys:
      "Nothing was changed: \(reason)."
    }
  }
}

extension Defaults.WriteError: LocalizedError {
  /// What could not be written and why, as sentences for people.
  public var errorDescription: String? { description }
}
