import Defaults
import DefaultsSchema

// The order of search results. A word that is found in the title of a key is probably what the user
// looks for; one that is found in the description may be there by chance.
extension Query {
  /// The part of a key in which a word is found; the smaller, the better.
  ///
  /// If a word is found in several parts, the best one counts. The sum over all words is the rank of
  /// the key.
  enum Place: UInt32, Sendable {
    case wholeTitle, startOfTitle, wordInTitle, title, wordInKey, key, tag, choice, help, value

    /// The name of the part for people; nil for the title.
    var name: String? {
      switch self {
      case .wholeTitle, .startOfTitle, .wordInTitle, .title: nil
      case .wordInKey, .key: "key"
      case .tag: "tag"
      case .choice: "choice"
      case .help: "description"
      case .value: "value"
      }
    }
  }

  /// Returns the worst place of a word in an item that matches, by comparing strings; nil if the query
  /// searches no texts.
  func place(in item: Item) -> Place? {
    places(in: item).max { $0.rawValue < $1.rawValue }
  }

  /// Returns the section of an item that matches, and where the query found it if not in the title.
  func placeText(_ item: Item, section: String) -> String {
    place(in: item)?.name.map { "\(section) (\($0))" } ?? section
  }

  /// Returns the rank of an item that matches, by comparing strings.
  func rank(of item: Item) -> UInt32 {
    places(in: item).reduce(0) { $0 + $1.rawValue }
  }

  private func places(in item: Item) -> [Place] {
    let words = searchedWords
    return words.isEmpty ? [] : words.map { Self.place(of: $0, in: item) }
  }

  private static func place(of word: String, in item: Item) -> Place {
    let texts = SearchedTexts(item)
    func find(_ text: String) -> (isStart: Bool, isWord: Bool, isWhole: Bool)? {
      let text = word.contains(where: \.isUppercase) ? text : text.lowercased()
      guard let range = text.firstRange(of: word) else { return nil }
      let isStart = range.lowerBound == text.startIndex
      let isWord = isStart || !text[text.index(before: range.lowerBound)].isLetterOrDigit
      return (isStart, isWord, isStart && range.upperBound == text.endIndex)
    }
    if let match = find(texts.title) {
      return match.isWhole
        ? .wholeTitle : match.isStart ? .startOfTitle : match.isWord ? .wordInTitle : .title
    }
    if let match = find(texts.key) { return match.isWord ? .wordInKey : .key }
    if texts.tags.contains(where: { find($0) != nil }) { return .tag }
    if texts.choices.contains(where: { find($0) != nil }) { return .choice }
    return find(texts.help) != nil ? .help : .value
  }
}

/// The texts of a key that a word is searched in, except that of the value.
struct SearchedTexts {
  var title: String
  var key: String
  var tags: [String]
  /// The titles of the choices.
  var choices: [String] = []
  var help: String

  init(_ item: Item) {
    title = Query.searched(item.entry.title)
    key = Query.searched(item.key.string)
    tags = item.entry.tags
    help = item.entry.help
    switch item.entry.kind {
    case .choice(let choices, _), .choices(let choices, _): self.choices = choices.map(\.title)
    default: break
    }
  }

  /// All texts, in the order of ``Query/Place``.
  var all: [String] { [title, key] + tags + choices + [help] }
}

extension Character {
  /// Whether the character is part of a word of a title, so that no word starts after it.
  var isLetterOrDigit: Bool { isLetter || isNumber }
}
