import Defaults

/// The texts of some things, such as suites or actions, among which a typed text selects the best.
struct RankedTexts: Sendable {
  /// The texts of one thing in lower case: its name, and further texts.
  private struct Texts: Sendable {
    var name: String
    var others: [String]
  }

  private let texts: [Texts]

  /// Creates the texts.
  ///
  /// - Parameter texts: for each thing, its name followed by further texts.
  init(_ texts: [[String]]) {
    self.texts = texts.map { fields in
      Texts(
        name: fields.first?.lowercased() ?? "",
        others: fields.dropFirst().map { $0.lowercased() }
      )
    }
  }

  /// Returns the indices of the things in which all words of a query occur, the best first.
  ///
  /// For each word, a name that is or begins with it is better than one in which a part begins with
  /// it, then one that contains it, then another text, and last a name that has its letters in this
  /// order. Equally good things keep their order; a query without words returns all of them.
  func matches(_ query: String) -> [Int] {
    let words = query.lowercased().split(separator: " ").map(String.init)
    guard !words.isEmpty else { return Array(texts.indices) }
    let ranked = texts.indices.compactMap { index -> (rank: Int, index: Int)? in
      var sum = 0
      for word in words {
        guard let rank = Self.rank(of: word, in: texts[index]) else { return nil }
        sum += rank
      }
      return (sum, index)
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
  }

  private static func rank(of word: String, in texts: Texts) -> Int? {
    if let rank = rank(of: word, inName: texts.name) { return rank }
    let others = texts.others.compactMap { rank(of: word, inName: $0) }
    if let best = others.min() { return best + 4 }
    return word.count > 1 && hasLetters(of: word, texts.name) ? 9 : nil
  }

  private static func rank(of word: String, inName name: String) -> Int? {
    if name == word { return 0 }
    guard let range = name.firstRange(of: word) else { return nil }
    if range.lowerBound == name.startIndex { return 1 }
    // A later occurrence can begin a part of the name although the first one does not.
    let isPart = name.ranges(of: word).contains { range in
      let before = name[name.index(before: range.lowerBound)]
      return !before.isLetter && !before.isNumber
    }
    return isPart ? 2 : 3
  }

  /// Returns whether a name has all characters of a word in their order.
  private static func hasLetters(of word: String, _ name: String) -> Bool {
    var rest = name[...]
    for character in word {
      guard let index = rest.firstIndex(of: character) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }
}
