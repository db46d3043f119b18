import Defaults

extension Defaults.Rejection {
  /// The reason for a refused secret whose other texts would show a part of it.
  static let hiddenReason: String = "the value does not fit"

  /// Returns the reason as a phrase, without the value or its length if it is a secret.
  func text(isSecret: Bool) -> String {
    guard isSecret else { return "\(self)" }
    return switch self {
    case .notANumber: "the value is not a number"
    case .notADate: "the value is not a date"
    case .notAURL: "the value is not a URL with a scheme"
    case .notData, .patternMismatch, .wrongKind, .missingMember: "\(self)"
    default: Self.hiddenReason
    }
  }
}
