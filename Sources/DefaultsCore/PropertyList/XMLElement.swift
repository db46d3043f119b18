/// The elements of an XML property list.
///
/// The raw value is the name's ASCII bytes as a big-endian number, so that names are compared
/// without creating strings.
enum XMLElement: UInt64 {
  case plist = 0x70_6C69_7374
  case dict = 0x6469_6374
  case array = 0x61_7272_6179
  case key = 0x6B_6579
  case string = 0x7374_7269_6E67
  case integer = 0x69_6E74_6567_6572
  case real = 0x7265_616C
  case date = 0x6461_7465
  case data = 0x6461_7461
  case `true` = 0x7472_7565
  case `false` = 0x66_616C_7365

  /// The element's name.
  var name: String {
    withUnsafeBytes(of: rawValue.bigEndian) { bytes in
      String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
  }
}

/// A tag in the text.
struct XMLTag {
  /// The form of a tag.
  enum Form {
    case opening, closing, empty
  }

  /// The element of the tag.
  var element: XMLElement
  /// Whether the tag opens or closes the element, or both.
  var form: Form
  /// The position of the tag, in bytes.
  var start: Int

  /// Whether the tag opens a dictionary or an array.
  var beginsContainer: Bool {
    form == .opening && (element == .dict || element == .array)
  }
}

/// The text of an element.
enum XMLText {
  /// ASCII text without entities, as a range of the document's bytes.
  case plain(Range<Int>)
  /// Any other text, decoded.
  case other(String)
}
