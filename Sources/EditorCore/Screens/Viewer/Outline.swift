import Defaults
import Terminal

/// The lines of a viewer: values as trees whose parts can be folded, between headings and texts.
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
  }

  /// The content of a line.
  enum Content: Sendable {
    case blank
    case heading(String)
    /// A piece of text that fits the width.
    case text(SafeText, Role)
    /// A value; the label is the name or number of the member, and empty for a whole value.
    case value(label: String, Defaults.StoredValue, text: String, note: String)
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
  /// Whether the line is the first one of a value.
  var isValue: Bool { if case .value = content { true } else { false } }
}
