import Defaults
import DefaultsSchema
@testable import EditorCore
import Foundation

/// A query evaluated with the strings of one item: what the editor's search in prepared bytes is
/// compared with.
///
/// It shares with the editor only how a text is split into words.
struct NaiveQuery {
  private let query: Query

  init(_ query: Query) {
    self.query = query
  }

  func matches(_ item: Item, sectionTitle: String) -> Bool {
    query.terms.allSatisfy { term in
      let word = term.isExcluded ? String(term.text.dropFirst()) : term.text
      return matches(word, item, sectionTitle) != term.isExcluded
    }
  }

  /// The sum of the numbers of the best place of each word.
  func rank(of item: Item) -> UInt32 {
    query.terms.reduce(0) { sum, term in
      let isSearched = !term.isExcluded && !term.text.hasPrefix("@") && !term.text.hasPrefix("=")
      return sum + (isSearched ? place(of: term.text, in: item) : 0)
    }
  }

  private func matches(_ word: String, _ item: Item, _ sectionTitle: String) -> Bool {
    if word.hasPrefix("@") {
      let parts = word.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
      return hasProperty(parts[0].lowercased(), String(parts.dropFirst().first ?? ""))
    }
    if word.hasPrefix("==") {
      let wanted = String(word.dropFirst(2)).precomposedStringWithCanonicalMapping
      return values(of: item).contains {
        Array($0.precomposedStringWithCanonicalMapping.utf8) == Array(wanted.utf8)
      }
    }
    if word.hasPrefix("=") {
      return values(of: item).contains { contains($0, String(word.dropFirst())) }
    }
    return (texts(of: item).joined() + values(of: item)).contains { contains($0, word) }

    func hasProperty(_ name: String, _ value: String) -> Bool {
      switch name {
      case "modified": item.stored != nil
      case "invalid": item.isInvalid
      case "unknown": !item.isDeclared
      case "locked": item.isLocked
      case "all": true
      case "hidden": item.entry.isHidden
      case "type": item.entry.kind.filterName.hasPrefix(value)
      case "group": contains(sectionTitle, value)
      case "id": contains(item.key.string, value)
      case "tag": item.entry.tags.contains(value)
      default: false
      }
    }
  }

  /// The texts of a key except its value: title, name, tags, titles of choices, help.
  private func texts(of item: Item) -> [[String]] {
    var choices: [String] = []
    if case .choice(let all, _) = item.entry.kind { choices = all.map(\.title) }
    return [
      [item.entry.title], [item.key.string], item.entry.tags, choices, [item.entry.help],
    ]
  }

  private func values(of item: Item) -> [String] {
    guard !item.entry.holdsSecret, let value = item.stored ?? item.value else { return [""] }
    let text = item.entry.kind.editableText(value)
    guard item.entry.kind == .bool else { return [text] }
    return [text, value == .bool(true) ? "on" : "off"]
  }

  private func place(of word: String, in item: Item) -> UInt32 {
    let texts = texts(of: item)
    if let fit = fit(word, texts[0][0]) { return fit }
    if let fit = fit(word, texts[1][0]) { return fit < 3 ? 4 : 5 }
    let place = (2...4).first { texts[$0].contains { contains($0, word) } }
    return UInt32((place ?? 5) + 4)
  }

  /// Returns 0 for the whole text, 1 for its start, 2 for the start of a word, and 3 for another part.
  private func fit(_ word: String, _ text: String) -> UInt32? {
    let (text, word) = (scalars(text, like: word), scalars(word, like: word))
    if word == text { return 0 }
    if text.starts(with: word) { return 1 }
    let places = text.indices.filter { text[$0...].starts(with: word) }
    guard !places.isEmpty else { return nil }
    let isWord = places.contains {
      let before = Character(text[$0 - 1])
      return !before.isLetter && !before.isNumber
    }
    return isWord ? 2 : 3
  }

  private func contains(_ text: String, _ word: String) -> Bool {
    let (text, word) = (scalars(text, like: word), scalars(word, like: word))
    return word.isEmpty || text.indices.contains { text[$0...].starts(with: word) }
  }

  /// The composed scalars of a text, in lower case unless the word has a capital letter.
  private func scalars(_ text: String, like word: String) -> [Unicode.Scalar] {
    let text = word.contains(where: \.isUppercase) ? text : text.lowercased()
    return Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
  }
}
