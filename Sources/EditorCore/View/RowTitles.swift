import DefaultsCore
import DefaultsSchema
import Terminal

/// The titles of the rows of the list, cut in the middle where they are too long.
///
/// What a row shows follows from the keys of its section and the width of the column, and not from the
/// rows on the screen, so it stays the same while the list scrolls. Keys of a section with the same title
/// show their names. Where a title would read like that of a near key after it was cut, the words in which
/// they differ are kept: `Request … downloads … connection`.
struct RowTitles {
  let state: EditorState
  /// The width of the column of titles; 0 if it is not shown.
  let columns: Int
  /// Whether the titles stand without the headings of their sections.
  let isFlat: Bool

  /// The number of keys before and after one with which its cut title is compared.
  private static let neighbours = 100

  init(_ state: EditorState, _ columns: [(column: ListColumn, rect: Rect)]) {
    let title = columns.first { $0.column.isCutInMiddle }
    self.init(
      state,
      columns: title?.rect.size.columns ?? 0,
      isFlat: state.suite.listing.isFlat
    )
  }

  /// Creates the titles for a width.
  init(_ state: EditorState, columns: Int, isFlat: Bool) {
    (self.state, self.columns, self.isFlat) = (state, columns, isFlat)
  }

  init(_ state: EditorState, _ layout: Layout) {
    self.init(state, ListColumn.arranged(in: state, layout))
  }

  /// Returns whether the row of a key does not show its whole title.
  func isCut(_ item: Item) -> Bool {
    columns > 0 && text(item.key) != SafeText(item.entry.title)
  }

  /// Returns the title of a key as its row shows it.
  func text(_ key: Defaults.KeyName) -> SafeText {
    guard columns > 0, let slot = state.document.slot(of: key) else { return "" }
    let title = rowTitle(of: slot)
    guard SafeText(title).width > columns else { return SafeText(title) }
    return Self.cut(title, to: columns, among: neighbours(of: slot))
  }

  /// Returns the whole text of a key's row: its title, or its name if another key has the same title.
  private func rowTitle(of slot: Slot) -> String {
    state.document.sharesTitle(slot)
      ? state.document.key(at: slot).string
      : state.document.rowTitle(of: slot, isFlat: isFlat)
  }

  /// Returns the texts of the keys of the same section that are near in the order of the document.
  func neighbours(of slot: Slot) -> [String] {
    let document = state.document
    guard let index = document.index(of: document.key(at: slot)) else { return [] }
    let range = max(0, index - Self.neighbours)..<min(document.count, index + Self.neighbours + 1)
    return range.map(document.slot).filter {
      $0 != slot && document.section(of: $0) == document.section(of: slot)
    }
    .map(rowTitle)
  }

  // MARK: - Cutting

  /// Cuts a text in its middle, and keeps the words in which it differs from others that would read like it.
  static func cut(
    _ text: String,
    to columns: Int,
    among others: some Sequence<String>
  ) -> SafeText {
    let cut = Self.cut(text, to: columns)
    // A text with the same words at its ends: what the cut leaves out is where they differ.
    let ends = cut.string.split(maxSplits: 1, omittingEmptySubsequences: false) {
      "…~".contains($0)
    }
    .map { $0.filter { $0 != " " } }
    guard ends.count == 2, SafeText(text).width > columns else { return cut }
    let rivals = others.filter { other in
      guard other != text, ends[1].isEmpty || other.last == text.last else { return false }
      let plain = other.filter { $0 != " " }
      return plain.hasPrefix(ends[0]) && plain.hasSuffix(ends[1])
    }
    return rivals.isEmpty ? cut : Self.cut(text, to: columns, unlike: rivals)
  }

  /// Cuts a text in its middle, between words where possible.
  ///
  /// The other texts differ from it in a word; these words are kept.
  static func cut(
    _ text: String,
    to columns: Int,
    unlike others: [String] = []
  ) -> SafeText {
    guard SafeText(text).width > columns else { return SafeText(text) }
    let words = text.tokens
    var kept = Set(others.compactMap { firstDifference(words, $0.tokens) })
    func add(_ next: Int?) -> Bool {
      guard let next, joined(words, kept.union([next])).width <= columns else { return false }
      kept.insert(next)
      return true
    }
    // The next word from the start and the next one from the end in turn, as long as one of them fits.
    var (fitsAtStart, fitsAtEnd) = (true, true)
    while fitsAtStart || fitsAtEnd {
      if fitsAtStart { fitsAtStart = add(words.indices.first { !kept.contains($0) }) }
      if fitsAtEnd { fitsAtEnd = add(words.indices.last { !kept.contains($0) }) }
    }
    let result = joined(words, kept)
    let hasWords = others.isEmpty ? kept.count > 1 : !kept.isEmpty
    return hasWords && result.width <= columns ? result : cutInsideWord(text, columns, others)
  }

  /// Returns the words with their numbers in a set, and `…` in the place of others.
  private static func joined(_ words: [String], _ kept: Set<Int>) -> SafeText {
    var text = ""
    var hasGap = false
    for (number, word) in words.enumerated() {
      if kept.contains(number) {
        text += (hasGap ? text.hasSuffix(" ") ? "… " : "…" : "") + word
        hasGap = false
      } else {
        hasGap = true
      }
    }
    return SafeText(text + (hasGap ? "…" : ""))
  }

  /// Cuts a text whose words are too long: in its middle, or where it differs from others.
  private static func cutInsideWord(_ text: String, _ columns: Int, _ others: [String]) -> SafeText
  {
    guard columns > 2 else { return SafeText(text).truncated(to: columns) }
    if let other = others.first {
      let start = zip(text, other).prefix { $0 == $1 }.count
      return "…" + SafeText(String(text.dropFirst(start))).truncated(to: columns - 1)
    }
    let whole = SafeText(text)
    let start = whole.prefix(columns: columns / 2)
    return start + "…" + whole.dropping(columns: whole.width - (columns - 1 - start.width))
  }

  /// Returns the number of the first word that another text does not have at its place.
  private static func firstDifference(_ words: [String], _ others: [String]) -> Int? {
    words.indices.first { !others.indices.contains($0) || others[$0] != words[$0] }
  }
}

extension String {
  /// The words of the text, each with the characters between it and the next one.
  fileprivate var tokens: [String] {
    var tokens: [String] = []
    var wasLetter = false
    for character in self {
      if character.isLetterOrDigit, !wasLetter || tokens.isEmpty { tokens.append("") }
      if tokens.isEmpty { tokens.append("") }
      tokens[tokens.count - 1].append(character)
      wasLetter = character.isLetterOrDigit
    }
    return tokens
  }
}
