/// The reason why bytes are not a property list, and the place.
public struct PropertyListError: Error, Hashable, Sendable {
  /// The reason: one short phrase without a full stop.
  public var reason: String
  /// The 1-based line in a text format; nil in the binary format.
  public var line: Int?
  /// The number of bytes before the place.
  public var byteOffset: Int

  /// Creates an error.
  public init(reason: String, line: Int? = nil, byteOffset: Int) {
    self.reason = reason
    self.line = line
    self.byteOffset = byteOffset
  }
}
