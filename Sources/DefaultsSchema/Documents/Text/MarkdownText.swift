/// Markdown, reduced to text that reads well without it.
///
/// Code, emphasis and headings lose their marks, links become their text with the address, and
/// `` `#key#` `` becomes the key, which is also remembered. Lists and code blocks keep their lines.
struct MarkdownText {
  /// The text.
  private(set) var plain: String = ""
  /// The keys that the text points to, in order, each once.
  private(set) var keys: [String] = []

  /// Reduces a text.
  init(_ markdown: String) {
    var lines: [String] = []
    var isCode = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.drop { $0 == " " || $0 == "\t" }
      if bare.hasPrefix("```") || bare.hasPrefix("~~~") {
        isCode.toggle()
      } else if isCode {
        lines.append("  \(line)")
      } else {
        lines.append(reduceLine(line))
      }
    }
    plain = Self.joined(lines)
  }

  private mutating func reduceLine(_ line: Substring) -> String {
    let indentation = line.prefix { $0 == " " || $0 == "\t" }
    var rest = line.dropFirst(indentation.count)
    let marks = rest.prefix { $0 == "#" }
    if (1...6).contains(marks.count), rest.dropFirst(marks.count).first == " " {
      rest = rest.dropFirst(marks.count + 1)
    }
    while rest.hasPrefix("> ") { rest = rest.dropFirst(2) }
    if rest.hasPrefix("* ") || rest.hasPrefix("+ ") { rest = "- \(rest.dropFirst(2))" }
    var inline = MarkdownLine(rest)
    let text = inline.reduced()
    for key in inline.keys where !keys.contains(key) { keys.append(key) }
    return String(indentation) + text
  }

  /// Joins lines, without empty ones at the ends and with at most one between two others.
  private static func joined(_ lines: [String]) -> String {
    var kept: [String] = []
    for line in lines {
      let isEmpty = line.allSatisfy(\.isWhitespace)
      if isEmpty, kept.last?.isEmpty ?? true { continue }
      kept.append(isEmpty ? "" : line)
    }
    while kept.last?.isEmpty == true { kept.removeLast() }
    return CleanText.trimmed(kept.joined(separator: "\n"))
  }
}
