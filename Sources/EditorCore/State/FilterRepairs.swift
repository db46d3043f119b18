import Defaults
import DefaultsSchema

/// Changes of a filter that matches no key after which it would match some.
///
/// They are found in one pass over all keys, in slices like those of a ``FilterPass``. For each key the
/// pass asks which conditions of the filter it does not meet. A key that does not meet exactly one of
/// them would match without it. If that one is a word, and the title or the name of the key has a word
/// that differs from it in a letter or two, it would also match with that word instead.
struct FilterRepairs: Sendable {
  /// One change of the filter.
  struct Repair: Hashable, Sendable {
    /// The filter after the change.
    var text: String
    /// Whether only set keys are shown after the change.
    var showsOnlySet: Bool
    /// Whether only keys with a bookmark are shown after the change.
    var showsOnlyBookmarks: Bool
    /// The words for the change, such as `without @type:date`.
    var words: String
    /// The number of keys that would match.
    var count: Int
    /// The title of the first of them.
    var title: String

    /// Whether the filter still has a condition after the change.
    fileprivate var hasConditions: Bool {
      showsOnlySet || showsOnlyBookmarks || text.contains { $0 != " " }
    }

    /// The number of keys, and the title of a single one.
    var result: String { count == 1 ? "1 key: \(title)" : "\(count) keys" }
  }

  /// The condition that a key does not meet.
  private enum Condition: Hashable {
    case term(Int), set, bookmark, withheld
    /// A word that is replaced by a similar one.
    case similar(Int, String)
  }

  /// The keys that would match after a change.
  private struct Found {
    var count = 0
    var title: String
    /// The number of letters that differ.
    var distance = 0
  }

  let filter: Filter
  /// Whether all keys have been checked.
  private(set) var isComplete = false
  private var next = 0
  private var found: [Condition: Found] = [:]

  /// The greatest number of changes that are offered.
  private static let limit = 6

  init(_ filter: Filter) {
    self.filter = filter
  }

  /// Checks keys until a budget is used up.
  mutating func proceed(in document: Document, _ texts: inout TextIndex, _ budget: inout Int) {
    while budget > 0 {
      guard next < document.capacity else { return isComplete = true }
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
    let key = document.key(at: slot)
    var unmet: [Condition] = []
    if filter.showsOnlySet, !document.isSet(slot) { unmet.append(.set) }
    if filter.showsOnlyBookmarks, !document.annotations.bookmarks.contains(key) {
      unmet.append(.bookmark)
    }
    if document.isWithheld(slot), !filter.query.includesWithheldKeys { unmet.append(.withheld) }
    guard unmet.count < 2 else { return }
    let (span, isNew) = texts.prepare(slot, of: document)
    budget -= isNew ? 100 + span.length : span.length / 8
    let terms = filter.query.unmatchedTerms(slot, in: document, texts, span, &budget)
    guard unmet.count + terms.count == 1 else { return }
    guard let term = terms.first else { return add(unmet[0], document.title(of: slot)) }
    add(.term(term), document.title(of: slot))
    if let known = filter.query.knownProperty(like: term) {
      budget -= 1000
      if Query.matches(slot, in: document, known) {
        add(.similar(term, known), document.title(of: slot), 1)
      }
    }
    guard let word = filter.query.searchedWord(term) else { return }
    for (similar, distance) in Self.words(like: word, slot, in: document, &budget) {
      add(.similar(term, similar), document.title(of: slot), distance)
    }
  }

  private mutating func add(_ condition: Condition, _ title: String, _ distance: Int = 0) {
    found[condition, default: Found(title: title, distance: distance)].count += 1
  }

  /// Returns the words of a key's title and name that are similar to a word, with the number of letters
  /// that differ.
  private static func words(
    like word: String,
    _ slot: Slot,
    in document: Document,
    _ budget: inout Int
  ) -> [String: Int] {
    let word = word.lowercased()
    let limit = word.count < 3 ? 0 : word.count < 5 ? 1 : 2
    guard limit > 0, word.count <= 32 else { return [:] }
    var similar: [String: Int] = [:]
    for text in [document.title(of: slot), document.key(at: slot).string] {
      for part in Query.searched(text).words where abs(part.count - word.count) <= limit {
        budget -= 400
        let distance = editDistance(word, part)
        if (1...limit).contains(distance) { similar[part] = distance }
      }
    }
    return similar
  }

  // MARK: - The result

  /// The changes, the best first: similar words, then words to leave out; empty until all keys have been
  /// checked.
  var repairs: [Repair] {
    guard isComplete else { return [] }
    let similar = found.filter { if case .similar = $0.key { true } else { false } }
      .sorted {
        ($0.value.distance, -$0.value.count, $0.value.title) < (
          $1.value.distance, -$1.value.count, $1.value.title
        )
      }
    let others = found.filter { if case .similar = $0.key { false } else { true } }
      .sorted { ($1.value.count, $0.value.title) < ($0.value.count, $1.value.title) }
    let repairs = (similar.prefix(3) + others).map { repair($0.key, $0.value) }
    // A filter without any condition is cleared, which is offered anyway.
    return Array(repairs.filter(\.hasConditions).prefix(Self.limit))
  }

  /// Whether the filter has a word that is similar to one of a key.
  var hasSimilarWords: Bool {
    isComplete && found.keys.contains { if case .similar = $0 { true } else { false } }
  }

  private func repair(_ condition: Condition, _ found: Found) -> Repair {
    let query = filter.query
    var repair = Repair(
      text: query.text,
      showsOnlySet: filter.showsOnlySet,
      showsOnlyBookmarks: filter.showsOnlyBookmarks,
      words: "",
      count: found.count,
      title: found.title
    )
    switch condition {
    case .term(let index):
      repair.text = query.text(replacing: index, by: nil)
      repair.words = "without \(query.words[index])"
    case .similar(let index, let word):
      repair.text = query.text(replacing: index, by: word)
      repair.words = word
    case .set:
      repair.showsOnlySet = false
      repair.words = "with keys that are not set"
    case .bookmark:
      repair.showsOnlyBookmarks = false
      repair.words = "with keys without a bookmark"
    case .withheld:
      repair.text = query.isEmpty ? "@all" : "\(query.text) @all"
      repair.words = "with hidden and deprecated keys"
    }
    return repair
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
