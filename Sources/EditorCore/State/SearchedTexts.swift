import DefaultsCore
import DefaultsSchema
// The standard library composes characters for comparing strings, and has no public function for it.
@_spi(_Unicode) import Swift

/// A word to search for; a capital letter makes it case-sensitive.
struct SearchWord: Hashable, Sendable {
  fileprivate let bytes: [UInt8]
  let isCaseSensitive: Bool

  /// Prepares a word; nil decides by its letters whether it is case-sensitive.
  init(_ text: some StringProtocol, isCaseSensitive: Bool? = nil) {
    self.isCaseSensitive = isCaseSensitive ?? text.contains(where: \.isUppercase)
    bytes = Array((self.isCaseSensitive ? String(text) : text.lowercased()).composed.utf8)
  }

  /// Returns whether a text contains the word.
  func occurs(in text: String) -> Bool {
    SearchedTexts([(.title, text)]).place(of: self) != nil
  }

  /// Returns whether every text that contains this word also contains another one.
  func implies(_ other: SearchWord) -> Bool {
    bytes.starts(with: other.bytes) && (isCaseSensitive || !other.isCaseSensitive)
  }
}

/// The texts of one thing in which words are searched, such as those of a key.
///
/// Everything that asks whether and where a word occurs asks ``place(of:from:)``: filters, their ranks,
/// the search in all suites and the lists that typing narrows.
///
/// Searching Swift strings is too slow for 100,000 keys at each key press, because `String` compares
/// characters by canonical equivalence. So the texts are prepared once: as they are and in lower case,
/// both with composed characters (normalization form C), as bytes of UTF-8. Words are prepared in the
/// same way, so that equal bytes are equivalent texts.
///
/// A byte with the ``Field`` precedes each text. Such bytes are not in UTF-8, so no word extends over two
/// texts. The fields are in the order of their raw values, of which the smallest is the best.
struct SearchedTexts: Sendable {
  /// The meaning of a text; the smaller, the better is a match in it.
  enum Field: UInt8 {
    case title = 0xF8
    case key, tag, choice, help
    /// Title, path, description or choice of a member.
    case member
    case memberValue, value

    /// The name of the field for people; nil for the title.
    var name: String? {
      switch self {
      case .title: nil
      case .key: "key"
      case .tag: "tag"
      case .choice: "choice"
      case .help: "description"
      case .member, .memberValue: "member"
      case .value: "value"
      }
    }
  }

  /// How much of a text a word is; the smaller, the better.
  enum Fit: UInt8 {
    case whole
    /// The text begins with the word.
    case start
    /// A word of the text begins with it.
    case word
    case inside
  }

  /// Where a word occurs.
  struct Place: Sendable {
    var field: Field
    var fit: Fit
    /// The number of the text among all texts, from 0.
    var number: Int

    /// A number for sorting the results of a search; the smaller, the better.
    ///
    /// A word that is found in the title of a key is probably what the user looks for; one that is
    /// found in the description may be there by chance.
    var rank: UInt32 {
      switch field {
      case .title: UInt32(fit.rawValue)
      case .key: fit == .inside ? 5 : 4
      case .tag: 6
      case .choice: 7
      case .help, .member: 8
      case .memberValue, .value: 9
      }
    }
  }

  private var original: [UInt8] = []
  /// The texts in lower case.
  private var folded: [UInt8] = []

  /// Prepares texts; those of a better field must come first.
  init(_ texts: [(field: Field, text: String)]) {
    for (field, text) in texts { add(field, text) }
    shareBytes()
  }

  /// Prepares the texts of a key.
  init(of slot: Slot, in document: Document) {
    KeyTexts(of: document.item(at: slot)).forEach { field, text, _ in add(field, text) }
    shareBytes()
  }

  private mutating func add(_ field: Field, _ text: String) {
    let text = text.utf8.count > Self.limit ? String(text.unicodeScalars.prefix(Self.limit)) : text
    original.append(field.rawValue)
    original.append(contentsOf: text.composed.utf8)
    folded.append(field.rawValue)
    folded.append(contentsOf: text.lowercased().composed.utf8)
  }

  /// Keeps the same bytes once if the texts have no capital letter.
  private mutating func shareBytes() {
    if original == folded { original = folded }
  }

  /// The number of scalars of a text that are searched; a value can have a megabyte.
  private static let limit = 4096

  /// The number of bytes that are searched for a word.
  var length: Int { folded.count }

  /// Returns the best place of a word, in a field or those after it; nil if it does not occur.
  ///
  /// An empty word occurs in every text.
  func place(of word: SearchWord, from first: Field = .title) -> Place? {
    (word.isCaseSensitive ? original : folded).withUnsafeBufferPointer { texts in
      word.bytes.withUnsafeBufferPointer { Self.place(of: $0, in: texts, from: first) }
    }
  }

  private static func place(
    of word: UnsafeBufferPointer<UInt8>,
    in texts: UnsafeBufferPointer<UInt8>,
    from first: Field
  ) -> Place? {
    guard let start = word.first else {
      return Place(field: first, fit: texts.last == first.rawValue ? .whole : .start, number: 0)
    }
    let last = texts.count - word.count
    var (offset, field, number) = (0, Field.title.rawValue, -1)
    var best: (fit: Fit, number: Int)?
    while offset <= last {
      let byte = texts[offset]
      if byte >= Field.title.rawValue {
        // The fields after one in which the word was found are worse.
        if best != nil, byte != field { break }
        field = byte
        number += 1
      } else if byte == start, field >= first.rawValue, texts.has(word, at: offset) {
        let fit = fit(offset..<offset + word.count, in: texts)
        if fit.rawValue < best?.fit.rawValue ?? .max { best = (fit, number) }
        if fit == .whole { break }
      }
      offset += 1
    }
    guard let best, let field = Field(rawValue: field) else { return nil }
    return Place(field: field, fit: best.fit, number: best.number)
  }

  /// Returns whether a text of a field, or of those after it, is a word as it was typed.
  func hasText(_ word: SearchWord, from first: Field) -> Bool {
    original.withUnsafeBufferPointer { texts in
      texts.indices.contains { offset in
        guard texts[offset] >= first.rawValue else { return false }
        let end = offset + 1 + word.bytes.count
        return (end == texts.count || end < texts.count && texts[end] >= Field.title.rawValue)
          && texts[(offset + 1)..<end].elementsEqual(word.bytes)
      }
    }
  }

  /// Returns whether the first text has all bytes of a word of several letters in their order.
  func beginWithLetters(of word: SearchWord) -> Bool {
    var rest = folded.dropFirst().prefix { $0 < Field.title.rawValue }
    return word.bytes.count > 1
      && word.bytes.allSatisfy { byte in
        guard let index = rest.firstIndex(of: byte) else { return false }
        rest = rest[(index + 1)...]
        return true
      }
  }

  private static func fit(_ range: Range<Int>, in texts: UnsafeBufferPointer<UInt8>) -> Fit {
    let mark = Field.title.rawValue
    guard texts[range.lowerBound - 1] < mark else {
      return range.upperBound == texts.count || texts[range.upperBound] >= mark ? .whole : .start
    }
    return texts.isLetterOrDigit(before: range.lowerBound) ? .inside : .word
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether bytes are those of a word, of which the first one was compared.
  fileprivate func has(_ word: Self, at offset: Int) -> Bool {
    var length = 1
    while length < word.count, self[offset + length] == word[length] { length += 1 }
    return length == word.count
  }

  /// Returns whether the character before an offset is part of a word, so that no word starts there.
  fileprivate func isLetterOrDigit(before offset: Int) -> Bool {
    var start = offset - 1
    let byte = self[start]
    guard byte >= 0x80 else { return (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }
    while self[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: self[start..<offset], as: UTF8.self).last?.isLetterOrDigit == true
  }
}

extension Character {
  /// Whether the character is part of a word of a title, so that no word starts after it.
  var isLetterOrDigit: Bool { isLetter || isNumber }
}

extension String {
  /// The text with composed characters, so that equivalent texts have the same bytes.
  fileprivate var composed: String {
    // The scalars below U+0300 have only one form.
    guard utf8.contains(where: { $0 >= 0xCC }) else { return self }
    var text = UnicodeScalarView()
    text.append(contentsOf: _nfc)
    return String(text)
  }
}
