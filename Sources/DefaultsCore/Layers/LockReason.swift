/// An administrator's reason for a lock, as the file of reasons has it.
///
/// It is text, or while the locked value changes a list: reasons with the value that each was given for.
/// The locked values are in another file, and one of two files changes first. With the list, the reason
/// that is shown always belongs to the value, also when the process is killed between the two commits.
package enum LockReason {
  private static let value: Defaults.KeyName = "value"
  private static let reason: Defaults.KeyName = "reason"

  /// Returns a list of reasons; nil when it is empty.
  package static func list(
    _ reasons: [(value: Defaults.StoredValue, reason: String)]
  ) -> Defaults.StoredValue? {
    guard !reasons.isEmpty else { return nil }
    return .array(
      reasons.map { .dictionary([value: $0.value, reason: .string($0.reason)]) }
    )
  }

  /// Returns the reason for a lock from what the file has for the key; nil when none was given for
  /// the value.
  ///
  /// The locked value is nil if the key is not locked.
  package static func text(
    _ stored: Defaults.StoredValue,
    for lockedValue: Defaults.StoredValue?
  ) -> String? {
    switch stored {
    case .string(let text): return text
    case .array(let list):
      for case .dictionary(let members) in list where members[value] == lockedValue {
        if case .string(let text) = members[reason] { return text }
      }
      return nil
    default: return nil
    }
  }
}
