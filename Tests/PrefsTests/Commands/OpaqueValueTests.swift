import Foundation
import TestSupport
import Testing

/// The tool with a value that it cannot show: a set in a binary property list.
struct OpaqueValueTests {
  private let tool: Tool

  /// A property list with the key `k`, whose value is a set of `true` and "kept", and with `l` = 1.
  private static let content: [UInt8] =
    Array("bplist00".utf8)
    + [0xD2, 1, 2, 3, 6]  // 8: a dictionary
    + [0x51, 0x6B]  // 13: "k"
    + [0x51, 0x6C]  // 15: "l"
    + [0xC2, 4, 5]  // 17: a set
    + [0x09]  // 20: true
    + [0x54] + Array("kept".utf8)  // 21
    + [0x10, 1]  // 26: 1
    + [8, 13, 15, 17, 20, 21, 26]
    + [0, 0, 0, 0, 0, 0, 1, 1]
    + [0, 0, 0, 0, 0, 0, 0, 7] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 28]

  init() throws {
    tool = try Tool()
    try Data(Self.content).write(to: tool.file)
  }

  private var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: tool.file)) }
  }

  /// The set as it lies in the file, its elements copied out in order; nil when there is none.
  private func storedSet() throws -> [[UInt8]]? {
    let bytes = try bytes
    let trailer = bytes.suffix(32).map(Int.init)
    func number(_ start: Int) -> Int { trailer[start..<start + 8].reduce(0) { $0 << 8 | $1 } }
    #expect(trailer[6] == 1 && trailer[7] == 1)
    let (count, root, table) = (number(8), number(16), number(24))
    let offsets = bytes[table..<table + count].map(Int.init)
    func object(_ index: Int) -> [UInt8] {
      let start = offsets[index]
      let end = offsets.filter { $0 > start }.min() ?? table
      return Array(bytes[start..<end])
    }
    let dictionary = object(root)
    let entries = Int(dictionary[0] & 0x0F)
    for entry in 1...entries where object(Int(dictionary[entry])) == [0x51, 0x6B] {
      let value = object(Int(dictionary[entries + entry]))
      guard value[0] >> 4 == 0xC else { return nil }
      return value.dropFirst().map { object(Int($0)) }
    }
    return nil
  }

  private static let elements: [[UInt8]] = [[0x09], [0x54] + Array("kept".utf8)]

  @Test(arguments: [
    ["write", Tool.suite, "k", "text"], ["write", Tool.suite, "k", "-int", "1"],
    ["write", Tool.suite, "k", "-array"], ["delete", Tool.suite, "k"],
  ])
  func `a value that cannot be shown is not replaced, and the file stays as it is`(
    arguments: [String]
  ) throws {
    let result = try tool.run(arguments)
    #expect(result.status == 5)
    #expect(result.output == "")
    #expect(result.complaint.hasPrefix("prefs: \"k\" was not set: the stored value is a set, "))
    #expect(result.complaint.contains("Nothing was changed."))
    #expect(try bytes == Self.content)
    #expect(try tool.run("undo", Tool.suite).status == 1)
    #expect(try bytes == Self.content)
  }

  @Test func `writing another key keeps it`() throws {
    #expect(try storedSet() == Self.elements)
    #expect(try tool.run("write", Tool.suite, "other", "text").status == 0)
    #expect(try storedSet() == Self.elements)
    #expect(try tool.run("read", Tool.suite, "l").output == "1\n")
  }

  @Test func `force replaces it, undo brings it back, and redo replaces it again`() throws {
    #expect(try tool.run("write", "--force", Tool.suite, "k", "text").status == 0)
    #expect(try tool.run("read", Tool.suite, "k").output == "text\n")
    #expect(try storedSet() == nil)
    #expect(try tool.run("undo", Tool.suite).status == 0)
    #expect(try storedSet() == Self.elements)
    #expect(try tool.run("read", Tool.suite, "l").output == "1\n")
    #expect(try tool.run("write", Tool.suite, "k", "text").status == 5)
    #expect(try tool.run("redo", Tool.suite).status == 0)
    #expect(try tool.run("read", Tool.suite, "k").output == "text\n")
    #expect(try tool.run("undo", Tool.suite).status == 0)
    #expect(try storedSet() == Self.elements)
  }
}
