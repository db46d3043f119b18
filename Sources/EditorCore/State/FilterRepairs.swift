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
  struct Repair: Sendable {
    /// The filter after the change.
    var filter: Filter
    /// The words for the change, such as `without @type:date`.
    var words: String
    /// The number of keys that would match.
    var count: Int
    /// The title of the first of them.
    var title: String

    /// The number of keys, and the title of a single one.
    var result: String { count == 1 ? "1 key: \(title)" : "\(count) keys" }
  }

  /// The condition that a key does not meet.
  private enum Condition: Hashable {
    case term(Int)
    case other(Filter.Switch)
    /// A word that is replaced by a similar one.
    case similar(Int, String)

    var isSimilar: Bool { if case .similar = self { true } else { false } }
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
    let query = filter.query
    var unmet = Filter.Switch.allCases.filter { !filter.isMet($0, slot, in: document) }
      .map(Condition.other)
    guard unmet.count < 2 else { return }
    let prepared = texts.prepare(slot, of: document, &budget)
    budget -= query.cost
    for (index, term) in query.terms.enumerated()
    where unmet.count < 2 && term.isMet(slot, in: document, prepared) == term.isExcluded {
      unmet.append(.term(index))
    }
    guard unmet.count == 1 else { return }
    let title = document.title(of: slot)
    add(unmet[0], title)
    guard case .term(let index) = unmet[0] else { return }
    if let known = query.terms[index].knownProperty {
      budget -= 1000
      if Query.Term(known)?.isMet(slot, in: document, prepared) == true {
        add(.similar(index, known), title, 1)
      }
    }
    guard query.terms[index].searchedWord != nil else { return }
    let word = query.terms[index].text
    let texts: Set = [title, document.key(at: slot).string]
    for (similar, distance) in Self.words(like: word, in: texts, &budget) {
      add(.similar(index, similar), title, distance)
    }
  }

  private mutating func add(_ condition: Condition, _ title: String, _ distance: Int = 0) {
    found[condition, default: Found(title: title, distance: distance)].count += 1
  }

  /// Returns the words of texts that are similar to a word, with the number of letters that differ.
  private static func words(
    like word: String,
    in texts: Set<String>,
    _ budget: inout Int
  ) -> [String: Int] {
    let word = word.lowercased()
    let limit = word.count < 3 ? 0 : word.count < 5 ? 1 : 2
    guard limit > 0, word.count <= 32 else { return [:] }
    var similar: [String: Int] = [:]
    for text in texts {
      // To find the words takes longer than to compare them.
      budget -= 40 * text.utf8.count
      for part in text.words where abs(part.count - word.count) <= limit {
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
    let similar = found.filter(\.key.isSimilar).sorted {
      ($0.value.distance, $1.value.count, $0.value.title)
        < ($1.value.distance, $0.value.count, $1.value.title)
    }
    let others = found.filter { !$0.key.isSimilar }
      .sorted { ($1.value.count, $0.value.title) < ($0.value.count, $1.value.title) }
    let repairs = (similar.prefix(3) + others).map { repair($0.key, $0.value) }
    // A filter without any condition is cleared, which is offered anyway.
    return Array(repairs.filter(\.filter.isActive).prefix(Self.limit))
  }

  /// Whether the filter has a word that is similar to one of a key.
  var hasSimilarWords: Bool { isComplete && found.keys.contains(where: \.isSimilar) }

  private func repair(_ condition: Condition, _ found: Found) -> Repair {
    var repair = Repair(filter: filter, words: "", count: found.count, title: found.title)
    switch condition {
    case .term(let index):
      repair.filter.query = query(replacing: index, by: nil)
      repair.words = "without \(filter.query.words[index])"
    case .similar(let index, let word):
      repair.filter.query = query(replacing: index, by: word)
      repair.words = word
    case .other(.set):
      repair.filter.showsOnlySet = false
      repair.words = "with keys that are not set"
    case .other(.bookmark):
      repair.filter.showsOnlyBookmarks = false
      repair.words = "with keys without a bookmark"
    case .other(.shown):
      let text = filter.query.text
      repair.filter.query = Query(filter.query.isEmpty ? "@all" : "\(text) @all")
      repair.words = "with hidden and deprecated keys"
    }
    return repair
  }

  /// Returns the query with another word in the place of one, or without it.
  private func query(replacing index: Int, by word: String?) -> Query {
    var words = filter.query.words
    words.replaceSubrange(index...index, with: word.map { [$0] } ?? [])
    return Query(words.map(\.quotedForFilter).joined(separator: " "))
  }
}

extension Query.Term {
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
