// Objects of binary property lists that have no case of their own in a stored value.
//
// Such an object is kept as a binary property list of its own, with one entry that holds a copy of
// the object and of everything it refers to. Objects are copied in the order in which they are
// referred to, so that equal objects give equal bytes whatever document they come from. Writing the
// value copies the object back, byte for byte.
extension Defaults.OpaqueValue {
  /// What the bytes of such values begin with, and what names their format.
  static let propertyListFormat = "bplist00"

  private static let entryName: Defaults.KeyName = "value"

  /// Creates a value by copying an object out of a document; fails when the object is malformed.
  init(
    copying object: Int,
    from reader: BinaryPropertyListReader
  ) throws(PropertyListError) {
    var writer = BinaryPropertyListWriter()
    let key = writer.add(.string(Self.entryName.string))
    let copy = try writer.copy(object, from: reader)
    self.init(
      kindName: try reader.kindName(of: object),
      format: Self.propertyListFormat,
      bytes: writer.document([(key: key, value: copy)])
    )
  }

  /// Reads the value's own document; returns its objects and the number of the value's object.
  ///
  /// The depth is the number of containers that the value lies in. It fails when the bytes are not
  /// such a document, or when the value would nest too deeply.
  func propertyListObject(
    depth: Int = 1
  ) throws(PropertyListError) -> (reader: BinaryPropertyListReader, object: Int) {
    guard format == Self.propertyListFormat else {
      throw PropertyListError(reason: "the value is not from a property list", byteOffset: 0)
    }
    let reader = try BinaryPropertyListReader(bytes)
    let entries = try BinaryPropertyListDecoder.entries(of: reader, depth: depth)
    guard entries.count == 1 else {
      throw PropertyListError(reason: "the value is not one object", byteOffset: 0)
    }
    return (reader, entries[0].valueObject)
  }
}

extension BinaryPropertyListReader {
  /// Returns the kind of an object, for people; fails when there is no such object.
  fileprivate func kindName(of object: Int) throws(PropertyListError) -> String {
    switch bytes[try offset(of: object)] >> 4 {
    case 0x1: "128-bit integer"
    case 0x6: "text that is not valid UTF-16"
    case 0x8: "wide reference"
    case 0xB: "ordered set"
    case 0xC: "set"
    default: "unknown object"
    }
  }
}
