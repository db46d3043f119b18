import DefaultsCore

/// A parser for Apple's `.strings` files: `"key" = "text";`, or a property list.
enum StringsFile {
  /// Returns the texts of a file in UTF-8 or UTF-16.
  static func texts(in bytes: [UInt8]) throws(PropertyListError) -> [String: String] {
    var values: [Defaults.KeyName: Defaults.StoredValue]
    do throws(PropertyListError) {
      values = try PropertyListDocument(parsing: bytes).values
    } catch {
      let (encoding, markLength) = TextEncoding.detect(bytes)
      guard let text = encoding.utf8(bytes.dropFirst(markLength)) else { throw error }
      // The plain form is an OpenStep dictionary without its braces.
      let dictionary = "{\n\(String(decoding: text, as: UTF8.self))\n}"
      values = try PropertyListDocument(parsing: Array(dictionary.utf8)).values
    }
    var texts: [String: String] = [:]
    for (key, value) in values {
      if case .string(let text) = value { texts[key.string] = text }
    }
    return texts
  }
}
