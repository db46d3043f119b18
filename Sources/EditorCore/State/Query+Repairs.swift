import Defaults
import DefaultsSchema

// What `FilterRepairs` asks about single words of a query.
extension Query {
  /// Returns a word that is searched in the texts of a key; nil for another kind of word.
  func searchedWord(_ index: Int) -> String? {
    terms[index].kind == .text && !terms[index].isExcluded ? terms[index].word : nil
  }

  /// Returns the text of the query with another word in the place of one, or without it.
  func text(replacing index: Int, by word: String?) -> String {
    var words = words.map(\.quotedForFilter)
    if let word { words[index] = word.quotedForFilter } else { words.remove(at: index) }
    return words.joined(separator: " ")
  }

  /// Returns the property that was probably meant by a word that names none; nil for other words.
  func knownProperty(like index: Int) -> String? {
    let term = terms[index]
    guard term.kind == .property, !term.isExcluded else { return nil }
    let (name, value) = Self.parts(term.word)
    let names = FilterProperty.allCases.map(\.rawValue)
    guard FilterProperty(rawValue: name) == nil, let near = nearestWord(to: name, among: names),
      let property = FilterProperty(rawValue: near)
    else { return nil }
    return property.takesValue ? property.word + value : property.word
  }

  /// Returns whether a key matches a single word.
  static func matches(_ slot: Slot, in document: Document, _ word: String) -> Bool {
    let title = document.sections[document.section(of: slot)]
    return matches(word, document.item(at: slot), title)
  }

  /// Returns the indices of words that a key does not match; at most two of them.
  func unmatchedTerms(
    _ slot: Slot,
    in document: Document,
    _ texts: TextIndex,
    _ span: TextIndex.Span,
    _ budget: inout Int
  ) -> [Int] {
    var unmatched: [Int] = []
    for (index, term) in terms.enumerated() where unmatched.count < 2 {
      let matches: Bool
      switch term.matchInBytes(texts, span) ?? term.matchInRecord(slot, in: document) {
      case .no: matches = false
      case .yes: matches = true
      case nil:
        let title = document.sections[document.section(of: slot)]
        budget -= 1000 + 4 * span.length
        matches = Self.matches(term.word, document.item(at: slot), title)
      }
      if matches == term.isExcluded { unmatched.append(index) }
    }
    return unmatched
  }
}
