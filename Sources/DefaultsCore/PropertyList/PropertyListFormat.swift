/// A format of property list files.
package enum PropertyListFormat: Hashable, Sendable, CaseIterable {
  /// XML with version 1.0 of Apple's document type.
  case xml
  /// The binary format, version "bplist00".
  case binary
  /// The old text format of OpenStep, `{ key = value; }`, which is read but never written.
  case openStep
}

extension PropertyListFormat {
  /// Returns the format of a file, judged by its first bytes.
  ///
  /// It fails when no file with a dictionary at its root starts like this.
  static func detect(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListFormat {
    if bytes.starts(with: BinaryPropertyListReader.magic) { return .binary }
    var cursor = ByteCursor(bytes, skippingMark: true)
    cursor.skipWhitespace()
    switch cursor.current {
    case nil:
      throw cursor.failure("the file contains only white space")
    case UInt8(ascii: "<"):
      return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "/"):
      return .openStep
    case UInt8(ascii: "("):
      throw cursor.failure("the root is an array, not a dictionary")
    default:
      throw cursor.failure("this is not a property list")
    }
  }
}

/// Limits for all readers and writers of property lists.
enum PropertyListLimits {
  /// The size of a document in bytes, so that 32 bits can hold a position.
  static let size = Int(UInt32.max)
  /// The depth of nested containers, the root included.
  static let nesting = 512
  /// The reason of errors for containers that are nested more deeply.
  static let nestingReason = "containers are nested more than \(nesting) levels deep"
  /// The range of whole numbers in a property list.
  static let integers = Int128(Int64.min)...Int128(UInt64.max)

  /// Checks that a document is within the size limit.
  static func checkSize(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.count <= size else {
      throw PropertyListError(reason: "the document has more than 4 GB", byteOffset: size)
    }
  }
}
