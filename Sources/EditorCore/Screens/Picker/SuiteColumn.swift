import DefaultsSchema
import Terminal

/// A column of the list of suites.
struct SuiteColumn: Sendable {
  /// The heading.
  let title: String
  /// The width in columns of the terminal, and the priority.
  let extent: Extent
  /// Whether the texts are numbers, which end at the same column.
  var isNumber: Bool = false
  /// Returns the text for a suite.
  let text: @Sendable (String, EditorState) -> SafeText

  /// The heading as a word: the mark of invalid values is a character.
  var word: String { title == "\(Mark.invalid.glyph)" ? Mark.invalid.word : title }

  /// Returns the place of a text in the column: at its end in a column of numbers.
  func place(of text: SafeText, in rect: Rect) -> Rect {
    isNumber ? rect.columns([.flexible(), .fixed(text.width)])[1] : rect
  }

  /// Returns the columns; that of the names is as wide as the longest one.
  static func all(for state: EditorState) -> [SuiteColumn] {
    let names = state.catalog.suites.map { SafeText($0.name).width }.max() ?? 0
    let counts = state.catalog.suites.compactMap { state.overview(of: $0.name)?.counts }
    let titles = state.catalog.suites.map { SafeText($0.title).width }.max() ?? 0
    return [
      SuiteColumn(title: "name", extent: .upTo(max(4, names), minimum: 12)) { name, _ in
        SafeText(name)
      },
      SuiteColumn(title: "title", extent: title(max(11, titles))) { name, state in
        SafeText(text(ofTitle: name, state))
      },
      number("keys", 5, .useful, of: counts) { $0.keys },
      number("set", 5, .useful, of: counts) { $0.set },
      number("locked", 7, .extra, of: counts) { $0.locked },
      number("\(Mark.invalid.glyph)", 4, .useful, of: counts) { $0.invalid },
      SuiteColumn(title: "changed", extent: .fixed(10, .extra, gap: 2)) { name, state in
        let changed = state.overview(of: name)?.changed.flatMap(DateText.parse)
        return SafeText(changed.map(state.session.clock.day) ?? "–")
      },
    ]
  }

  private static func title(_ width: Int) -> Extent {
    Extent(8, ideal: width, maximum: width, .extra, gap: 2)
  }

  /// Returns the title of a suite, or that it has no schema.
  private static func text(ofTitle name: String, _ state: EditorState) -> String {
    let title = state.catalog.suites.first { $0.name == name }?.title ?? ""
    guard title.isEmpty else { return title }
    guard let overview = state.overview(of: name) else { return "" }
    return overview.isUnreadable ? "not readable" : overview.hasSchema ? "" : "(no schema)"
  }

  /// Returns a column with a number; `…` stands for one that has not been read yet, `–` for none.
  ///
  /// It is wider than every number, so that two numbers are never written as one.
  private static func number(
    _ title: String,
    _ width: Int,
    _ priority: Extent.Priority,
    of counts: [Counts],
    _ number: @escaping @Sendable (Counts) -> Int
  ) -> SuiteColumn {
    let width = max(width, "\(counts.map(number).max() ?? 0)".count + 1)
    return SuiteColumn(title: title, extent: .fixed(width, priority), isNumber: true) {
      name,
      state in
      guard let overview = state.overview(of: name) else { return "…" }
      let value = number(overview.counts)
      return overview.isUnreadable || value == 0 ? "–" : SafeText("\(value)")
    }
  }
}
