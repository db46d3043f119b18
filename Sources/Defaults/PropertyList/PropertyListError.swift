/// Where and why bytes are no property list.
public struct PropertyListError: Error, Hashable, Sendable {
  /// What is wrong, one short phrase without a full stop.
  public var reason: String
  /// The 1-based line in a text format; nil in the binary format.
  public var line: Int?
  /// How many bytes come before the mistake.
  public var byteOffset: Int

  /// Creates an error.
  public init(reason: String, line: Int? = nil, byteOffset: Int) {
    self.reason = reason
    self.line = line
    self.byteOffset = byteOffset
  }
}
