import Defaults
import DefaultsSchema
@testable import EditorCore
import Terminal
import Testing

/// The lines of values in the viewer.
struct OutlineTests {
  private static let value = stored(
    #"{"empty": [], "list": [1, {"deep": true}], "text": "one\ntwo"}"#
  )

  private static func stored(_ json: String) -> Defaults.StoredValue {
    (try? JSONValue(parsing: json)).flatMap { try? Defaults.StoredValue($0) } ?? .null
  }

  private func outline(
    _ value: Defaults.StoredValue,
    toggled: Set<Outline.Path> = [],
    columns: Int = 60
  ) -> Outline {
    var builder = Outline.Builder(columns: columns, toggled: toggled)
    builder.add(value, tree: 0)
    return Outline(builder.lines)
  }

  @Test func `a small value shows every member but the lines of texts`() {
    let paths = outline(Self.value).lines.map(\.path)
    #expect(paths == [[0], [0, 0], [0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 1, 0], [0, 2]])
  }

  @Test func `folding hides the members, and unfolding a text shows its lines`() {
    let lines = outline(Self.value, toggled: [[0, 1], [0, 2]]).lines
    #expect(lines.map(\.path) == [[0], [0, 0], [0, 1], [0, 2], [0, 2], [0, 2]])
    #expect(lines.map(\.isFolded) == [false, nil, true, false, nil, nil])
  }

  @Test func `a value with many members shows those of the first level`() {
    let lists = Defaults.StoredValue.array(Array(repeating: Self.stored("[1, 2, 3]"), count: 30))
    #expect(outline(lists).lines.count == 31)
    #expect(outline(lists, toggled: [[0, 7]]).lines.count == 34)
  }

  @Test func `the value of a line is that of its member, also below it`() {
    let outline = outline(Self.value, toggled: [[0, 2]])
    let values = outline.lines.indices.map { outline.value(at: $0) }
    #expect(values[5] == .bool(true))
    #expect(values.suffix(3) == Array(repeating: .string("one\ntwo"), count: 3))
    #expect(outline.index(of: [0, 2]) == 6)
    #expect(outline.index(of: [0, 9]) == nil)
  }

  @Test(arguments: 1...30)
  func `no line is wider than the viewer, at any depth`(columns: Int) {
    let text = "日本語 and words that are too long for any screen\n\n\\n"
    let nested = (0..<20).reduce(Defaults.StoredValue.string(text)) { inner, _ in .array([inner]) }
    let all = Set((0..<21).map { Array(repeating: 0, count: $0 + 1) })
    // The text is folded at first, and what is around it is not.
    let lines = outline(nested, toggled: [all.max { $0.count < $1.count } ?? []], columns: columns)
      .lines
    #expect(lines.count > 24)
    for line in lines {
      guard case .textLine(_, let text, let numbers) = line.content else { continue }
      // A character of two columns needs them even where there is one.
      #expect(line.indent + numbers + text.width <= max(columns, line.indent + numbers + 2))
    }
  }
}

/// The texts of bytes in the viewer.
struct HexTextTests {
  @Test func `a line has the digits and the characters of bytes`() {
    let lines = HexText.lines(of: Array("Az~\u{7F}\n".utf8) + [0xFF], columns: 40)
    #expect(lines == ["41 7a 7e 7f 0a ff        Az~..."])
  }

  @Test(arguments: [(200, 16), (65, 16), (64, 12), (40, 8), (20, 4), (11, 2), (0, 1)])
  func `as many bytes are on a line as fit, in four lines`(columns: Int, count: Int) {
    for size in [4 * count, 4 * count + 1] {
      let lines = HexText.lines(of: Array(repeating: 0, count: size), columns: columns)
      let bytes = lines.prefix(4).map { $0.split(separator: " ").dropLast().count }
      #expect(bytes == Array(repeating: count, count: 4))
      #expect(lines.allSatisfy { $0.count <= max(columns, 5) })
      #expect(lines.dropFirst(4) == (size > 4 * count ? ["…"] : []))
    }
  }

  @Test func `the lines of large data are those of its first bytes`() {
    let data = Defaults.StoredValue.data(bytes: Array(repeating: 7, count: 1_000_000))
    var builder = Outline.Builder(columns: 80, toggled: [])
    builder.add(data, tree: 0)
    #expect(builder.lines.count == 6)
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "PNG image"),
      (Array("bplist00".utf8), "binary property list"),
      (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8".utf8), "WebP image"),
      (Array("{\"a\": 1}".utf8), "text, perhaps JSON"),
      (Array("plain\tenglish\n".utf8), "text"),
      (Array(String(repeating: "é", count: 600).utf8), "text"),
      ([0xC3], nil), ([0, 1, 2], nil), ([], nil),
    ] as [([UInt8], String?)]
  )
  func `data is recognised by its first bytes`(bytes: [UInt8], name: String?) {
    #expect(DataGuess.name(of: bytes) == name)
  }
}
