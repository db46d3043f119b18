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

  private var things: [(texts: SearchedTexts, group: Int)] = []

  /// Creates the texts of things: for each thing, its name followed by further texts.
  init(_ texts: [[String]]) {
    for texts in texts { append(texts) }
  }

  /// Adds the texts of one more thing; those of a smaller group precede the others.
  mutating func append(_ texts: [String], group: Int = 0) {
    let texts = SearchedTexts(
      texts.enumerated().map { ($0.offset == 0 ? .title : .key, $0.element) }
    )
    things.append((texts, group))
  }

  /// Returns the things in which all words of a query occur, the best of each group first.
  ///
  /// For each word, a name that is or begins with it is better than one in which a part begins with
  /// it, and that is better than another text. Before all groups come the names that are the whole
  /// word; after them come the texts that have it inside of a part, and then the names that have
  /// only its letters in its order. A text that is the whole query counts as a single word.
  /// Equally good things keep their order; a query without words returns all.
  ///
  /// Capital letters make no difference. `first` is the index of the first thing to look at, but
  /// the indices of the matches count from the first thing of all.
  func matches(_ query: String, from first: Int = 0) -> [Match] {
    let words = query.split(separator: " ").map { SearchWord($0, isCaseSensitive: false) }
    let whole = SearchWord(
      query.split(separator: " ").joined(separator: " "),
      isCaseSensitive: false
    )
    let matches = things.indices[first...].compactMap { index -> Match? in
      var rank = things[index].group * Self.groupSize
      let isWhole = words.count > 1 && things[index].texts.place(of: whole)?.fit == .whole
      for word in isWhole ? [whole] : words {
        guard let place = Self.rank(of: word, in: things[index].texts) else { return nil }
        rank += place
      }
      return Match(rank: rank, index: index)
    }
    return matches.sorted(by: Match.precedes)
  }

  /// More than the ranks of the words of a query.
  private static let groupSize = 1_000_000

  private static func rank(of word: SearchWord, in texts: SearchedTexts) -> Int? {
    guard let place = texts.place(of: word) else {
      return texts.beginWithLetters(of: word) ? 10 * groupSize : nil
    }
    let rank = Int(place.fit.rawValue) + (place.field == .title ? 0 : 4)
    return switch place.fit {
    case .whole: rank - 10 * groupSize
    case .start, .word: rank
    case .inside: rank + 5 * groupSize
    }
  }
}
