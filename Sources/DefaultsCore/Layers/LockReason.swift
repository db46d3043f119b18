/// An administrator's reason for a lock, as the file of reasons has it.
///
/// It is text, or while the locked value changes a list: reasons with the value that each was given for.
/// The locked values are in another file, and one of two files changes first. With the list, the reason
/// that is shown always belongs to the value, also when the process is killed between the two commits.
package enum LockReason {
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

  /// Returns what a list says of a locked value: its reason, or that it has none; nil when it says nothing.
  package static func given(
    _ stored: Defaults.StoredValue,
    for lockedValue: Defaults.StoredValue
  ) -> String?? {
    guard case .array(let list) = stored else { return nil }
    for case .dictionary(let members) in list where members[value] == lockedValue {
      if case .string(let text)? = members[reason] { return .some(text) }
      return .some(nil)
    }
    return nil
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
    return lockedValue.flatMap { given(stored, for: $0) ?? nil }
  }
}
