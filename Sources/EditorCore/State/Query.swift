import DefaultsCore
import DefaultsSchema

/// A parsed filter: words that must all match a key.
///
/// A word in quotes can contain blanks, a leading `-` excludes, `=text` searches values only, and
/// `==text` compares the whole value, or that of a member. Words with `@` select keys by a ``FilterProperty``; some of them
/// also show keys that are not shown otherwise. A capital letter makes a word case-sensitive.
struct Query: Hashable, Sendable {
  /// The text as it was typed.
  let text: String
  let terms: [Term]
  /// Whether hidden or deprecated keys can match.
  let includesWithheldKeys: Bool
  /// The words as one text; nil if there are not several, or not only words to search.
  private let phrase: SearchWord?
  /// The cost of checking the properties of a key, in the units of ``FilterPass``.
  let cost: Int

  /// Creates a query by parsing a text; every text is a valid query.
  ///
  /// While the text is still being typed, a last word that can become the name of a property is
  /// ignored, so that the list does not become empty on the way from `@` to `@type:`.
  init(_ text: String, isTyped: Bool = false) {
    self.text = text
    var terms = Self.split(text).compactMap(Term.init)
    if isTyped, !text.hasSuffix(" "), terms.last?.isIncomplete == true { terms.removeLast() }
    self.terms = terms
    let words = terms.compactMap { $0.searchedWord == nil ? nil : $0.text }
    phrase =
      words.count > 1 && words.count == terms.count
      ? SearchWord(words.joined(separator: " ")) : nil
    includesWithheldKeys = terms.contains {
      !$0.isExcluded && [.deprecated, .hidden, .all].contains($0.property)
    }
    cost = terms.count { $0.property?.takesValue == true } * 500
  }

  /// The words as they were typed, without quotes.
  var words: [String] { terms.map(\.text) }

  /// Whether the query has no words, so that it matches every key.
  var isEmpty: Bool { terms.isEmpty }

  /// The names and values of the properties: `@type:bool` has `type` and `bool`.
  var propertyWords: [(name: String, value: String)] {
    terms.compactMap { term in
      if case .property(_, let name, let value) = term.condition { (name, value) } else { nil }
    }
  }

  /// Whether the query asks who has changed a key, or when, which the history says.
  var asksForChanges: Bool { terms.contains { $0.property == .mine || $0.property == .recent } }

  /// Whether the keys that match have a rank, because the query searches their texts.
  var isRanked: Bool { terms.contains { $0.searchedWord != nil } }

  /// Returns whether every key that matches this query also matches another one.
  ///
  /// The result is true only if that follows from the words: each word of the other query is a prefix
  /// of the word at the same position here. So after a character is appended, only the keys found
  /// before have to be searched.
  func narrows(_ other: Query) -> Bool {
    includesWithheldKeys == other.includesWithheldKeys && terms.count >= other.terms.count
      && zip(terms, other.terms).allSatisfy { $0.implies($1) }
  }

  /// How a key matches.
  struct Match {
    /// The number by which keys that match are sorted; the smaller, the better.
    var rank: UInt32 = 0
    /// The worst place of a word; nil if the query searches no texts.
    var worst: SearchedTexts.Place?

    /// Returns where a key matches; nil for its title.
    func placeName(in item: Item) -> String? {
      guard let worst, worst.field != .title else { return nil }
      return KeyTexts(of: item).name(ofText: worst.number)
    }

    /// Returns the member that matches; nil if a text of the key itself does.
    func member(in item: Item) -> KeyTexts.Member? {
      worst.flatMap { KeyTexts(of: item).member(ofText: $0.number) }
    }

    /// Returns where a key matches if not in the title, and its section.
    func placeText(of item: Item, section: String) -> String {
      [placeName(in: item), section].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: " · ")
    }
  }

  /// Returns how a key matches, by its prepared texts; nil if it does not.
  func match(_ slot: Slot, in document: Document, _ texts: SearchedTexts) -> Match? {
    var match = Match()
    for term in terms {
      if let word = term.searchedWord {
        guard let place = texts.place(of: word) else { return nil }
        match.rank += place.rank
        if place.rank >= match.worst?.rank ?? 0 { match.worst = place }
      } else if term.isMet(slot, in: document, texts) == term.isExcluded {
        return nil
      }
    }
    if let phrase, let place = texts.place(of: phrase), place.field == .title {
      match.rank = min(match.rank, place.rank)
    }
    return match
  }

  /// Returns whether all words match texts that are not those of a key, so that they have no properties.
  func matches(_ texts: SearchedTexts) -> Bool {
    terms.allSatisfy { $0.occurs(in: texts) != $0.isExcluded }
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

extension Query {
  /// A word of a query.
  struct Term: Hashable {
    /// What the word asks for.
    enum Condition: Hashable {
      /// A property; nil if there is none of that name, which no key has.
      case property(FilterProperty?, name: String, value: String)
      /// The whole value.
      case equalValue(SearchWord)
      /// A part of the value.
      case value(SearchWord)
      /// A part of any text.
      case text(SearchWord)
    }

    /// The word as it was typed, without quotes.
    let text: String
    /// Whether a key that meets the condition does not match.
    let isExcluded: Bool
    let condition: Condition

    /// Parses a word; nil if it is empty.
    init?(_ text: String) {
      self.text = text
      isExcluded = text.hasPrefix("-")
      let word = text.dropFirst(isExcluded ? 1 : 0)
      guard let first = word.first else { return nil }
      if first == "@" {
        let (name, value) = FilterProperty.parts(of: word.dropFirst())
        let property = FilterProperty(rawValue: name)
        condition = .property(property, name: name, value: String(value ?? ""))
      } else if word.hasPrefix("==") {
        condition = .equalValue(SearchWord(word.dropFirst(2), isCaseSensitive: true))
      } else if first == "=" {
        condition = .value(SearchWord(word.dropFirst()))
      } else {
        condition = .text(SearchWord(word))
      }
    }

    /// The property that the word names; nil for another word.
    var property: FilterProperty? {
      if case .property(let property, _, _) = condition { property } else { nil }
    }

    /// The word that is searched in the texts of a key; nil for another kind of word.
    var searchedWord: SearchWord? {
      if case .text(let word) = condition, !isExcluded { word } else { nil }
    }

    /// Whether the word can become the name of a property, or has the colon but no value yet.
    fileprivate var isIncomplete: Bool {
      guard case .property(_, let name, let value) = condition, value.isEmpty else { return false }
      let typed = text.hasSuffix(":") ? name + ":" : name
      return FilterProperty.allCases.contains {
        let whole = String($0.word.dropFirst())
        return whole.hasPrefix(typed) && ($0.takesValue || whole != typed)
      }
    }

    /// Returns whether every key that matches this word also matches another word.
    fileprivate func implies(_ other: Term) -> Bool {
      guard self != other else { return true }
      // A longer word selects fewer keys only if it is included: `-auto` excludes fewer than `-au`.
      guard let word = searchedWord, let otherWord = other.searchedWord else { return false }
      return word.implies(otherWord)
    }

    /// Returns whether a key has what the word asks for, excluded or not.
    func isMet(_ slot: Slot, in document: Document, _ texts: SearchedTexts) -> Bool {
      guard case .property(let property, _, let value) = condition else { return occurs(in: texts) }
      return property?.matches(slot, in: document, value: value) ?? false
    }

    /// Returns whether texts have what the word asks for, excluded or not; a property is searched as it was
    /// typed.
    fileprivate func occurs(in texts: SearchedTexts) -> Bool {
      switch condition {
      case .property: texts.place(of: SearchWord(text.dropFirst(isExcluded ? 1 : 0))) != nil
      case .equalValue(let word): texts.hasText(word, from: .memberValue)
      case .value(let word): texts.place(of: word, from: .memberValue) != nil
      case .text(let word): texts.place(of: word) != nil
      }
    }
  }
}
