/// Why something failed, as a sentence for people.
public struct Reason: Error, Hashable, Sendable {
  /// The sentence.
  public let text: String

  /// Creates a reason.
  public init(_ text: String) {
    self.text = text
  }
}
