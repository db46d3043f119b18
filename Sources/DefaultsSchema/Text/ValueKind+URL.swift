package import DefaultsCore
import FoundationEssentials

// A URL has two stored forms: its text, which people and other programs write, and the JSON text in
// which typed keys store it, with quotation marks. Readers accept both, so they are equal.
extension ValueKind {
  /// Returns a value with all URLs in it as plain texts.
  package func withPlainURLs(_ value: Defaults.StoredValue) -> Defaults.StoredValue {
    switch (self, value) {
    case (.url, .string(let text)):
      guard text.starts(withASCII: "\""), case .string(let bare)? = try? JSONValue(parsing: text)
      else {
        return value
      }
      return .string(bare)
    case (.list(let kind, _), .array(let elements)):
      return .array(elements.map(kind.withPlainURLs))
    case (.dictionary(let kind), .dictionary(let members)):
      return .dictionary(members.mapValues(kind.withPlainURLs))
    case (.table(let known, let others), .dictionary(let members)):
      return .dictionary(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            let kind = known.first { Defaults.KeyName($0.name) == name }?.kind ?? others
            return (name, kind?.withPlainURLs(value) ?? value)
          }
        )
      )
    case (.alternatives(let forms), _):
      return forms.fitting(value)?.kind.withPlainURLs(value) ?? value
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.choice, _), (.choices, _),
      (.date, _), (.data, _), (.url, _), (.path, _), (.color, _), (.list, _), (.dictionary, _),
      (.table, _), (.json, _), (.any, _):
      return value
    }
  }
}

extension Schema {
  /// Returns values with all URLs of known keys as plain texts.
  package func withPlainURLs(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    var plain = values
    for (key, value) in values {
      if let entry = entry(forKey: key.string) { plain[key] = entry.kind.withPlainURLs(value) }
    }
    return plain
  }
}

extension URL {
  /// Creates a URL from its stored text, which is the URL itself or a JSON string of it.
  init?(storedText text: String) {
    if text.starts(withASCII: "\""), case .string(let bare)? = try? JSONValue(parsing: text) {
      self.init(string: bare)
    } else {
      self.init(string: text)
    }
  }
}
