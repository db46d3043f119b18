/// Markdown, converted to plain text.
///
/// Code, emphasis and headings lose their marks. A link becomes its text and its address.
/// `` `#key#` `` becomes the key and is added to `keys`. The lines of a paragraph are joined;
/// lists, tables and code blocks keep their lines.
struct MarkdownText {
  /// The plain text.
  private(set) var plain: String = ""
  /// The keys that the text refers to, in order, each once.
  private(set) var keys: [String] = []

  private var lines: [Line] = []

  /// One line of the plain text.
  private struct Line {
    var text: String
    /// Whether the line may be joined to the one before.
    var isContinuation: Bool
    /// Whether the next line may be joined to this one.
    var isOpen: Bool
  }

  /// Creates the plain text of a Markdown text.
  init(_ markdown: String) {
    var isCode = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.drop { $0 == " " || $0 == "\t" }
      if bare.hasPrefix("```") || bare.hasPrefix("~~~") {
        isCode.toggle()
      } else if isCode {
        lines.append(Line(text: "  \(line)", isContinuation: false, isOpen: false))
      } else {
        reduce(line)
      }
    }
    plain = joined()
  }

  private mutating func reduce(_ line: Substring) {
    let indentation = line.prefix { $0 == " " || $0 == "\t" }
    var rest = line.dropFirst(indentation.count)
    let marks = rest.prefix { $0 == "#" }
    let isHeading = (1...6).contains(marks.count) && rest.dropFirst(marks.count).first == " "
    if isHeading { rest = rest.dropFirst(marks.count + 1) }
    while rest.hasPrefix("> ") { rest = rest.dropFirst(2) }
    if rest.hasPrefix("* ") || rest.hasPrefix("+ ") { rest = "- \(rest.dropFirst(2))" }
    let isItem = rest.hasPrefix("- ") || Self.isNumbered(rest)
    let isRow = rest.hasPrefix("|")
    let isBroken = rest.hasSuffix("  ") || rest.hasSuffix("\\")
    if rest.hasSuffix("\\") { rest = rest.dropLast() }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    var inline = MarkdownLine(rest)
    let text = inline.reduced()
    for key in inline.keys where !keys.contains(key) { keys.append(key) }
    let startsAnew = isHeading || isItem || isRow
    lines.append(
      Line(
        text: startsAnew ? indentation + text : text,
        isContinuation: !startsAnew,
        isOpen: !(isHeading || isRow || isBroken)
      )
    )
  }

  /// Returns whether a line starts like an item of a numbered list.
  private static func isNumbered(_ line: Substring) -> Bool {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line.dropFirst(digits.count)
    return (1...9).contains(digits.count) && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
  }

  /// Returns the joined lines: no empty lines at the ends, at most one between others.
  private func joined() -> String {
    var kept: [Line] = []
    for line in lines {
      let isEmpty = line.text.allSatisfy(\.isWhitespace)
      if isEmpty {
        if kept.last?.text.isEmpty ?? true { continue }
        kept.append(Line(text: "", isContinuation: false, isOpen: false))
      } else if line.isContinuation, let last = kept.last, last.isOpen {
        kept[kept.count - 1].text = "\(last.text) \(line.text)"
        kept[kept.count - 1].isOpen = line.isOpen
      } else {
        kept.append(line)
      }
    }
    while kept.last?.text.isEmpty == true { kept.removeLast() }
    return kept.map(\.text).joined(separator: "\n").trimmed
  }
}
