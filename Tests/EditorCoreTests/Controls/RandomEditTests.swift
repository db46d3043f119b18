import Defaults
import DefaultsSchema
import DefaultsTesting
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Random values of every type, size and depth, in the controls that the editor opens for them.
@Suite struct RandomEditTests {
  @Test(.thorough, arguments: 0..<40)
  func `a value that is looked at and left is the same, bit for bit`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = Self.value(depth: 0, &random)
    for kind in [ValueKind.any, .inferred(from: value)] {
      let control = kind.control(value)
      let isSame = try control.value() == value
      #expect(isSame, "\(kind.name)")
    }
    // Open items at random, and close them without typing anything.
    var control = ValueKind.inferred(from: value).control(value)
    for _ in 0..<40 where Self.isContainer(value) {
      let presses = ["j", "k", "<End>", "<Home>", "<Enter>", "<Esc>"]
      let press = presses.randomElement(using: &random) ?? "<Esc>"
      try Self.press(&control, control.keyMode.isOfItems || press == "<Esc>" ? press : "<C-s>")
    }
    let isSame = try control.value() == value
    let isDirty = control.isDirty
    #expect(isSame && !isDirty)
  }

  @Test(arguments: 0..<60)
  func `an edit of one leaf changes that leaf and nothing else`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1000)
    let value = Defaults.StoredValue.array((0..<3).map { _ in Self.value(depth: 1, &random) })
    let path = Self.leaf(of: value, &random)
    let edited = try Self.edit(value, at: path, &random)
    #expect(Self.differences(value, edited.value) == (edited.isChanged ? [path] : []))
    let isEdited = Self.leaf(edited.value, path) == edited.leaf
    #expect(isEdited)
    #expect(edited.isChanged == Self.isTyped(Self.leaf(value, path)))
  }

  @Test func `a leaf of a value of a megabyte is edited alone`() throws {
    var random = SeededGenerator(seed: 7)
    let text = Defaults.StoredValue.string(String(repeating: "text \u{1F1E9}\u{1F1EA} ", count: 8))
    let inner = Defaults.StoredValue.array(
      StoredSamples.all + Array(repeating: text, count: 2000)
    )
    let value = Defaults.StoredValue.dictionary([
      "a": inner, "b": .array(Array(repeating: inner, count: 4)), "c": .real(-0.0),
    ])
    let path = [1, 2, 2]
    let edited = try Self.edit(value, at: path, &random)
    #expect(edited.isChanged)
    #expect(Self.differences(value, edited.value) == [path])
  }

  @Test func `a leaf below a hundred levels is edited alone`() throws {
    var random = SeededGenerator(seed: 8)
    var value = Defaults.StoredValue.array([.integer(4), .null])
    for level in 0..<100 {
      value = level.isMultiple(of: 2) ? .dictionary(["a": value]) : .array([value, .real(0.5)])
    }
    let path = Array(repeating: 0, count: 101)
    let edited = try Self.edit(value, at: path, &random)
    #expect(edited.isChanged)
    #expect(Self.differences(value, edited.value) == [path])
  }

  // MARK: - Values

  private static func value(depth: Int, _ random: inout SeededGenerator) -> Defaults.StoredValue {
    let scalars = StoredSamples.all.filter { !isContainer($0) } + [.null, .uid(3)]
    guard depth < 6, Int.random(in: 0..<4, using: &random) > 0 else {
      return scalars.randomElement(using: &random) ?? .null
    }
    let count = Int.random(in: 1..<6, using: &random)
    let items = (0..<count).map { _ in value(depth: depth + 1, &random) }
    if Bool.random(using: &random) { return .array(items) }
    let names = StoredSamples.texts.shuffled(using: &random).map { Defaults.KeyName($0) }
    return .dictionary(Dictionary(zip(names, items), uniquingKeysWith: { first, _ in first }))
  }

  private static func isContainer(_ value: Defaults.StoredValue) -> Bool {
    switch value {
    case .array, .dictionary: true
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque: false
    }
  }

  /// Returns the items of a value in the order of the control.
  private static func items(_ value: Defaults.StoredValue) -> [Defaults.StoredValue] {
    switch value {
    case .array(let items): items
    case .dictionary(let members): members.keys.sorted().compactMap { members[$0] }
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque: []
    }
  }

  /// Returns the path of a random value without items: the index of an item at each level.
  private static func leaf(
    of value: Defaults.StoredValue,
    _ random: inout SeededGenerator
  ) -> [Int] {
    let items = items(value)
    guard let index = items.indices.randomElement(using: &random) else { return [] }
    return [index] + leaf(of: items[index], &random)
  }

  private static func leaf(_ value: Defaults.StoredValue, _ path: [Int]) -> Defaults.StoredValue {
    path.reduce(value) { items($0)[$1] }
  }

  /// Returns the paths at which two values differ.
  private static func differences(
    _ old: Defaults.StoredValue,
    _ new: Defaults.StoredValue
  ) -> [[Int]] {
    if old == new { return [] }
    let (oldItems, newItems) = (items(old), items(new))
    guard isContainer(old), isContainer(new), oldItems.count == newItems.count else { return [[]] }
    if case (.dictionary(let old), .dictionary(let new)) = (old, new), old.keys != new.keys {
      return [[]]
    }
    return zip(oldItems, newItems).enumerated().flatMap { index, pair in
      differences(pair.0, pair.1).map { [index] + $0 }
    }
  }

  // MARK: - Editing

  /// Whether ``edit(_:at:_:)`` changes a value.
  private static func isTyped(_ value: Defaults.StoredValue) -> Bool {
    switch value {
    case .bool, .integer, .real, .string, .date, .array: true
    case .data, .dictionary, .uid, .null, .opaque: false
    }
  }

  /// The result of an edit; `leaf` is what the last value must be.
  private struct Edited {
    var value: Defaults.StoredValue
    var leaf: Defaults.StoredValue
    var isChanged: Bool
  }

  private static func press(_ control: inout any Control, _ keys: String) throws {
    for press in try Step.presses(keys) { _ = control.update(press) }
  }

  /// Opens the values along a path, changes the last one, and saves all of them.
  private static func edit(
    _ value: Defaults.StoredValue,
    at path: [Int],
    _ random: inout SeededGenerator
  ) throws -> Edited {
    var control = ValueKind.inferred(from: value).control(value)
    for index in path {
      try press(&control, "<Home>")
      for _ in 0..<index { try press(&control, "j") }
      try press(&control, "<Enter>")
    }
    let old = leaf(value, path)
    var new = old
    switch old {
    case .bool(let isOn):
      new = .bool(!isOn)
      try press(&control, " ")
    case .integer:
      new = .integer(Int128(Int.random(in: 500..<600, using: &random)))
      try press(&control, "<C-u>\(new.plainText)<C-s>")
    case .real:
      new = .real(Double(Int.random(in: 500..<600, using: &random)) + 0.5)
      try press(&control, "<C-u>\(new.plainText)<C-s>")
    case .date:
      // No sample has this date.
      new = .date(Date(timeIntervalSinceReferenceDate: 0.375))
      _ = control.paste("2001-01-01T00:00:00.375Z")
      try press(&control, "<C-s>")
    case .array(let items) where items.isEmpty:
      new = .array([.integer(7)])
      try press(&control, "a7<C-s><C-s>")
    case .string:
      try press(&control, "\u{1F5FF}<C-s>")
    case .data, .uid, .null, .opaque, .array, .dictionary:
      try press(&control, "<C-s>")
    }
    for _ in path.dropLast() { try press(&control, "<C-s>") }
    let value = try control.value()
    if case (.string(let old), .string(let text)) = (old, leaf(value, path)) {
      // The character is where the cursor was, and the rest of the text is as before.
      let parts = text.components(separatedBy: "\u{1F5FF}")
      if parts.count == 2, parts.joined().utf8.elementsEqual(old.utf8) { new = .string(text) }
    }
    return Edited(value: value, leaf: new, isChanged: new != old)
  }
}

extension KeyMode {
  /// Whether the control shows items, none of which is open.
  fileprivate var isOfItems: Bool { self == .items || self == .members }
}
