import Testing

@testable import Defaults
@testable import DefaultsCore

struct KeyIndexTests {
  /// Makes an index of keys in order.
  private func index(of keys: [Defaults.KeyName]) -> KeyIndex {
    var notes = KeyIndex.Notes()
    for key in keys { notes.append(key) }
    return KeyIndex(notes) { keys[$0] }
  }

  @Test(arguments: [0, 1, 2, 3, 5, 100, 10_000])
  func `each key of many is found, and no other`(count: Int) {
    let keys = (0..<count).map { Defaults.KeyName("key \($0)") }
    let index = index(of: keys)
    for number in keys.indices {
      #expect(index.number(of: keys[number], key: { keys[$0] }) == number)
    }
    for other: Defaults.KeyName in ["", "key", "key \(count)", "key -1"] {
      #expect(index.number(of: other, key: { keys[$0] }) == nil)
    }
    #expect(index.replaced == [])
  }

  @Test func `of a key that occurs more than once the last one is found`() {
    let keys: [Defaults.KeyName] = ["a", "b", "a", "a", "c", "b"]
    let index = index(of: keys)
    #expect(index.number(of: "a", key: { keys[$0] }) == 3)
    #expect(index.number(of: "b", key: { keys[$0] }) == 5)
    #expect(index.replaced == [0, 1, 2])
  }

  @Test(arguments: [("é", "e\u{301}"), ("K", "\u{212A}"), (";", "\u{37E}")])
  func `keys that only look alike are two keys`(one: Defaults.KeyName, other: Defaults.KeyName) {
    let keys = [one, other]
    let index = index(of: keys)
    #expect(index.replaced == [])
    #expect(index.number(of: one, key: { keys[$0] }) == 0)
    #expect(index.number(of: other, key: { keys[$0] }) == 1)
  }

  @Test(arguments: [
    ([], true), (["a"], true), (["a", "b", "c"], true), (["a", "c", "b"], false),
    (["b", "a"], false), (["a", "a"], false), (["", "a", "é"], true),
  ])
  func `keys in order are recognised`(keys: [Defaults.KeyName], isSorted: Bool) {
    #expect(index(of: keys).isSorted == isSorted)
  }
}
