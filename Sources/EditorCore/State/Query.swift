import Defaults
import DefaultsSchema

/// What a person typed to narrow the list: words that must all match.
///
/// A word in quotes may hold blanks, a leading `-` excludes, `=text` looks into values, and
/// `@modified @invalid @unknown @locked @type:… @group:… @tag:…` ask about the key itself, and
/// `@deprecated @hidden @all` also show keys that are not shown otherwise. Capitals make a word
/// sensitive to case.
struct Query: Hashable, Sendable {
  /// What was typed.
  let text: String
  private let terms: [Term]

  private struct Term: Hashable, Sendable {
    var word: String
    var isExcluded: Bool
  }

  init(_ text: String) {
    self.text = text
    terms = Self.split(text).compactMap { word in
      let isExcluded = word.hasPrefix("-")
      let bare = isExcluded ? String(word.dropFirst()) : word
      return bare.isEmpty ? nil : Term(word: bare, isExcluded: isExcluded)
    }
  }

  var isEmpty: Bool { terms.isEmpty }

  /// Whether keys are looked for that nobody should start to use.
  var asksForWithheldKeys: Bool {
    terms.contains { !$0.isExcluded && ["@deprecated", "@hidden", "@all"].contains($0.word) }
  }

  func matches(_ item: Item, sectionTitle: String) -> Bool {
    terms.allSatisfy { term in
      Self.matches(term.word, item, sectionTitle) != term.isExcluded
    }
  }

  private static func matches(_ word: String, _ item: Item, _ sectionTitle: String) -> Bool {
    if word.hasPrefix("@") { return matchesProperty(word, item, sectionTitle) }
    if word.hasPrefix("==") {
      return valueText(item) == word.dropFirst(2)
    }
    if word.hasPrefix("=") {
      return contains(valueText(item), String(word.dropFirst()))
    }
    return searchedTexts(item).contains { contains($0, word) }
  }

  private static func matchesProperty(
    _ word: String,
    _ item: Item,
    _ sectionTitle: String
  ) -> Bool {
    let parts = word.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
    let argument = parts.count > 1 ? parts[1] : ""
    return switch parts.first?.lowercased() {
    case "modified": item.stored != nil
    case "invalid": item.rejection != nil
    case "unknown": !item.isDeclared
    case "locked": item.isLocked
    case "deprecated": item.entry.deprecation != nil
    case "hidden": item.entry.isHidden
    case "all": true
    case "tag": item.entry.tags.contains { $0.lowercased() == argument.lowercased() }
    case "type": item.entry.kind.filterName.hasPrefix(argument.lowercased())
    case "group": contains(sectionTitle, argument)
    case "id": contains(searched(item.key.string), argument)
    default: false
    }
  }

  private static func searchedTexts(_ item: Item) -> [String] {
    var texts = [searched(item.entry.title), searched(item.key.string)]
    switch item.entry.kind {
    case .choice(let choices, _), .choices(let choices, _): texts += choices.map(\.title)
    default: break
    }
    texts += item.entry.tags
    texts.append(item.entry.help)
    texts.append(valueText(item))
    return texts
  }

  /// The start of the value's text; more is searched in no value.
  private static func valueText(_ item: Item) -> String {
    guard !item.entry.isSecret, let value = item.stored ?? item.value else { return "" }
    return searched(item.entry.kind.editableText(value))
  }

  /// The start of a text: to compare scalars that combine takes time that grows faster than their
  /// number.
  private static func searched(_ text: String) -> String {
    String(text.unicodeScalars.prefix(4096))
  }

  private static func contains(_ text: String, _ word: String) -> Bool {
    if word.isEmpty { return true }
    return word.contains(where: \.isUppercase)
      ? text.contains(word) : text.lowercased().contains(word)
  }

  private static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in text {
      switch character {
      case "\"":
        isQuoted.toggle()
      case " " where !isQuoted:
        words.append(word)
        word = ""
      default:
        word.append(character)
      }
    }
    return words + [word]
  }
}

extension ValueKind {
  /// The word after `@type:`.
  fileprivate var filterName: String {
    switch self {
    case .bool: "bool"
    case .integer: "int"
    case .real: "real"
    case .string: "text"
    case .choice: "enum"
    case .choices: "choices"
    case .date: "date"
    case .data: "data"
    case .url: "url"
    case .path: "path"
    case .color: "color"
    case .list: "list"
    case .dictionary: "dictionary"
    case .table: "table"
    case .alternatives: "alternatives"
    case .json: "json"
    case .any: "any"
    }
  }
}
