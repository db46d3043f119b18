import DefaultsCore
import DefaultsSchema

/// Changes of a filter that matches no key after which it would match some.
///
/// They are found in one pass over the keys of a suite or of several, in slices like those of a
/// ``FilterPass``. For each key the pass asks which conditions of the filter it does not meet. A key that
/// does not meet exactly one of them would match without it. If all of them are words, and the key has
/// another word for each, in other capitals or in a title or name of it or its members with a slip or two
/// (`slips(in:of:)`), it would match with those words. If it has another word only for some of them, it
/// would match with those and without the others, which is offered where nothing else is.
struct FilterRepairs: Sendable {
  /// One change of the filter.
  struct Repair: Sendable {
    /// The filter after the change.
    var filter: Filter
    /// The words for the change, such as `without @type:date`.
    var words: String
    /// Whether words are replaced by similar ones.
    var isSimilar: Bool
    /// The number of keys that would match.
    var count: Int
    /// The titles of the first of them.
    var titles: [String]

    /// The number of keys, and the titles of the first ones.
    var result: String {
      let names = (titles + (count > titles.count ? ["…"] : [])).joined(separator: ", ")
      return "\(count.counted("key")): \(names)"
    }

    /// The change and its result as one line.
    var line: String { "\(isSimilar ? "close: " : "")\(words)   \(result)" }
  }

  /// A change of the filter.
  private enum Change: Hashable {
    /// Words, by their numbers, are replaced by similar ones; nil leaves one out.
    case words([Int: String?])
    /// A condition that is not a word is dropped.
    case other(Filter.Switch)

    /// The similar words, by their numbers.
    var similar: [Int: String] {
      if case .words(let words) = self { words.compactMapValues(\.self) } else { [:] }
    }

    /// The numbers of the words that are left out.
    var dropped: [Int] {
      if case .words(let words) = self {
        words.keys.filter { similar[$0] == nil }.sorted()
      } else {
        []
      }
    }
  }

  /// The keys that would match after a change.
  private struct Found {
    var count = 0
    var titles: [String] = []
    /// How far the words are from the typed ones: two for each slip.
    var slips = 0
  }

  let filter: Filter
  /// The number of suites whose keys are checked.
  let suiteCount: Int
  /// The number of suites whose keys have all been checked; the number of the one that is next.
  private(set) var checkedSuites = 0
  private var next = 0
  private var found: [Change: Found] = [:]

  /// The greatest number of changes that are offered.
  private static let limit = 6
  /// The number of titles that are named.
  private static let titles = 3

  init(_ filter: Filter, suites: Int = 1) {
    self.filter = filter
    suiteCount = suites
  }

  /// Whether all keys have been checked.
  var isComplete: Bool { checkedSuites == suiteCount }

  /// Checks keys of the suite that is next, until all have been checked or a budget is used up.
  mutating func proceed(in document: Document, _ texts: inout TextIndex, _ budget: inout Int) {
    while budget > 0 {
      guard next < document.capacity else {
        next = 0
        return checkedSuites += 1
      }
      let slot = Slot(next)
      next += 1
      budget -= 8
      if !document.isRemoved(slot) { check(slot, in: document, &texts, &budget) }
    }
  }

  private mutating func check(
    _ slot: Slot,
    in document: Document,
    _ texts: inout TextIndex,
    _ budget: inout Int
  ) {
    let query = filter.query
    let switches = Filter.Switch.allCases.filter { !filter.isMet($0, slot, in: document) }
    guard switches.count < 2 else { return }
    let prepared = texts.prepare(slot, of: document, &budget)
    budget -= query.cost
    let unmet = query.terms.indices.filter { index in
      let term = query.terms[index]
      return term.isMet(slot, in: document, prepared) == term.isExcluded
    }
    let title = document.title(of: slot)
    if switches.count + unmet.count == 1 {
      add(switches.first.map(Change.other) ?? .words([unmet[0]: nil]), title)
    }
    guard switches.isEmpty, !unmet.isEmpty else { return }
    var words: [Int: String?] = [:]
    var slips = 0
    for index in unmet {
      let near = word(near: query.terms[index], slot, in: document, prepared, &budget)
      words.updateValue(near?.word, forKey: index)
      slips += near?.slips ?? 0
    }
    // Two words are not slips of one.
    let similar = words.values.compactMap(\.self)
    guard !similar.isEmpty, Set(similar).count == similar.count else { return }
    add(.words(words), title, slips)
  }

  private mutating func add(_ change: Change, _ title: String, _ slips: Int = 0) {
    var keys = found[change] ?? Found(slips: slips)
    keys.count += 1
    if keys.titles.count < Self.titles { keys.titles.append(title) }
    found[change] = keys
  }

  /// Returns the word of a key that is probably meant by one of the filter, and how far it is from that: two
  /// for each slip.
  private func word(
    near term: Query.Term,
    _ slot: Slot,
    in document: Document,
    _ texts: SearchedTexts,
    _ budget: inout Int
  ) -> (word: String, slips: Int)? {
    func isMet(_ word: String) -> Bool {
      budget -= 1000
      return Query.Term(word)?.isMet(slot, in: document, texts) == true
    }
    guard !term.isExcluded else { return nil }
    if let known = term.knownProperty { return isMet(known) ? (known, 2) : nil }
    if let other = term.withoutCapitals, isMet(other) { return (other, 0) }
    let length = term.text.count
    // A number is not taken for another one with a slip.
    guard term.searchedWord != nil, (3...32).contains(length), !term.text.allSatisfy(\.isNumber)
    else { return nil }
    var nearest: (word: String, slips: Int)?
    // Making the members takes as long as preparing the texts of a key.
    budget -= 2000
    let texts = KeyTexts(of: document.item(at: slot))
    let members = texts.members.flatMap { [$0.titles.last ?? "", texts.path(of: $0)] }
    func compare(_ text: String) {
      // To find the words takes longer than to compare them.
      budget -= 40 * text.utf8.count
      for word in text.words {
        // A filter finds what begins with its word, so the end of a longer word need not be typed.
        let starts =
          word.count > length ? [length, length + 1].map { String(word.prefix($0)) } : []
        for candidate in Set([word] + starts) where abs(candidate.count - length) <= 2 {
          budget -= 400
          // Of a short word, two slips leave little.
          let isShort = candidate.count < 5 || candidate != word && length < 6
          guard let slips = slips(in: term.text, of: candidate), slips < (isShort ? 2 : 3) else {
            continue
          }
          // A whole word is more likely to be meant than the start of a longer one.
          let distance = 2 * slips + (candidate == word ? 0 : 1)
          let isNearer = nearest.map {
            (distance, $0.word.count, $0.word) < ($0.slips, word.count, word)
          }
          if isNearer ?? true { nearest = (word, distance) }
        }
      }
    }
    for text in Set([document.title(of: slot), document.key(at: slot).string] + members) {
      compare(text)
    }
    // A word of the description is less likely to be meant.
    if nearest == nil, length > 3 {
      compare(document.item(at: slot).entry.help)
      nearest?.slips += 2
    }
    return nearest
  }

  // MARK: - The result

  /// The changes, the best first: similar words, then words to leave out, then both at once; empty until
  /// all keys have been checked.
  var repairs: [Repair] {
    guard isComplete else { return [] }
    let others = found.filter { $0.key.similar.isEmpty }.map { ($0.key, $0.value) }
      .sorted { ($1.1.count, $0.1.titles[0]) < ($0.1.count, $1.1.titles[0]) }
    let best = similar.filter { $0.change.dropped.isEmpty }.prefix(3) + others
    let repairs = (best.isEmpty ? similar.prefix(3) : best).map(repair)
    // A filter without any condition is cleared, which is offered anyway.
    return Array(repairs.filter(\.filter.isActive).prefix(Self.limit))
  }

  /// The words to type instead of those that match nothing only because they have capital letters; nil if
  /// that is not the reason.
  var wordsWithoutCapitals: String? {
    guard isComplete, let best = similar.first, best.found.slips == 0, best.change.dropped.isEmpty
    else {
      return nil
    }
    return Self.text(best.change.similar)
  }

  /// The replacements of words, the best first.
  private var similar: [(change: Change, found: Found)] {
    found.filter { !$0.key.similar.isEmpty }.map { ($0.key, $0.value) }.sorted { left, right in
      (left.change.dropped.count, left.found.slips, right.found.count, left.found.titles[0])
        < (right.change.dropped.count, right.found.slips, left.found.count, right.found.titles[0])
    }
  }

  /// Returns the words in their order.
  private static func text(_ words: [Int: String]) -> String {
    words.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
  }

  private func repair(_ change: Change, _ found: Found) -> Repair {
    var filter = filter
    let words: String
    switch change {
    case .words(let new):
      filter.query = query(replacing: new)
      let dropped = change.dropped.map { self.filter.query.words[$0] }.joined(separator: " ")
      words =
        [Self.text(change.similar), dropped.isEmpty ? "" : "without \(dropped)"]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    case .other(.set):
      filter.showsOnlySet = false
      words = "with keys that are not set"
    case .other(.bookmark):
      filter.showsOnlyBookmarks = false
      words = "with keys without a bookmark"
    case .other(.shown):
      let text = filter.query.text
      filter.query = Query(filter.query.isEmpty ? "@all" : "\(text) @all")
      words = "with hidden and deprecated keys"
    }
    return Repair(
      filter: filter,
      words: words,
      isSimilar: !change.similar.isEmpty,
      count: found.count,
      titles: found.titles
    )
  }

  /// Returns the query with other words in the places of some, or without them.
  private func query(replacing new: [Int: String?]) -> Query {
    let words = filter.query.words.enumerated().compactMap { new[$0.offset] ?? $0.element }
    return Query(words.map(\.quotedForFilter).joined(separator: " "))
  }
}

extension Query.Term {
  /// The word in lower case, if it has capital letters that must match.
  fileprivate var withoutCapitals: String? {
    switch condition {
    case .text(let word), .value(let word): word.isCaseSensitive ? text.lowercased() : nil
    case .equalValue, .property: nil
    }
  }

  /// The property that was probably meant by a word that names none; nil for other words.
  fileprivate var knownProperty: String? {
    guard case .property(nil, let name, let value) = condition, !isExcluded,
      let near = nearestWord(to: name, among: FilterProperty.allCases.map(\.rawValue)),
      let property = FilterProperty(rawValue: near)
    else { return nil }
    return property.takesValue ? property.word + value : property.word
  }
}

extension String {
  /// The words of a title or the name of a key, in lower case: `openRecent.files` has three.
  fileprivate var words: Set<String> {
    var words: Set<String> = []
    var word = ""
    var wasLower = false
    func end() {
      if !word.isEmpty { words.insert(word.lowercased()) }
      word = ""
    }
    for character in self {
      if !character.isLetterOrDigit || wasLower && character.isUppercase { end() }
      if character.isLetterOrDigit { word.append(character) }
      wasLower = character.isLowercase
    }
    end()
    return words
  }
}
