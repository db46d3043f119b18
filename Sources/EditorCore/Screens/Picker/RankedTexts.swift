/// The texts of some things, such as suites or actions, among which a typed text selects the best.
///
/// Texts are compared as the bytes of their lower case, because a search in characters would take too
/// long for thousands of texts at each key press.
struct RankedTexts: Sendable {
  /// The texts of one thing: its name, and further texts.
  private struct Texts: Sendable {
    var name: [UInt8]
    var others: [[UInt8]]
  }

  /// A thing that matches: how well, where smaller is better, and its index.
  struct Match: Hashable, Sendable {
    var rank: Int
    var index: Int

    static func precedes(_ first: Match, _ second: Match) -> Bool {
      (first.rank, first.index) < (second.rank, second.index)
    }
  }

  private var texts: [Texts] = []

  /// Creates the texts.
  ///
  /// - Parameter texts: for each thing, its name followed by further texts.
  init(_ texts: [[String]]) {
    append(texts)
  }

  /// Adds the texts of more things.
  mutating func append(_ new: [[String]]) {
    texts += new.map { fields in
      Texts(name: Self.bytes(fields.first ?? ""), others: fields.dropFirst().map(Self.bytes))
    }
  }

  private static func bytes(_ text: some StringProtocol) -> [UInt8] {
    Array(text.lowercased().utf8)
  }

  /// Returns the things in which all words of a query occur, the best first.
  ///
  /// For each word, a name that is or begins with it is better than one in which a part begins with
  /// it, then one that contains it, then another text, and last a name that has its letters in this
  /// order. Equally good things keep their order; a query without words returns all of them.
  ///
  /// - Parameters:
  ///   - query: the words.
  ///   - first: the index of the first thing to look at.
  /// - Returns: the matches, with indices that count from the first thing of all.
  func matches(_ query: String, from first: Int = 0) -> [Match] {
    let words = query.split(separator: " ").map(Self.bytes)
    let matches = texts.indices[first...].compactMap { index -> Match? in
      var sum = 0
      for word in words {
        guard let rank = Self.rank(of: word, in: texts[index]) else { return nil }
        sum += rank
      }
      return Match(rank: sum, index: index)
    }
    return words.isEmpty ? matches : matches.sorted(by: Match.precedes)
  }

  private static func rank(of word: [UInt8], in texts: Texts) -> Int? {
    if let rank = rank(of: word, inText: texts.name) { return rank }
    let others = texts.others.compactMap { rank(of: word, inText: $0) }
    if let best = others.min() { return best + 4 }
    return word.count > 1 && hasBytes(of: word, texts.name) ? 9 : nil
  }

  /// Returns how well a text matches: 0 if it is the word, 1 if it begins with it, 2 if a part of it
  /// does, 3 if it contains it; nil if it does not.
  private static func rank(of word: [UInt8], inText text: [UInt8]) -> Int? {
    guard let first = word.first, text.count >= word.count else { return nil }
    var isFound = false
    for start in 0...(text.count - word.count) where text[start] == first {
      guard text[start..<start + word.count].elementsEqual(word) else { continue }
      if start == 0 { return text.count == word.count ? 0 : 1 }
      if !isPartOfWord(text[start - 1]) { return 2 }
      isFound = true
    }
    return isFound ? 3 : nil
  }

  /// Returns whether a byte of a text in lower case belongs to a letter or a digit.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80
  }

  /// Returns whether a text has all bytes of a word in their order.
  private static func hasBytes(of word: [UInt8], _ text: [UInt8]) -> Bool {
    var rest = text[...]
    for byte in word {
      guard let index = rest.firstIndex(of: byte) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }
}
