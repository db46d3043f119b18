/// The reason why a copied text could not be written to a file.
public struct CopyFailure: Error, Hashable, Sendable {
  /// The reason as a sentence for people.
  public var reason: String

  /// Creates a failure.
  public init(reason: String) {
    self.reason = reason
  }
}
