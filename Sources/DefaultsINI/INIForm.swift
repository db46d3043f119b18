package import DefaultsCore

/// A store whose values are text, of which a schema says what it means.
package protocol INIDeclaring: Defaults.Store {
  /// Sets what the texts of keys mean, and returns whether that is new; other keys have text.
  func declare(_ forms: [Defaults.KeyName: INIForm]) -> Bool

  /// Returns a key in the one spelling that the files have.
  func canonical(_ key: String) -> String
}

/// What the text of a key means.
package enum INIForm: Hashable, Sendable {
  case text, bool, integer, real
  /// Elements with commas between them, as in KDE's files.
  indirect case list(INIForm)

  /// Returns the value of a text; the text itself if it does not have that meaning.
  func value(_ stored: Defaults.StoredValue, _ dialect: INIDialect) -> Defaults.StoredValue {
    if case .list(let element) = self {
      guard dialect == .kde, case .string(let text) = stored else {
        if case .array(let elements) = stored {
          return .array(elements.map { element.value($0, dialect) })
        }
        return dialect.hasLists ? .array([element.value(stored, dialect)]) : stored
      }
      return .array(INIList.elements(text).map { element.value(.string($0), dialect) })
    }
    guard case .string(let text) = stored else { return stored }
    switch self {
    case .text, .list: return stored
    case .bool: return INIWords.value(text).map { .bool($0) } ?? stored
    case .integer: return Int128(text).map { .integer($0) } ?? stored
    case .real: return Double(text).map { .real($0) } ?? stored
    }
  }

  /// Returns the text of a value; nil if the format cannot hold the value.
  ///
  /// `present` is what stands in the file, whose words for Booleans are used.
  func text(
    _ value: Defaults.StoredValue,
    _ dialect: INIDialect,
    like present: Defaults.StoredValue?
  ) -> Defaults.StoredValue? {
    switch value {
    case .string: return value
    case .integer(let number): return .string(String(number))
    case .real(let number):
      return .string(
        number == number.rounded() && abs(number) < 1e15
          ? String(Int64(number)) : String(number)
      )
    case .bool(let flag):
      var words = dialect.words
      if case .string(let text)? = present { words = INIWords.pair(of: text) ?? words }
      return .string(flag ? words.on : words.off)
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in
        guard case .string(let text)? = self.text(element, dialect, like: nil) else { return nil }
        return text
      }
      guard texts.count == elements.count else { return nil }
      if dialect == .kde { return .string(INIList.text(texts)) }
      return dialect.hasLists && !texts.isEmpty ? .array(texts.map { .string($0) }) : nil
    case .date, .data, .dictionary, .uid, .null, .opaque: return nil
    }
  }
}

/// The words for Boolean values.
private enum INIWords {
  private static let pairs = [
    ("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0"), ("True", "False"), ("Yes", "No"),
    ("On", "Off"), ("TRUE", "FALSE"),
  ]

  static func value(_ text: String) -> Bool? {
    let word = text.lowercased()
    if pairs.contains(where: { $0.0 == word }) { return true }
    return pairs.contains { $0.1 == word } ? false : nil
  }

  /// Returns the words of which a text is one.
  static func pair(of text: String) -> (on: String, off: String)? {
    pairs.first { $0.0 == text || $0.1 == text }.map { (on: $0.0, off: $0.1) }
  }
}

/// The lists of KDE: elements with commas between them, and backslashes before those in elements.
private enum INIList {
  static func elements(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    guard text != "\\0" else { return [""] }
    var elements = [""]
    var isEscaped = false
    for character in text {
      if isEscaped {
        elements[elements.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        elements.append("")
      } else {
        elements[elements.count - 1].append(character)
      }
    }
    return elements
  }

  static func text(_ elements: [String]) -> String {
    // A list of one empty element is told apart from one without elements.
    if elements == [""] { return "\\0" }
    return elements.map { $0.replacing("\\", with: "\\\\").replacing(",", with: "\\,") }
      .joined(separator: ",")
  }
}
