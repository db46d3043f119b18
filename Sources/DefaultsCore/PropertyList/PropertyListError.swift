/// The reason why bytes are not a property list, and the place.
public struct PropertyListError: Error, Hashable, Sendable {
  /// The reason: one short phrase without a full stop.
  public var reason: String
  /// The 1-based line in a text format; nil in the binary format.
  public var line: Int?
  /// The number of bytes before the place.
  public var byteOffset: Int
  /// Whether the content may be sound, in a form that is not supported.
  ///
  /// A file with such content is left as it is, while one that is damaged is set aside by the next
  /// write.
  public var isUnsupported: Bool

  /// Creates an error.
  public init(reason: String, line: Int? = nil, byteOffset: Int, isUnsupported: Bool = false) {
    self.reason = reason
    self.line = line
    self.byteOffset = byteOffset
    self.isUnsupported = isUnsupported
  }

  /// Creates the error of an object of a binary property list that another reader may accept.
  static func unsupported(_ reason: String, at byteOffset: Int) -> Self {
    Self(reason: reason, byteOffset: byteOffset, isUnsupported: true)
  }
}
