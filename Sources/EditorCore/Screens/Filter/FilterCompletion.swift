import DefaultsCore

/// The words that can be typed next in a filter, while the word before the cursor begins with `@`.
struct FilterCompletion: Hashable, Sendable {
  /// One word to choose.
  struct Candidate: Hashable, Sendable {
    /// The whole word, such as `@type:bool`.
    var word: String
    /// The description; empty for a value.
    var help: String
    /// Whether the word is complete, so that a blank follows.
    var isComplete: Bool
  }

  /// The words, in the order of the table.
  let candidates: [Candidate]
  /// The number of characters before the cursor that a word replaces.
  private(set) var length: Int
  /// The word that was inserted last; none while the user types.
  private(set) var cursor: ListCursor = ListCursor()

  /// Finds the words for the text before the cursor; nil if it does not end in a word with `@`.
  init?(_ text: String, in document: Document) {
    var isQuoted = false
    var start = text.startIndex
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == " ", !isQuoted { start = text.index(after: index) }
    }
    if text[start...].hasPrefix("-") { start = text.index(after: start) }
    let word = text[start...]
    guard word.hasPrefix("@") else { return nil }
    candidates = Self.candidates(String(word), in: document)
    length = word.count
    guard !candidates.isEmpty else { return nil }
    cursor.select(nil, of: candidates.count)
  }

  private static func candidates(_ word: String, in document: Document) -> [Candidate] {
    let (name, value) = FilterProperty.parts(of: word.dropFirst())
    guard let value else {
      let properties = FilterProperty.allCases.filter { $0.rawValue.hasPrefix(name) }
      let offered = properties.filter { $0 != .deprecated && $0 != .hidden }
      // `@all` covers these two, so they are offered only to someone who types them.
      return (offered.isEmpty ? properties : offered).map {
        Candidate(word: $0.word, help: $0.help, isComplete: !$0.takesValue)
      }
    }
    guard let property = FilterProperty(rawValue: name) else { return [] }
    let start = value.filter { $0 != "\"" }.lowercased()
    return property.values(in: document).filter { $0.lowercased().hasPrefix(start) }.map {
      Candidate(word: property.word + $0.quotedForFilter, help: "", isComplete: true)
    }
  }

  /// Whether typing has already completed the only candidate.
  func isDone(_ text: String) -> Bool {
    candidates.count == 1 && text.hasSuffix(candidates[0].word)
  }

  /// Replaces the word before the cursor.
  ///
  /// A single candidate is inserted with a blank behind it. Several are extended by what they have in
  /// common; if that is nothing, they are inserted one after the other.
  mutating func complete(_ buffer: inout TextBuffer) {
    let typed = buffer.textBeforeCursor.suffix(length)
    if candidates.count == 1 {
      insert(candidates[0].word + (candidates[0].isComplete ? " " : ""), &buffer)
      return
    }
    let words = candidates.map(\.word)
    let common = words.dropFirst().reduce(words[0]) { $0.start(sharedWith: $1) }
    if cursor.selected == nil, common.count > typed.count {
      insert(common, &buffer)
    } else {
      step(by: 1, &buffer)
    }
  }

  /// Inserts the next word, or the one before; after the last one follows the first.
  mutating func step(by distance: Int, _ buffer: inout TextBuffer) {
    let count = candidates.count
    let next = cursor.selected.map { ($0 + distance + count) % count } ?? min(0, distance) + count
    insert(candidates[next % count].word, &buffer)
    cursor.select(next % count)
  }

  private mutating func insert(_ word: String, _ buffer: inout TextBuffer) {
    for _ in 0..<length { buffer.perform(.deleteBack) }
    buffer.insert(word)
    length = word.count
  }
}
