import Defaults
import DefaultsSchema

/// Documents made for one test each.
enum SampleDocument {
  /// Options that open suites in memory alone.
  static let options = SchemaReadingOptions { Defaults.Suite(inMemory: $0) }

  /// A whole document around what stands between the braces of `properties`.
  static func text(keys: String, root: String = "") -> String {
    "{\"x-format\": 1, \"x-suite\": \"org.example.a\", \"title\": \"A\"\(root), \"properties\": {\(keys)}}"
  }

  /// Reads a document that describes the key `k` alone.
  static func read(key: String, root: String = "") -> SchemaReading {
    SchemaDocument(text: text(keys: "\"k\": \(key)", root: root)).read(options)
  }

  /// Reads a document that describes these keys.
  static func read(keys: String, root: String = "") -> SchemaReading {
    SchemaDocument(text: text(keys: keys, root: root)).read(options)
  }
}

extension SchemaReading {
  /// The problems without places, in order: `warning: /properties/k/default: …`.
  var messages: [String] {
    problems.map { problem in
      var problem = problem
      problem.place = nil
      return String(problem.message(path: "").dropFirst(2))
    }
  }

  /// The entry of the key `k`.
  var entry: Entry? { schema?.entry(forKey: "k") }
}

extension String {
  /// The text in UTF-16 with its low bytes first, after a byte order mark.
  var utf16Bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    return bytes
  }
}
