/// The texts of some things, such as suites or actions, among which a typed text selects the best.
struct RankedTexts: Sendable {
  /// A thing that matches: how well, where smaller is better, and its index.
  struct Match: Hashable, Sendable {
    var rank: Int
    var index: Int

    static func precedes(_ first: Match, _ second: Match) -> Bool {
      (first.rank, first.index) < (second.rank, second.index)
    }
  }

  private var texts: [SearchedTexts] = []

  /// Creates the texts.
  ///
  /// - Parameter texts: for each thing, its name followed by further texts.
  init(_ texts: [[String]]) {
    append(texts)
  }

  /// Adds the texts of more things.
  mutating func append(_ new: [[String]]) {
    texts += new.map { texts in
      SearchedTexts(texts.enumerated().map { ($0.offset == 0 ? .title : .key, $0.element) })
    }
  }

  /// Returns the things in which all words of a query occur, the best first.
  ///
  /// For each word, a name that is or begins with it is better than one in which a part begins with
  /// it, then one that contains it, then another text, and last a name that has its letters in this
  /// order. Equally good things keep their order; a query without words returns all of them.
  ///
  /// - Parameters:
  ///   - query: the words; capital letters make no difference.
  ///   - first: the index of the first thing to look at.
  /// - Returns: the matches, with indices that count from the first thing of all.
  func matches(_ query: String, from first: Int = 0) -> [Match] {
    let words = query.split(separator: " ").map { SearchWord($0, isCaseSensitive: false) }
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

  private static func rank(of word: SearchWord, in texts: SearchedTexts) -> Int? {
    guard let place = texts.place(of: word) else {
      return texts.beginWithLetters(of: word) ? 9 : nil
    }
    return Int(place.fit.rawValue) + (place.field == .title ? 0 : 4)
  }
}
