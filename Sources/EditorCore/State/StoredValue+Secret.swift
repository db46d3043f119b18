import DefaultsCore

extension KeyLayers {
  /// Whether a value of any layer looks like a secret.
  var holdSecret: Bool {
    stored?.holdsSecret == true || others.contains { $0.value.holdsSecret }
  }
}

extension Defaults.StoredValue {
  /// The number of bytes of a long text that are searched.
  private static let searchedLength = 65_536

  /// Whether the value looks like a secret, such as a URL with a password.
  ///
  /// A row is drawn for each key press, so only the start of a very long text or of long data is
  /// searched, unless it may be JSON, whose members can have secret names.
  var holdsSecret: Bool {
    Defaults.HistoryOptions.holdsSecret(searched)
  }

  private var searched: Defaults.StoredValue {
    let limit = Self.searchedLength
    switch self {
    case .string(let text) where text.utf8.count > limit && !Self.isJSON(text.utf8.first):
      return .string(String(decoding: text.utf8.prefix(limit), as: UTF8.self))
    case .data(let data) where data.count > limit && !Self.isJSON(data.first):
      return .data(bytes: data.prefix(limit))
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque, .array, .dictionary:
      return self
    }
  }

  private static func isJSON(_ first: UInt8?) -> Bool {
    first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
