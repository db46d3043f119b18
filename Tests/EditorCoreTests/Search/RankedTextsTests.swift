import Testing

@testable import EditorCore

@Suite struct RankedTextsTests {
  private let texts = RankedTexts([
    ["org.example.notes.sync", "Notes Sync"], ["com.old.notebook", ""],
    ["org.example.term", "Terminal, with notes"], ["notes", "Own"], ["org.example.denotes", ""],
  ])

  @Test(arguments: [
    ("", [0, 1, 2, 3, 4]), ("notes", [3, 0, 2, 4]), ("NOTE", [3, 0, 1, 2, 4]), ("own", [3]),
    ("note sync", [0]), ("sync note", [0]), ("oent", [0, 4]), ("zzz", []), ("  ", [0, 1, 2, 3, 4]),
    ("q", []),
  ])
  func `the best match is first`(query: String, expected: [Int]) {
    #expect(texts.matches(query).map(\.index) == expected)
  }

  @Test(arguments: [
    ("", [1, 2, 0]), ("cpy", [1, 2, 0]), ("co", [1, 2, 0]), ("copy", [2, 0, 1]),
  ])
  func `things of a smaller group come first, unless the query is the whole name`(
    query: String,
    expected: [Int]
  ) {
    var texts = RankedTexts([])
    texts.append(["copy"], group: 2)
    texts.append(["do copy"])
    texts.append(["copy"], group: 1)
    #expect(texts.matches(query).map(\.index) == expected)
  }

  @Test func `a name that has the word inside of a part comes after all groups`() {
    var texts = RankedTexts([])
    texts.append(["go back", "links"])
    texts.append(["Ink"], group: 1)
    #expect(texts.matches("ink").map(\.index) == [1, 0])
  }

  @Test func `a name with only the letters comes after all groups`() {
    var texts = RankedTexts([])
    texts.append(["coat propriety"])
    texts.append(["copy"], group: 1)
    #expect(texts.matches("copy").map(\.index) == [1, 0])
  }

  @Test func `a name that is the whole query comes before other groups`() {
    var texts = RankedTexts([])
    texts.append(["sort by the time limit", "sort"])
    texts.append(["Time limit"], group: 1)
    #expect(texts.matches("time limit").map(\.index) == [1, 0])
    #expect(texts.matches("Time  Limit ").map(\.index) == [1, 0])
    #expect(texts.matches("time lim").map(\.index) == [0, 1])
  }
}
