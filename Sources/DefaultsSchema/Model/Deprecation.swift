/// Why a key should be used no longer.
public struct Deprecation: Hashable, Sendable {
  /// The reason and what to do, in sentences; may be empty.
  public var message: String
  /// The key that took its place; nil when none did.
  public var replacement: String?

  /// Creates a deprecation.
  public init(message: String = "", replacement: String? = nil) {
    self.message = message
    self.replacement = replacement
  }
}
