/// An administrator's reason for a lock, as the file of reasons has it.
///
/// It is text, or while the locked value changes a list: reasons with the value that each was given for.
/// The locked values are in another file, and one of two files changes first. With the list, the reason
/// that is shown always belongs to the value, also when the process is killed between the two commits.
package enum LockReason: Hashable, Sendable {
  /// The reason that was given for a value.
  case given(String)
  /// The value was locked without a reason.
  case withoutReason
  /// The list has another value.
  case unknown

  private static let value: Defaults.KeyName = "value"
  private static let reason: Defaults.KeyName = "reason"

  /// Returns a list of values with the reasons for them, nil for none; nil when it is empty.
  package static func list(
    _ reasons: [(value: Defaults.StoredValue, reason: String?)]
  ) -> Defaults.StoredValue? {
    guard !reasons.isEmpty else { return nil }
    return .array(
      reasons.map { given in
        let text = given.reason.map { [reason: Defaults.StoredValue.string($0)] } ?? [:]
        return .dictionary(text.merging([value: given.value]) { $1 })
      }
    )
  }

  /// Creates what a list says of a locked value; text says nothing, because it does not have the value.
  package init(inList stored: Defaults.StoredValue, for lockedValue: Defaults.StoredValue) {
    self = .unknown
    guard case .array(let list) = stored else { return }
    for case .dictionary(let members) in list where members[Self.value] == lockedValue {
      self =
        if case .string(let text)? = members[Self.reason] { .given(text) } else { .withoutReason }
      return
    }
  }

  /// Returns the reason for a lock from what the file has for the key; nil when none was given for
  /// the value.
  ///
  /// The locked value is nil if the key is not locked.
  package static func text(
    _ stored: Defaults.StoredValue,
    for lockedValue: Defaults.StoredValue?
  ) -> String? {
    if case .string(let text) = stored { return text }
    guard let lockedValue, case .given(let text) = LockReason(inList: stored, for: lockedValue)
    else { return nil }
    return text
  }
}
