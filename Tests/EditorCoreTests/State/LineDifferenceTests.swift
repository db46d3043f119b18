import Testing

@testable import EditorCore

@Suite struct LineDifferenceTests {
  private static func text(_ difference: LineDifference) -> String {
    difference.lines.map { line in
      switch line.kind {
      case .same: " \(line.text)"
      case .removed: "-\(line.text)"
      case .added: "+\(line.text)"
      case .remark: "\\\(line.text)"
      case .hidden(let count): "@\(count)"
      }
    }
    .joined(separator: "|")
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n", ""),
    ("", "a", "+a"),
    ("a", "", "-a"),
    ("a\nb\nc", "a\nx\nc", " a|-b|+x| c"),
    ("a", "a\n", "-a|\\no line break at the end|+a"),
    ("a\r\nb", "a\nb", "-a\r|+a| b"),
    ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", "@1| 2| 3| 4|-5|+x| 6| 7| 8|@1"),
    ("e\u{301}", "\u{E9}", "-e\u{301}|+\u{E9}"),
  ])
  func `lines are compared with their breaks`(old: String, new: String, expected: String) {
    let text = Self.text(LineDifference(from: old, to: new))
    #expect(Array(text.utf8) == Array(expected.utf8), "\(text)")
  }

  @Test func `texts with very many changes are shown as replaced`() {
    let old = (0..<5000).map { "a\($0)\n" }.joined()
    let new = (0..<5000).map { "b\($0)\n" }.joined()
    let lines = LineDifference(from: old, to: new).lines
    #expect(lines.count == 10_000)
    #expect(lines.first?.kind == .removed && lines.last?.kind == .added)
  }
}
