/// The elements of an XML property list.
///
/// The raw value is the element's name as a number: its ASCII bytes, the first one highest.
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
    switch self {
    case .plist: "plist"
    case .dict: "dict"
    case .array: "array"
    case .key: "key"
    case .string: "string"
    case .integer: "integer"
    case .real: "real"
    case .date: "date"
    case .data: "data"
    case .true: "true"
    case .false: "false"
    }
  }
}

/// A tag as it stands in the text.
struct XMLTag {
  /// Whether a tag begins an element, ends it, or is all of it.
  enum Form {
    case opening, closing, empty
  }

  /// The element it belongs to.
  var element: XMLElement
  /// Whether it begins or ends the element.
  var form: Form
  /// Where it begins, in bytes.
  var start: Int

  /// Whether elements follow that belong to this one.
  var beginsContainer: Bool {
    form == .opening && (element == .dict || element == .array)
  }
}

/// The text of an element.
enum XMLText {
  /// ASCII text that stands for itself, as a place in the document.
  case plain(Range<Int>)
  /// Text with other characters, entities, comments or character data sections in it.
  case other(String)
}
