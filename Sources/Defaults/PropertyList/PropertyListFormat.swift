/// The written forms a property list can have.
package enum PropertyListFormat: Hashable, Sendable, CaseIterable {
  /// XML, version 1.0 of Apple's document type.
  case xml
  /// The binary form, version "bplist00".
  case binary
  /// The old text form of OpenStep, `{ key = value; }`, which is read and never written.
  case openStep
}

extension PropertyListFormat {
  /// Tells the form from the first bytes.
  ///
  /// - Throws: ``PropertyListError`` when no form with a dictionary at its root begins like this.
  static func detect(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListFormat {
    if bytes.starts(with: BinaryPropertyListReader.magic) { return .binary }
    var cursor = ByteCursor(bytes, skippingMark: true)
    cursor.skipWhitespace()
    switch cursor.current {
    case nil:
      throw cursor.failure("the file holds nothing but blanks")
    case UInt8(ascii: "<"):
      return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "/"):
      return .openStep
    case UInt8(ascii: "("):
      throw cursor.failure("the root is an array, not a dictionary")
    default:
      throw cursor.failure("this is no property list")
    }
  }
}

/// Bounds that every reader and writer of property lists keeps.
enum PropertyListLimits {
  /// How many bytes a document may have, so that places in it are short numbers.
  static let size = Int(UInt32.max)
  /// How many containers may lie inside one another, the root included.
  static let nesting = 512
  /// The least and the greatest whole number a property list carries.
  static let integers = Int128(Int64.min)...Int128(UInt64.max)

  /// Checks that places in a document fit into their numbers.
  ///
  /// - Throws: ``PropertyListError`` when it is larger.
  static func checkSize(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.count <= size else {
      throw PropertyListError(reason: "the document has more than 4 GB", byteOffset: size)
    }
  }
}
