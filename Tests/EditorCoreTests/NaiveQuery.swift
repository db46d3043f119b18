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
    func isSearched(_ term: Query.Term) -> Bool {
      !term.isExcluded && !term.text.hasPrefix("@") && !term.text.hasPrefix("=")
    }
    let sum = query.terms.reduce(0) { $0 + (isSearched($1) ? place(of: $1.text, in: item) : 0) }
    let phrase = query.words.joined(separator: " ")
    guard query.terms.count > 1, query.terms.allSatisfy(isSearched),
      contains(item.entry.title, phrase)
    else { return sum }
    return min(sum, place(of: phrase, in: item))
  }

  private func matches(_ word: String, _ item: Item, _ sectionTitle: String) -> Bool {
    if word.hasPrefix("@") {
      let parts = word.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
      return hasProperty(parts[0].lowercased(), String(parts.dropFirst().first ?? ""))
    }
    if word.hasPrefix("==") {
      let wanted = String(word.dropFirst(2)).precomposedStringWithCanonicalMapping
      return (memberTexts(of: item).values + values(of: item)).contains {
        Array($0.precomposedStringWithCanonicalMapping.utf8) == Array(wanted.utf8)
      }
    }
    // What is still to be typed hides nothing.
    if word == "=" { return true }
    if word.hasPrefix("=") {
      return (memberTexts(of: item).values + values(of: item)).contains {
        contains($0, String(word.dropFirst()))
      }
    }
    let members = memberTexts(of: item)
    return (texts(of: item).joined() + members.names + members.values + values(of: item))
      .contains { contains($0, word) }

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
    let choices = choices(of: item.entry.kind)
    return [
      [item.entry.title], [item.key.string], item.entry.tags,
      choices.map(\.title) + choices.map(\.value.plainText),
      [item.entry.help] + choices.map(\.help),
    ]
  }

  private func choices(of kind: ValueKind) -> [Choice] {
    switch kind {
    case .choice(let choices, _), .choices(let choices, _): choices
    default: []
    }
  }

  private func value(of item: Item) -> Defaults.StoredValue? {
    item.entry.holdsSecret ? nil : item.stored ?? item.value
  }

  private func values(of item: Item) -> [String] {
    guard let value = value(of: item) else { return [] }
    return texts(of: value, item.entry.kind)
  }

  /// The text of a value, and the words that the screen shows for it; data has no text.
  private func texts(of value: Defaults.StoredValue, _ kind: ValueKind) -> [String] {
    let shown = choices(of: kind).filter { choice in
      if case .array(let elements) = value {
        elements.contains(choice.value)
      } else {
        choice.value == value
      }
    }
    switch value {
    case .data: return []
    case .bool(let flag) where kind == .bool:
      return [kind.editableText(value), flag ? "on" : "off"]
    default: return [kind.editableText(value)] + shown.map(\.title)
    }
  }

  /// The names, descriptions and choices of all members, and the texts of their values.
  private func memberTexts(of item: Item) -> (names: [String], values: [String]) {
    var (names, values): ([String], [String]) = ([], [])
    func add(_ kind: ValueKind, _ value: Defaults.StoredValue?, _ path: String) {
      var members: [Defaults.KeyName: Defaults.StoredValue] = [:]
      if case .dictionary(let all)? = value { members = all }
      func add(_ name: String, _ texts: [String], _ kind: ValueKind) {
        let value = members[Defaults.KeyName(name)]
        let texts = texts + choices(of: kind).flatMap { [$0.title, $0.help] }
        names += texts.filter { !$0.isEmpty } + ["\(path).\(name)"]
        switch value {
        case .dictionary?, nil: break
        case let value?: values += self.texts(of: value, kind)
        }
        addMembers(kind, value, "\(path).\(name)")
      }
      switch kind {
      case .table(let declared, _):
        for member in declared { add(member.name, [member.title, member.help], member.kind) }
        for (name, value) in members where !declared.contains(where: { $0.name == name.string }) {
          add(name.string, [name.string], .inferred(from: value))
        }
      case .dictionary(let kind):
        for (name, value) in members {
          add(name.string, [name.string], kind == .any ? .inferred(from: value) : kind)
        }
      default: break
      }
    }
    func addMembers(_ kind: ValueKind, _ value: Defaults.StoredValue?, _ path: String) {
      add(kind, value, path)
    }
    addMembers(item.entry.kind, value(of: item), item.key.string)
    return (names, values)
  }

  private func place(of word: String, in item: Item) -> UInt32 {
    let texts = texts(of: item)
    if let fit = fit(word, texts[0][0]) { return fit }
    if let fit = fit(word, texts[1][0]) { return fit < 3 ? 4 : 5 }
    let place = (2...4).first { texts[$0].contains { contains($0, word) } }
    let isMember = memberTexts(of: item).names.contains { contains($0, word) }
    return UInt32(place ?? (isMember ? 4 : 5)) + 4
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
