import DefaultsSchema

/// The search in a list of choices.
struct ChoiceSearch: Sendable {
  /// The texts of a choice in lower case: title, value, help.
  private struct Texts: Sendable {
    var title: String
    var value: String
    var help: String
  }

  private let texts: [Texts]

  init(_ choices: [Choice]) {
    texts = choices.map {
      Texts(
        title: $0.title.lowercased(),
        value: $0.value.plainText.lowercased(),
        help: $0.help.lowercased()
      )
    }
  }

  /// Returns the indices of the choices in which all words of a query occur, the best first.
  ///
  /// A title that begins with the query comes before one that contains it, and that before a value and
  /// a help that do. Choices that are equally good keep their order.
  func matches(_ query: String) -> [Int] {
    let words = query.lowercased().split(separator: " ").map(String.init)
    guard let first = words.first else { return Array(texts.indices) }
    let ranked = texts.indices.compactMap { index -> (rank: Int, index: Int)? in
      let text = texts[index]
      let fields = [text.title, text.value, text.help]
      guard words.allSatisfy({ word in fields.contains { $0.contains(word) } }) else { return nil }
      let isPrefix = text.title.hasPrefix(first) || text.value.hasPrefix(first)
      let rank = isPrefix ? 0 : 1 + (fields.firstIndex { $0.contains(first) } ?? 0)
      return (rank, index)
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
  }
}
