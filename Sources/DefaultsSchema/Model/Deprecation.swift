/// The reason why a key should no longer be used.
public struct Deprecation: Hashable, Sendable {
  /// The reason and the alternative, in sentences; may be empty.
  public var message: String
  /// The key that replaces it; nil when there is none.
  public var replacement: String?

  /// Creates a deprecation.
  public init(message: String = "", replacement: String? = nil) {
    self.message = message
    self.replacement = replacement
  }
}
