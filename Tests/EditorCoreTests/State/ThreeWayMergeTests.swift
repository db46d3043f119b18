import Defaults
import TestSupport
import Testing

@testable import EditorCore

/// Merging two changes of a value.
@Suite struct ThreeWayMergeTests {
  private static func list(_ text: String) -> Defaults.StoredValue {
    .array(text.map { .string(String($0)) })
  }

  private static func lines(_ text: String) -> Defaults.StoredValue {
    .string(text.map(String.init).joined(separator: "\n"))
  }

  @Test(arguments: [
    // base, mine, theirs, merged
    ("abc", "abc", "abc", "abc"), ("abc", "abcd", "abc", "abcd"), ("abc", "bc", "ab", "b"),
    ("abc", "xbc", "abz", "xbz"), ("abc", "abcd", "0abc", "0abcd"), ("abc", "ac", "ac", "ac"),
    ("abc", "axc", "axc", "axc"), ("abcdef", "abXdef", "abcdYf", "abXdYf"), ("", "a", "", "a"),
    // Both add at the same place: theirs first.
    ("a", "ax", "ay", "ayx"), ("", "x", "y", "yx"),
    // The same element changed or removed by one and changed by the other.
    ("abc", "axc", "ayc", nil), ("abc", "axc", "ac", nil), ("abc", "ac", "ayc", nil),
  ])
  func `lists are merged by item`(
    _ base: String,
    _ mine: String,
    _ theirs: String,
    _ result: String?
  ) {
    let merged = ThreeWayMerge.merged(
      base: Self.list(base),
      mine: Self.list(mine),
      theirs: Self.list(theirs)
    )
    #expect(merged == result.map(Self.list))
  }

  @Test(arguments: [
    ("abc", "xbc", "abz", "xbz"), ("abc", "abcd", "ab", "abd"), ("abc", "abcx", "abcy", nil),
    ("abc", "axc", "ayc", nil), ("abc", "abXc", "Yabc", "YabXc"),
  ])
  func `texts are merged by line`(
    _ base: String,
    _ mine: String,
    _ theirs: String,
    _ result: String?
  ) {
    let merged = ThreeWayMerge.merged(
      base: Self.lines(base),
      mine: Self.lines(mine),
      theirs: Self.lines(theirs)
    )
    #expect(merged == result.map(Self.lines))
  }

  @Test func `a text of one line is not merged`() {
    #expect(
      ThreeWayMerge.merged(base: .string("a"), mine: .string("b"), theirs: .string("c")) == nil
    )
  }

  @Test func `dictionaries are merged by member, also inside each other`() {
    let base: Defaults.StoredValue = .dictionary([
      "find": .string("f"), "out": .string("-"), "in": .dictionary(["a": .bool(true)]),
    ])
    let mine: Defaults.StoredValue = .dictionary([
      "find": .string("F3"), "out": .string("-"), "line": .string("g"),
      "in": .dictionary(["a": .bool(false)]),
    ])
    let theirs: Defaults.StoredValue = .dictionary([
      "find": .string("f"), "in": .dictionary(["a": .bool(true), "b": .integer(1)]),
    ])
    #expect(
      ThreeWayMerge.merged(base: base, mine: mine, theirs: theirs)
        == .dictionary([
          "find": .string("F3"), "line": .string("g"),
          "in": .dictionary(["a": .bool(false), "b": .integer(1)]),
        ])
    )
  }

  @Test func `a member that both have changed cannot be merged`() {
    let values: [Defaults.StoredValue] = ["a", "b", "c"].map { .dictionary(["k": .string($0)]) }
    #expect(ThreeWayMerge.merged(base: values[0], mine: values[1], theirs: values[2]) == nil)
    #expect(
      ThreeWayMerge.merged(base: values[0], mine: .dictionary([:]), theirs: values[2]) == nil
    )
  }

  @Test(arguments: [
    // base, mine, theirs, merged
    ("abc", "xyc", "abz", "xyz"), ("ab", "xb", "ay", "xy"),
  ])
  func `items that keep their places are merged one by one`(
    _ base: String,
    _ mine: String,
    _ theirs: String,
    _ result: String
  ) {
    let merged = ThreeWayMerge.merged(
      base: Self.list(base),
      mine: Self.list(mine),
      theirs: Self.list(theirs)
    )
    #expect(merged == Self.list(result))
  }

  private static func record(
    _ size: Int128,
    _ color: String,
    _ label: String? = nil
  )
    -> Defaults.StoredValue
  {
    var members: [Defaults.KeyName: Defaults.StoredValue] = [
      "size": .integer(size), "color": .string(color),
    ]
    members["label"] = label.map { .dictionary(["text": .string($0)]) }
    return .dictionary(members)
  }

  @Test func `records of a list are merged by member`() {
    let base = [Self.record(1, "red"), Self.record(2, "blue")]
    let merged = ThreeWayMerge.merged(
      base: .array(base),
      mine: .array([Self.record(7, "red"), Self.record(2, "green")]),
      theirs: .array([Self.record(1, "pink"), Self.record(2, "blue", "x")])
    )
    #expect(merged == .array([Self.record(7, "pink"), Self.record(2, "green", "x")]))
  }

  @Test func `a record that both have changed is merged beside one that was added`() {
    let base = [Self.record(1, "red"), Self.record(2, "blue")]
    let merged = ThreeWayMerge.merged(
      base: .array(base),
      mine: .array([Self.record(7, "red"), base[1], Self.record(9, "new")]),
      theirs: .array([Self.record(1, "pink"), base[1]])
    )
    #expect(merged == .array([Self.record(7, "pink"), base[1], Self.record(9, "new")]))
  }

  @Test func `records are not mixed after one was moved`() {
    let (first, second) = (Self.record(1, "red"), Self.record(1, "blue"))
    let merged = ThreeWayMerge.merged(
      base: .array([first, second]),
      mine: .array([second, first]),
      theirs: .array([first, Self.record(9, "blue")])
    )
    #expect(merged == .array([Self.record(9, "blue"), first]))
  }

  @Test func `members that both have added are merged by their own members`() {
    let values = ["a", "b"].map { name in
      Defaults.StoredValue.dictionary(["new": .dictionary([Defaults.KeyName(name): .bool(true)])])
    }
    #expect(
      ThreeWayMerge.merged(base: .dictionary([:]), mine: values[0], theirs: values[1])
        == .dictionary(["new": .dictionary(["a": .bool(true), "b": .bool(true)])])
    )
  }

  /// Whatever is merged has each change: merging with an unchanged side gives the other one.
  @Test func `a merge with one change is that change, for random lists`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let base = Self.random(&random)
      let other = Self.random(&random)
      #expect(ThreeWayMerge.merged(base: base, mine: other, theirs: base) == other)
      #expect(ThreeWayMerge.merged(base: base, mine: base, theirs: other) == other)
      #expect(ThreeWayMerge.merged(base: base, mine: other, theirs: other) == other)
      let prefix: Defaults.StoredValue = .string("0")
      guard case .array(let elements) = base, case .array(let mine) = other,
        mine.starts(with: elements), !elements.isEmpty
      else { continue }
      let merged = ThreeWayMerge.merged(
        base: base,
        mine: other,
        theirs: .array([prefix] + elements)
      )
      #expect(merged == .array([prefix] + mine))
    }
  }

  private static func random(_ random: inout SeededGenerator) -> Defaults.StoredValue {
    let count = Int.random(in: 0..<6, using: &random)
    return .array((0..<count).map { _ in .integer(Int128(Int.random(in: 0..<4, using: &random))) })
  }
}
