import Defaults
import DefaultsSchema

/// A parsed filter: words that must all match a key.
///
/// A word in quotes can contain blanks, a leading `-` excludes, `=text` searches values only, and
/// `==text` compares the whole value. Words with `@` select keys by a ``FilterProperty``; some of them
/// also show keys that are not shown otherwise. A capital letter makes a word case-sensitive.
///
/// A query is evaluated in two ways, which give the same result. ``matches(_:sectionTitle:)`` and
/// ``rank(of:)`` compare the strings of an item, and define the result. ``rank(_:in:_:_:_:)`` is the fast
/// way for all keys of a document: it searches the bytes of a ``TextIndex``, and compares strings only
/// if the bytes do not decide. When the first one is changed, the second must be changed too.
struct Query: Hashable, Sendable {
  /// The text as it was typed.
  let text: String
  /// Whether hidden or deprecated keys can match.
  let includesWithheldKeys: Bool
  /// The words as they were typed, without quotes.
  let words: [String]
  let terms: [Term]

  /// Parses a text; every text is a valid query.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isTyped: whether the text is still being typed. Then a last word that can become the name of
  ///     a property is ignored, so that the list does not become empty on the way from `@` to `@type:`.
  init(_ text: String, isTyped: Bool = false) {
    self.text = text
    var words: [String] = []
    var terms: [Term] = []
    for word in Self.split(text) {
      let isExcluded = word.hasPrefix("-")
      let bare = isExcluded ? String(word.dropFirst()) : word
      guard !bare.isEmpty else { continue }
      words.append(word)
      terms.append(Term(word: bare, isExcluded: isExcluded))
    }
    if isTyped, !text.hasSuffix(" "), terms.last?.isIncomplete == true {
      words.removeLast()
      terms.removeLast()
    }
    self.words = words
    self.terms = terms
    includesWithheldKeys = terms.contains {
      !$0.isExcluded && ["@deprecated", "@hidden", "@all"].contains($0.word)
    }
  }

  /// Whether the query has no words, so that it matches every key.
  var isEmpty: Bool { terms.isEmpty }

  /// The words that are searched in the texts of a key, in lower case unless they have a capital letter.
  var searchedWords: [String] {
    terms.filter { $0.kind == .text && !$0.isExcluded }.map(\.word)
  }

  /// The names and values of the properties: `@type:bool` has `type` and `bool`.
  var propertyWords: [(name: String, value: String)] {
    terms.filter { $0.kind == .property }.map { Self.parts($0.word) }
  }

  /// Whether the query asks who has changed a key, which the history says.
  var asksForChanges: Bool { propertyWords.contains { $0.name == FilterProperty.mine.rawValue } }

  /// Whether the keys that match have a rank, because the query searches their texts.
  var isRanked: Bool { terms.contains { $0.kind == .text && !$0.isExcluded } }

  /// Returns whether every key that matches this query also matches another one.
  ///
  /// The result is true only if that follows from the words: each word of the other query is a prefix
  /// of the word at the same position here. So after a character is appended, only the keys found
  /// before have to be searched.
  func narrows(_ other: Query) -> Bool {
    includesWithheldKeys == other.includesWithheldKeys && terms.count >= other.terms.count
      && zip(terms, other.terms).allSatisfy { $0.implies($1) }
  }

  /// Returns whether an item matches, by comparing strings.
  func matches(_ item: Item, sectionTitle: String) -> Bool {
    terms.allSatisfy { term in
      Self.matches(term.word, item, sectionTitle) != term.isExcluded
    }
  }

  static func matches(_ word: String, _ item: Item, _ sectionTitle: String) -> Bool {
    switch Term.Kind(word) {
    case .property: matchesProperty(word, item, sectionTitle)
    case .equalValue: isEqual(item, String(word.dropFirst(2)))
    case .value: contains(valueText(item), String(word.dropFirst()))
    case .text:
      SearchedTexts(item).all.contains { contains($0, word) } || contains(valueText(item), word)
    }
  }

  /// Returns whether the value of an item has a text; that of a Bool has two.
  private static func isEqual(_ item: Item, _ text: String) -> Bool {
    let value = valueText(item)
    guard item.entry.kind == .bool else { return value == text }
    return value.split(separator: " ").contains { $0 == text }
  }

  /// Returns whether an item matches a word that starts with `@`; false for an unknown property.
  private static func matchesProperty(
    _ word: String,
    _ item: Item,
    _ sectionTitle: String
  ) -> Bool {
    let (name, value) = parts(word)
    return FilterProperty(rawValue: name)?.matches(item, value: value, sectionTitle: sectionTitle)
      ?? false
  }

  /// Splits a word that starts with `@` into the name of the property, in lower case, and the value.
  static func parts(_ word: String) -> (name: String, value: String) {
    let parts = word.dropFirst().split(
      separator: ":",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    return (parts[0].lowercased(), parts.count > 1 ? String(parts[1]) : "")
  }

  /// Returns whether a text contains a word; ignores case unless the word has a capital letter.
  static func contains(_ text: String, _ word: String) -> Bool {
    if word.isEmpty { return true }
    return word.contains(where: \.isUppercase)
      ? text.contains(word) : text.lowercased().contains(word)
  }

  /// Splits a text into words at blanks outside of quotes.
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
  /// Returns the text of the value as far as it is searched; empty for a secret or unset key.
  static func valueText(_ item: Item) -> String {
    guard !item.entry.holdsSecret, let value = item.stored ?? item.value else { return "" }
    return text(of: value, item.entry.kind)
  }

  /// Returns the searched text of a value; that of a Bool is also the word that is on the screen.
  private static func text(of value: Defaults.StoredValue, _ kind: ValueKind) -> String {
    let text = kind.editableText(value)
    guard kind == .bool, case .bool(let flag) = value else { return searched(text) }
    return "\(text) \(flag ? "on" : "off")"
  }

  /// Returns the same text for an undeclared key, without creating its item.
  static func valueText(ofUndeclared record: Record) -> String {
    let value =
      record.stored ?? record.layers.above?.value ?? record.layers.below?.value
    guard let value, let shown = record.shownValue, !record.holdsSecret,
      !Defaults.HistoryOptions.looksSecret(record.key.string)
    else { return "" }
    return text(of: value, ValueKind.inferred(from: shown))
  }

  /// Returns the first 4096 scalars of a text, which are searched.
  ///
  /// The limit is needed because comparing a long sequence of combining scalars takes quadratic time.
  static func searched(_ text: String) -> String {
    guard text.utf8.count > 4096 else { return text }
    return String(text.unicodeScalars.prefix(4096))
  }
}

// MARK: - All keys of a document

extension Query {
  /// Returns the rank of a key that matches, by the bytes of its texts if they decide, otherwise by
  /// strings; nil if the key does not match.
  ///
  /// The budget is reduced by the cost of comparing strings, in the units of ``FilterPass``.
  func rank(
    _ slot: Slot,
    in document: Document,
    _ texts: TextIndex,
    _ span: TextIndex.Span,
    _ budget: inout Int
  ) -> UInt32? {
    var rank: UInt32 = 0
    var isRankedByBytes = true
    for term in terms {
      switch term.matchInBytes(texts, span) ?? term.matchInRecord(slot, in: document) {
      case .no:
        guard term.isExcluded else { return nil }
      case .yes(let place):
        guard !term.isExcluded else { return nil }
        rank += place?.rawValue ?? 0
      case nil:
        let title = document.sections[document.section(of: slot)]
        budget -= 1000 + 4 * span.length
        guard Self.matches(term.word, document.item(at: slot), title) != term.isExcluded else {
          return nil
        }
        if term.kind == .text, !term.isExcluded { isRankedByBytes = false }
      }
    }
    guard !isRankedByBytes else { return rank }
    budget -= 1000 + 4 * span.length
    return self.rank(of: document.item(at: slot))
  }

  /// The result of a search for one word in one key.
  enum Match {
    case no
    /// The key matches; with the place of the word if it was searched in the texts.
    case yes(Place? = nil)

    init(_ matches: Bool) {
      self = matches ? .yes() : .no
    }
  }

  /// A word of a query.
  struct Term: Hashable {
    /// The part of a key that a word applies to.
    enum Kind: Hashable {
      case property, equalValue, value, text

      init(_ word: String) {
        self =
          word.hasPrefix("@")
          ? .property : word.hasPrefix("==") ? .equalValue : word.hasPrefix("=") ? .value : .text
      }
    }

    /// The word with its prefix, without the `-` of an excluded one.
    let word: String
    /// Whether a key that contains the word does not match.
    let isExcluded: Bool
    let kind: Kind
    /// The word without its prefix, in lower case; empty if it is not ASCII, so that a search by bytes
    /// is not possible.
    let needle: [UInt8]
    /// Whether finding `needle` proves that a key with ASCII texts matches.
    let isDecidedByBytes: Bool
    /// Whether a text that is not ASCII can match although it does not contain `needle`.
    let hasEquivalents: Bool
    /// Whether no ASCII text can match.
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
      // Semicolon and grave accent are the only ASCII characters with a canonical equivalent. The
      // Kelvin sign is equivalent to K and becomes "k" in lower case.
      hasEquivalents = searched.contains(";") || searched.contains("`")
      let equivalents: Set<Unicode.Scalar> = ["\u{37E}", "\u{1FEF}", "\u{212A}"]
      isAbsentInASCII = searched.unicodeScalars.contains {
        !$0.isASCII && !equivalents.contains($0)
      }
    }

    /// Whether the word can become the name of a property, or has the colon but no value yet.
    var isIncomplete: Bool {
      guard kind == .property else { return false }
      let name = word.dropFirst().lowercased()
      return FilterProperty.allCases.contains {
        let whole = String($0.word.dropFirst())
        return whole.hasPrefix(name) && ($0.takesValue || whole != name)
      }
    }

    /// Returns whether every key that matches this word also matches another word.
    func implies(_ other: Term) -> Bool {
      guard self != other else { return true }
      // A longer word selects fewer keys only if it is included: `-auto` excludes fewer than `-au`.
      return kind == .text && other.kind == .text && !isExcluded && !other.isExcluded
        && word.unicodeScalars.allSatisfy(\.isASCII) && word.hasPrefix(other.word)
    }

    /// Returns whether a key matches, if the bytes of its texts decide that; otherwise nil.
    func matchInBytes(_ texts: TextIndex, _ span: TextIndex.Span) -> Match? {
      guard kind != .property else { return nil }
      // An ASCII text contains no character that is not ASCII, and no equivalent of one.
      if isAbsentInASCII, span.isASCII { return .no }
      guard !needle.isEmpty else { return nil }
      guard let offset = texts.offset(of: needle, in: span, onlyValue: kind != .text) else {
        // Other texts can contain a canonical equivalent, which has other bytes.
        return span.isASCII || !hasEquivalents ? .no : nil
      }
      // A match in the bytes is final only if case, grapheme boundaries and `==` cannot change it.
      guard span.isASCII && isDecidedByBytes else { return nil }
      return .yes(kind == .text ? texts.place(at: offset, length: needle.count, in: span) : nil)
    }

    /// Returns whether a key has a property, if its record decides that; otherwise nil.
    func matchInRecord(_ slot: Slot, in document: Document) -> Match? {
      guard kind == .property else { return nil }
      return switch word {
      case "@modified": Match(document.isSet(slot))
      case "@invalid": Match(document.isInvalid(slot))
      case "@unknown": Match(!document.isDeclared(slot))
      case "@locked": Match(document.isLocked(slot))
      case "@bookmarked": Match(document.annotations.bookmarks.contains(document.key(at: slot)))
      case "@recent": Match(document.annotations.recent.contains(document.key(at: slot)))
      case "@mine": Match(document.annotations.isOwn(document.key(at: slot)))
      case "@all": .yes()
      default: nil
      }
    }
  }
}
