import Defaults
import DefaultsSchema

/// What was typed to narrow the list: words that must all match.
///
/// A word in quotes may contain blanks, a leading `-` excludes, and `=text` searches in values.
/// `@modified @invalid @unknown @locked @type:… @group:… @tag:…` select keys by their properties.
/// `@deprecated @hidden @all` also show keys that are not shown otherwise. A capital makes a word
/// case-sensitive.
///
/// There are two ways to evaluate a query. ``matches(_:sectionTitle:)`` compares the strings of an
/// item and defines the result. ``matches(_:in:_:_:_:)`` is for all keys of a document: it searches in
/// the bytes of a ``TextIndex``, and compares strings only where the bytes do not decide.
struct Query: Hashable, Sendable {
  /// What was typed.
  let text: String
  /// Whether keys are wanted that nobody should start to use.
  let includesWithheldKeys: Bool
  private let terms: [Term]

  init(_ text: String) {
    self.text = text
    terms = Self.split(text).compactMap { word in
      let isExcluded = word.hasPrefix("-")
      let bare = isExcluded ? String(word.dropFirst()) : word
      return bare.isEmpty ? nil : Term(word: bare, isExcluded: isExcluded)
    }
    includesWithheldKeys = terms.contains {
      !$0.isExcluded && ["@deprecated", "@hidden", "@all"].contains($0.word)
    }
  }

  var isEmpty: Bool { terms.isEmpty }

  /// Returns whether every key that this query matches is matched by another one too.
  ///
  /// True is proved by comparing words: each word of the other query is here, or a longer one that
  /// contains it. So after a character is typed, only the keys found before have to be searched.
  func narrows(_ other: Query) -> Bool {
    includesWithheldKeys == other.includesWithheldKeys && terms.count >= other.terms.count
      && zip(terms, other.terms).allSatisfy { $0.implies($1) }
  }

  func matches(_ item: Item, sectionTitle: String) -> Bool {
    terms.allSatisfy { term in
      Self.matches(term.word, item, sectionTitle) != term.isExcluded
    }
  }

  private static func matches(_ word: String, _ item: Item, _ sectionTitle: String) -> Bool {
    switch Term.Kind(word) {
    case .property: matchesProperty(word, item, sectionTitle)
    case .equalValue: valueText(item) == word.dropFirst(2)
    case .value: contains(valueText(item), String(word.dropFirst()))
    case .text:
      searchedTexts(item).contains { contains($0, word) } || contains(valueText(item), word)
    }
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

// MARK: - The texts of a key

extension Query {
  /// The texts in which a word is searched, without the value.
  static func searchedTexts(_ item: Item) -> [String] {
    var texts = [searched(item.entry.title), searched(item.key.string)]
    switch item.entry.kind {
    case .choice(let choices, _), .choices(let choices, _): texts += choices.map(\.title)
    default: break
    }
    texts += item.entry.tags
    texts.append(item.entry.help)
    return texts
  }

  /// The start of the value's text; the rest of a long value is not searched.
  static func valueText(_ item: Item) -> String {
    guard !item.entry.isSecret, let value = item.stored ?? item.value else { return "" }
    return searched(item.entry.kind.editableText(value))
  }

  /// The same for a key that no schema declares, without its item.
  static func valueText(ofUndeclared record: Record) -> String {
    let value =
      record.stored ?? record.layers.above?.value ?? record.layers.below?.value
    guard let value, let shown = record.shownValue else { return "" }
    return searched(ValueKind.inferred(from: shown).editableText(value))
  }

  /// The start of a text: to compare scalars that combine takes time that grows faster than their
  /// number.
  static func searched(_ text: String) -> String {
    guard text.utf8.count > 4096 else { return text }
    return String(text.unicodeScalars.prefix(4096))
  }
}

// MARK: - All keys of a document

extension Query {
  /// Returns whether a key matches, by the bytes of its texts where they decide.
  ///
  /// The budget is reduced by the cost of comparing strings, in the units of ``FilterPass``.
  func matches(
    _ slot: Slot,
    in document: Document,
    _ texts: TextIndex,
    _ span: TextIndex.Span,
    _ budget: inout Int
  ) -> Bool {
    for term in terms {
      var matches = term.matchInBytes(texts, span) ?? term.matchInRecord(slot, in: document)
      if matches == nil {
        let title = document.sections[document.section(of: slot)]
        matches = Self.matches(term.word, document.item(at: slot), title)
        budget -= 1000 + 4 * span.length
      }
      if matches == term.isExcluded { return false }
    }
    return true
  }

  /// A word of a query.
  private struct Term: Hashable {
    enum Kind: Hashable {
      case property, equalValue, value, text

      init(_ word: String) {
        self =
          word.hasPrefix("@")
          ? .property : word.hasPrefix("==") ? .equalValue : word.hasPrefix("=") ? .value : .text
      }
    }

    let word: String
    let isExcluded: Bool
    let kind: Kind
    /// The searched part in lower case; empty if it is not ASCII, so that bytes decide nothing.
    let needle: [UInt8]
    /// Whether the bytes alone decide for a key whose texts are ASCII.
    let isDecidedByBytes: Bool
    /// Whether a text with other characters than ASCII can match without the bytes.
    let hasEquivalents: Bool
    /// Whether no ASCII text matches.
    let isAbsentInASCII: Bool

    init(word: String, isExcluded: Bool) {
      self.word = word
      self.isExcluded = isExcluded
      kind = Kind(word)
      let prefixLength = kind == .equalValue ? 2 : kind == .value ? 1 : 0
      let searched = word.dropFirst(prefixLength)
      let isPlain = searched.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D }
      needle = isPlain ? Array(searched.lowercased().utf8) : []
      isDecidedByBytes =
        isPlain && kind != .equalValue && !searched.contains(where: \.isUppercase)
      // The only ASCII characters that Unicode makes equal to others, besides K: its sign for
      // Kelvin is "k" in lower case.
      hasEquivalents = searched.contains(";") || searched.contains("`")
      let equivalents: Set<Unicode.Scalar> = ["\u{37E}", "\u{1FEF}", "\u{212A}"]
      isAbsentInASCII = searched.unicodeScalars.contains {
        !$0.isASCII && !equivalents.contains($0)
      }
    }

    /// Returns whether a key that matches this word matches another one too.
    func implies(_ other: Term) -> Bool {
      guard self != other else { return true }
      return kind == .text && other.kind == .text && !isExcluded && !other.isExcluded
        && word.unicodeScalars.allSatisfy(\.isASCII) && word.hasPrefix(other.word)
    }

    /// Returns what the bytes of a key's texts decide; nil for nothing.
    func matchInBytes(_ texts: TextIndex, _ span: TextIndex.Span) -> Bool? {
      guard kind != .property else { return nil }
      if isAbsentInASCII, span.isASCII { return false }
      guard !needle.isEmpty else { return nil }
      if !texts.contains(needle, in: span, onlyValue: kind != .text) {
        return span.isASCII || !hasEquivalents ? false : nil
      }
      return span.isASCII && isDecidedByBytes ? true : nil
    }

    /// Returns what a key's record decides about a property; nil for nothing.
    func matchInRecord(_ slot: Slot, in document: Document) -> Bool? {
      guard kind == .property else { return nil }
      return switch word {
      case "@modified": document.isSet(slot)
      case "@invalid": document.isInvalid(slot)
      case "@unknown": !document.isDeclared(slot)
      case "@locked": document.isLocked(slot)
      case "@all": true
      default: nil
      }
    }
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
