import Defaults
import Testing

@testable import EditorCore

/// Marks of keys, and ranges of them.
@Suite struct MarkedKeysTests {
  private let names: [Defaults.KeyName] = (0..<9).map { Defaults.KeyName("k\($0)") }

  /// Extends the marks along the rows of `names`.
  private func walk(_ marked: inout MarkedKeys, _ path: [Int]) {
    for (old, new) in zip(path, path.dropFirst()) {
      let start = names.firstIndex(of: marked.anchor ?? names[old]) ?? 0
      marked.extend(from: names[old], to: names[new], isAway: abs(new - start) > abs(old - start))
    }
  }

  @Test(arguments: [
    ([3, 4, 5], [3, 4, 5]), ([3, 4, 5, 4], [3, 4]), ([3, 4, 3, 2], [2, 3]), ([3, 4, 3], [3]),
    ([8, 8], [8]), ([0, 1, 2, 1, 0, 1], [0, 1]),
  ])
  func `a range follows the cursor and its anchor stays marked`(path: [Int], marks: [Int]) {
    var marked = MarkedKeys()
    walk(&marked, path)
    #expect(marked.keys == Set(marks.map { names[$0] }))
  }

  @Test func `a range that gets shorter leaves the marks that were there before`() {
    var marked = MarkedKeys()
    marked.insert([names[4]])
    walk(&marked, [3, 4, 5, 4, 3])
    #expect(marked.keys == [names[3], names[4]])
    marked.endRange()
    walk(&marked, [4, 3])
    #expect(marked.keys == [names[3], names[4]])
  }

  @Test func `keys are unmarked only if all of them are marked`() {
    var marked = MarkedKeys()
    marked.toggle([names[0]])
    marked.toggle([names[0], names[1]])
    #expect(marked.keys == [names[0], names[1]])
    marked.toggle([names[0], names[1]])
    #expect(marked.isEmpty)
  }
}
