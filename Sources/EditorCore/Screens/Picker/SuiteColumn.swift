import DefaultsCore
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

  /// Returns the columns in their order.
  ///
  /// The column of the names is as wide as the longest name; `indent` moves them to the right.
  static func all(for state: EditorState, indent: Int) -> [SuiteColumn] {
    let names = indent + (state.catalog.suites.map { SafeText($0.name).width }.max() ?? 0)
    let titles = state.catalog.suites.map { SafeText($0.title).width }.max() ?? 0
    let hasLocks = state.catalog.suites.contains { (count(\.locked, of: $0.name, state) ?? 0) > 0 }
    return [
      SuiteColumn(title: "name", extent: .upTo(max(4, names), minimum: 12)) { name, _ in
        SafeText(String(repeating: " ", count: indent) + name)
      },
      SuiteColumn(title: "title", extent: title(max(11, titles))) { name, state in
        SafeText(text(ofTitle: name, state))
      },
      number("keys", 5, .useful, state) { count(\.listed, of: $0, $1) },
      number("set", 5, .useful, state) { count(\.set, of: $0, $1) },
      number("locked", 7, hasLocks ? .useful : .extra, state) { count(\.locked, of: $0, $1) },
      number("\(Mark.invalid.glyph)", 4, .useful, state) { count(\.invalid, of: $0, $1) },
    ]
      + (!state.staged.order.isEmpty
        ? [number("staged", 7, .useful, state) { $1.stagedCount(ofSuite: $0) }] : [])
      + [
        SuiteColumn(title: "changed", extent: .fixed(10, .extra, gap: 2)) { name, state in
          let changed = state.overview(of: name)?.changed.flatMap(DateText.parse)
          return SafeText(changed.map(state.session.clock.day) ?? "–")
        }
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
    _ state: EditorState,
    _ number: @escaping @Sendable (String, EditorState) -> Int?
  ) -> SuiteColumn {
    let most = state.catalog.suites.compactMap { number($0.name, state) }.max() ?? 0
    let extent = Extent.fixed(max(width, "\(most)".count + 1), priority)
    return SuiteColumn(title: title, extent: extent, isNumber: true) { name, state in
      guard let value = number(name, state) else { return "…" }
      return value == 0 ? "–" : SafeText("\(value)")
    }
  }

  /// Returns a count of a suite, 0 if its file cannot be read; nil while it is not known.
  private static func count(
    _ count: KeyPath<Counts, Int>,
    of name: String,
    _ state: EditorState
  ) -> Int? {
    state.overview(of: name).map { $0.isUnreadable ? 0 : $0.counts[keyPath: count] }
  }
}
