public import FoundationEssentials

extension Defaults {
  /// The error of a refused write; nothing was changed.
  public enum WriteError: Error, Hashable, Sendable {
    /// An administrator has locked the key.
    case locked(key: KeyName, by: Lock)
    /// A value has no stored form.
    case refused(key: KeyName, reason: SerializationError)
    /// The suite's store cannot hold the value or the key; the reason is a short phrase.
    case unsupported(key: KeyName, reason: String)
    /// The value is a secret, and others than the user can read what the suite stores; the reason is a
    /// short phrase without the value.
    case exposed(key: KeyName, reason: String)
    /// The key's rule or schema refuses the value.
    case invalid(key: KeyName, Rejection)
    /// The stored value is of a kind that cannot be shown, and the options do not allow replacing
    /// it.
    case opaque(key: KeyName, kindName: String)
    /// The write changes more keys than the suite's store can change in one commit.
    case tooManyKeys(count: Int, limit: Int)
    /// The key was changed while the closure that computes its new value ran: by that closure itself,
    /// or by other threads in every attempt.
    case overtaken(key: KeyName)
    /// Keys do not have the stored values that the options expect.
    case outdated([KeyName])
  }
}

extension Defaults.WriteError {
  /// The key that could not be written; nil when the reason does not concern a single key.
  public var key: Defaults.KeyName? {
    switch self {
    case .locked(let key, _), .refused(let key, _), .unsupported(let key, _),
      .exposed(let key, _), .invalid(let key, _), .opaque(let key, _), .overtaken(let key):
      key
    case .tooManyKeys, .outdated: nil
    }
  }

  /// The reason, as a phrase without a full stop; it follows the name of the key.
  public var reason: String { reasonText.description }

  private var reasonText: MessageText {
    switch self {
    case .locked(_, let lock): "\(lock)"
    case .refused(_, let reason): "\(reason)"
    case .unsupported(_, let reason), .exposed(_, let reason): "\(reason)"
    case .invalid(_, let rejection): "\(rejection)"
    case .opaque(_, let kindName):
      "the stored value is a \(kindName), which would be lost"
    case .tooManyKeys(let count, let limit):
      "\(count) keys are to change together, and the store changes at most \(limit)"
    case .overtaken:
      "it was changed while its new value was computed; the closure must change the value that it is "
        + "given, and not write the key itself"
    case .outdated(let keys):
      "\(MessageText(verbatim: Defaults.StoreError.names(keys))) changed meanwhile"
    }
  }
}

extension Defaults.WriteError: CustomStringConvertible {
  /// The key and the reason, in sentences for people.
  public var description: String { message.description }

  private var message: MessageText {
    switch self {
    case .locked(let key, let lock):
      "\"\(key)\" is \(lock). Nothing was changed."
    case .refused(let key, _), .unsupported(let key, _):
      "The value of \"\(key)\" cannot be stored: \(reasonText). Nothing was changed."
    case .exposed(let key, _), .invalid(let key, _), .opaque(let key, _), .overtaken(let key):
      "\"\(key)\" was not set: \(reasonText). Nothing was changed."
    case .tooManyKeys, .outdated:
      "Nothing was changed: \(reasonText)."
    }
  }
}

extension Defaults.WriteError: LocalizedError {
  /// The key and the reason, in sentences for people.
  public var errorDescription: String? { description }
}
