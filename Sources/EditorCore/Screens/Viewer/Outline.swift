import DefaultsCore
import DefaultsSchema
import Terminal

/// The lines of the page of a key: values as trees whose parts can be folded, between headings and texts.
///
/// The lines are computed once for a value, a width and the folded parts, so that the cost of a frame
/// does not depend on the size of the value.
struct Outline: Sendable {
  /// The position of a value: the number of its tree, then the index of the member at each level.
  typealias Path = [Int]

  /// One line.
  struct Line: Sendable {
    var content: Content
    /// The number of columns before the content.
    var indent: Int = 0
    /// The value to which the line belongs; nil for other lines.
    var path: Path?
    /// Whether the lines of the value are folded; nil if it has no further lines.
    var isFolded: Bool?
    /// What the line is about, if Enter does more with it than to fold it.
    var topic: Topic?
  }

  /// A part of the page of a key.
  enum Section: CaseIterable, Hashable, Sendable {
    case value, about, layers, history
  }

  /// What a line is about.
  enum Topic: Sendable {
    /// The heading of a section.
    case section(Section)
    case layer(LayerRow)
    case change(LayeredEntry, Defaults.HistoryEntry.Change)
  }

  /// The content of a line.
  enum Content: Sendable {
    case blank
    case heading(String)
    /// A piece of text that fits the width.
    case text(SafeText, Role)
    /// A value; the label is the name or number of the member, and empty for a whole value. Without a
    /// text, the raw text is made when the line is drawn.
    case value(label: String, Defaults.StoredValue, text: String?, note: String)
    /// A part of a text that fits the width, with a number if it begins a line of the text.
    case textLine(number: Int?, SafeText, numberColumns: Int)
  }

  private(set) var lines: [Line]

  init(_ lines: [Line] = []) {
    self.lines = lines
  }

  /// The number of columns by which members are indented.
  static let step = 2
}

extension Outline {
  /// Returns the index of the first line of a value; nil if it is in a folded part.
  func index(of path: Path) -> Int? {
    lines.firstIndex { $0.path == path && $0.isValue }
  }

  /// Returns the index of the heading of a section; nil if the page has no such section.
  func index(of section: Section) -> Int? {
    lines.firstIndex { if case .section(section)? = $0.topic { true } else { false } }
  }

  /// Returns the index of the line of a section that is selected when the section is opened.
  func start(of section: Section) -> Int? {
    let used = lines.firstIndex { line in
      if case .layer(let row)? = line.topic { row.isUsed } else { false }
    }
    return section == .layers && used != nil ? used : index(of: section).map { $0 + 1 }
  }

  /// Returns the value of a line; nil for headings and texts.
  func value(at index: Int) -> Defaults.StoredValue? {
    guard lines.indices.contains(index), let path = lines[index].path else { return nil }
    for line in lines[...index].reversed() where line.path == path {
      if case .value(_, let value, _, _) = line.content { return value }
    }
    return nil
  }
}

extension Outline.Line {
  /// The name of the value and the text of the line, for a search; nil for a blank line.
  var searched: SearchedItem? {
    switch content {
    case .blank: nil
    case .heading(let text): SearchedItem(label: "", value: text)
    case .text(let text, _), .textLine(_, let text, _): SearchedItem(label: "", value: text.string)
    case .value(let label, let value, let text, let note):
      SearchedItem(
        label: label.trimmed,
        value: [text ?? SafeText(ValueText.raw(value), limit: 256).string, note].line(
          separator: "  "
        )
      )
    }
  }

  /// Whether the line is the first one of a value.
  var isValue: Bool { if case .value = content { true } else { false } }
}
