import Defaults
import DefaultsSchema
@testable import EditorCore
import Terminal
import Testing

/// Titles of rows that would read alike.
@Suite struct RowTitlesTests {
  private static func cut(_ texts: [String], _ columns: Int) -> [String] {
    RowTitles.distinct(texts, columns: columns).map(\.string)
  }

  @Test func `texts that differ within the width are cut at the end`() {
    #expect(
      Self.cut(["Autosave interval", "Zoom of the page"], 10) == ["Autosave …", "Zoom of t…"]
    )
  }

  @Test func `texts that read alike keep the word in which they differ`() {
    let titles = ["Autosave interval (minutes)", "Autosave interval (seconds)", "Zoom"]
    #expect(Self.cut(titles, 12) == ["…(minutes)", "…(seconds)", "Zoom"])
  }

  @Test func `as many words before the difference are kept as fit`() {
    let titles = [
      "Semantic tokens of operators: enable", "Semantic tokens of operators: names only",
    ]
    #expect(Self.cut(titles, 20) == ["…operators: enable", "…names only"])
  }

  @Test func `a difference inside a long word is kept`() {
    #expect(Self.cut(["aaaaaaaaaaaaX", "aaaaaaaaaaaaY"], 8) == ["…X", "…Y"])
  }

  @Test func `texts that still read alike are cut again`() {
    let words = ["deep", "deeper one", "deeper two"].map { "a shared start and \($0)" }
    let shown = Self.cut(words, 10)
    #expect(Set(shown).count == 3)
    #expect(shown.allSatisfy { SafeText($0).width <= 10 })
  }

  @Test func `equal texts and narrow columns end`() {
    #expect(Self.cut(["same text here", "same text here"], 8) == ["same te…", "same te…"])
    #expect(Self.cut(["same A", "same B"], 2) == ["s…", "s…"])
    #expect(Self.cut(["abc", "abd"], 0) == ["", ""])
  }
}
