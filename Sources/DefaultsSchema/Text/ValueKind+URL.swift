package import DefaultsCore
import FoundationEssentials

// A URL has two stored forms: its text, which people and other programs write, and the JSON text in
// which typed keys store it, with quotation marks. Readers accept both, so they are equal.
extension ValueKind {
  /// Returns a value with all URLs in it as plain texts.
  package func withPlainURLs(_ value: Defaults.StoredValue) -> Defaults.StoredValue {
    guard case (.url, .string(let text)) = (self, value) else {
      return mapParts(of: value) { $0.withPlainURLs($1) }
    }
    guard text.starts(withASCII: "\""), case .string(let bare)? = try? JSONValue(parsing: text)
    else { return value }
    return .string(bare)
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
