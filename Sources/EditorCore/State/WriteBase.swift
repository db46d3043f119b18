import DefaultsCore

/// The stored value that the user saw when a change was requested.
///
/// A change is requested some time after its value was shown, and stored still later. Another program
/// may store a value in between. So every change carries its base, and the store compares it under its
/// lock when it commits the change: a value that the user has not seen is not replaced before the user
/// was asked.
enum WriteBase: Hashable, Sendable {
  /// This value; nil for none.
  case stored(Defaults.StoredValue?)
  /// The value that an earlier write of the key by this session will have stored.
  ///
  /// That write requested the value, and had no outcome yet when the base was determined. The key's
  /// type may store the value in another form, for example 7.0 as 7, so the session compares with
  /// what that write has really stored (``WriteResults``).
  case requested(Defaults.StoredValue?)

  /// The value, as far as it is known without the outcome of earlier writes.
  var value: Defaults.StoredValue? {
    switch self {
    case .stored(let value), .requested(let value): value
    }
  }
}

/// The input of a closed edit, with the data to continue it in another session.
struct KeptInput: Hashable, Sendable {
  /// The control's input.
  var input: Defaults.StoredValue
  /// The stored value that editing began with, `.some(nil)` for none; nil if it is not known.
  var base: Defaults.StoredValue??
  /// The file for which the input was made.
  var scope: WriteScope = .user

  private static let inputKey: Defaults.KeyName = "input"
  private static let baseKey: Defaults.KeyName = "base"
  private static let scopeKey: Defaults.KeyName = "scope"

  /// Creates the input of an edit that is closed.
  init(_ edit: OpenEdit) {
    input = edit.control.input
    base = .some(edit.expected.value)
    scope = edit.scope
  }

  /// Creates the input from the form of the file; nil for anything else.
  init?(stored: Defaults.StoredValue) {
    guard case .dictionary(let members) = stored, let input = members[Self.inputKey] else {
      return nil
    }
    self.input = input
    base = Defaults.StoredValue.decodedBase(members[Self.baseKey])
    scope = members[Self.scopeKey]?.text.flatMap(WriteScope.init) ?? .user
  }

  /// The input in the form of the file.
  var stored: Defaults.StoredValue {
    var members = [Self.inputKey: input]
    members[Self.baseKey] = base.map(Defaults.StoredValue.encodedBase)
    if scope != .user { members[Self.scopeKey] = .string(scope.rawValue) }
    return .dictionary(members)
  }
}

extension Defaults.StoredValue {
  /// Returns a base in the form of a file: an array with the value, empty if nothing was stored.
  static func encodedBase(_ value: Defaults.StoredValue?) -> Defaults.StoredValue {
    .array(value.map { [$0] } ?? [])
  }

  /// Returns the base from the form of a file; nil if the file has none.
  static func decodedBase(_ stored: Defaults.StoredValue?) -> Defaults.StoredValue?? {
    guard case .array(let values) = stored else { return nil }
    return .some(values.first)
  }
}
