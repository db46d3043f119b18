extension Defaults.Rejection {
  /// The reason for a refused secret whose other texts would show a part of it.
  package static let hiddenReason: String = "the value does not fit"

  /// Returns the reason as a phrase, without the value or its length if it is a secret.
  package func text(isSecret: Bool) -> String {
    guard isSecret else { return "\(self)" }
    return switch self {
    case .notANumber: "the value is not a number"
    case .notADate, .dayNotInMonth: "the value is not a date"
    case .notAURL: "the value is not a URL with a scheme"
    case .notOfFormat(_, let format, _): "the value is not \(format)"
    case .wrongKind(_, let expected): "the value is not of the kind \(expected)"
    // What the rule asks for is no secret, only the value and its length are.
    case .tooShort(_, let minimum): "it needs at least \(minimum) characters"
    case .tooLong(_, let maximum): "it has more than \(maximum) characters"
    case .belowMinimum(_, let bound): "the minimum is \(bound)"
    case .aboveMaximum(_, let bound): "the maximum is \(bound)"
    case .notAbove(_, let bound): "it must be above \(bound)"
    case .notBelow(_, let bound): "it must be below \(bound)"
    case .notAMultiple(_, let number): "it must be a multiple of \(number)"
    case .notData, .patternMismatch, .numberMissing, .missingMember: "\(self)"
    default: Self.hiddenReason
    }
  }
}

extension Defaults.WriteError {
  /// Returns the reason as a phrase, without the value if it is a secret.
  package func reason(isSecret: Bool) -> String {
    guard isSecret else { return reason }
    return switch self {
    case .locked, .exposed, .opaque, .tooManyKeys, .overtaken, .outdated: reason
    case .invalid(_, let rejection): rejection.text(isSecret: true)
    case .refused, .unsupported: Defaults.Rejection.hiddenReason
    }
  }

  /// Returns the key and the reason in sentences, without the value if it is a secret.
  package func text(isSecret: Bool) -> String {
    guard isSecret, let key else { return "\(self)" }
    return "\"\(key)\" was not set: \(reason(isSecret: true)). Nothing was changed."
  }
}
