import FoundationEssentials

/// A writer of stored values as XML, in the layout of Foundation.
///
/// The format has no fractions of a second. A date with a fraction is followed by a comment with
/// the exact time, which ``XMLPropertyListReader`` reads and other readers skip.
struct XMLPropertyListWriter {
  /// The text so far.
  private(set) var output: [UInt8] = []

  /// Creates a writer with a capacity in bytes.
  init(capacity: Int = 0) {
    output.reserveCapacity(capacity)
  }

  /// The start of the comment with an exact time, in seconds since 2001.
  static let exactTimeMark: StaticString = "<!--exact "

  private static let header = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  /// Returns a document with a dictionary at its root.
  static func document(
    _ entries: some Sequence<(key: Defaults.KeyName, value: Defaults.StoredValue)>
  ) -> [UInt8] {
    var writer = XMLPropertyListWriter()
    writer.append(header)
    writer.append("<dict>\n")
    for (key, value) in entries { writer.append(key: key, value: value, indentation: 1) }
    writer.append("</dict>\n</plist>\n")
    return writer.output
  }

  /// Appends an entry of a dictionary, with key and value on lines of their own.
  mutating func append(key: Defaults.KeyName, value: Defaults.StoredValue, indentation: Int) {
    indent(indentation)
    append(key: key)
    append("\n")
    indent(indentation)
    append(value, indentation: indentation)
    append("\n")
  }

  /// Appends a key.
  mutating func append(key: Defaults.KeyName) {
    append("<key>")
    append(escaped: key.string)
    append("</key>")
  }

  /// Appends a value without a line break at its end; further lines are indented by tabs.
  mutating func append(_ value: Defaults.StoredValue, indentation: Int) {
    switch value {
    case .bool(let value): append(value ? "<true/>" : "<false/>")
    case .integer(let value): append("integer", value.description)
    case .real(let value): append("real", PropertyListNumber.text(value))
    case .string(let value):
      append("<string>")
      append(escaped: value)
      append("</string>")
    case .date(let value): append(date: value.timeIntervalSinceReferenceDate)
    case .data(let value): append(data: value, indentation: indentation)
    case .uid(let value):
      append(.dictionary(["CF$UID": .integer(Int128(value))]), indentation: indentation)
    // Not written as XML: a document that holds one of these becomes binary.
    case .null, .opaque: append("<string></string>")
    case .array(let elements): append(array: elements, indentation: indentation)
    case .dictionary(let values): append(dictionary: values, indentation: indentation)
    }
  }

  /// Appends bytes unchanged.
  mutating func append(bytes: ArraySlice<UInt8>) {
    output.append(contentsOf: bytes)
  }

  /// Appends text without escaping it.
  mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func append(_ element: String, _ text: String) {
    append("<\(element)>\(text)</\(element)>")
  }

  private mutating func append(array elements: [Defaults.StoredValue], indentation: Int) {
    guard !elements.isEmpty else { return append("<array/>") }
    append("<array>\n")
    for element in elements {
      indent(indentation + 1)
      append(element, indentation: indentation + 1)
      append("\n")
    }
    indent(indentation)
    append("</array>")
  }

  private mutating func append(
    dictionary values: [Defaults.KeyName: Defaults.StoredValue],
    indentation: Int
  ) {
    guard !values.isEmpty else { return append("<dict/>") }
    append("<dict>\n")
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      append(key: key, value: value, indentation: indentation + 1)
    }
    indent(indentation)
    append("</dict>")
  }

  private mutating func append(data: Data, indentation: Int) {
    append("<data>\n")
    let tabs = min(indentation, 8)
    Base64.append(data, to: &output, groups: (76 - tabs * 8) / 4, indentation: tabs)
    indent(tabs)
    append("</data>")
  }

  private mutating func append(date seconds: Double) {
    append("date", PropertyListDate.text(seconds))
    let isWhole = seconds.rounded(.down).bitPattern == seconds.bitPattern
    if !isWhole || seconds.bitPattern == (-0.0).bitPattern {
      append("\(Self.exactTimeMark)\(seconds)-->")
    }
  }

  private mutating func append(escaped text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      // XML 1.0, section 2.11: readers convert a bare carriage return to a line feed.
      case 0x0D: append("&#13;")
      default: output.append(byte)
      }
    }
  }

  private mutating func indent(_ tabs: Int) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: tabs))
  }
}
