import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Nothing that another program stores is replaced before the user was asked, and nothing typed is
/// lost: edits carry the value that they began with.
@Suite struct ConcurrentChangeTests {
  private let driver: SessionDriver

  init() throws {
    driver = try SessionDriver()
  }

  private func run(_ steps: [SessionDriver.Step]) throws {
    try driver.run(steps)
  }

  private func stored() throws -> [Defaults.KeyName: Defaults.StoredValue] {
    try driver.stored()
  }

  private func store(_ values: [Defaults.KeyName: Defaults.StoredValue?]) throws {
    try driver.store(values)
  }

  private static let name = "general.userName"

  // MARK: - An edit keeps its base

  /// Key presses between the change elsewhere and the attempt to save, in one or two sessions.
  private static let detours: [(first: String, second: String?)] = [
    ("<Enter><Esc>u<Enter>", nil), ("<Esc>u<Enter>", nil),
    ("<Enter><Esc>u<Esc><Enter><Up><Enter>", nil),
    ("<Esc>", "jj<Enter><Up><Enter>"), ("<Enter><Esc>", "jj<Enter><F4><Enter>"),
    ("<Esc>", "jj<Enter><Up><Esc>u<Enter>"),
  ]

  @Test(arguments: detours.indices)
  func `closed input asks before it replaces a newer value`(index: Int) throws {
    let (first, second) = Self.detours[index]
    try store(["general.userName": .string("Ada")])
    let isChecked = SessionDriver.Step.check { _, text in
      #expect(text.contains("Changed elsewhere while you were editing"), "\(text)")
      #expect(text.contains("Eve") && text.contains("Bob") && text.contains("Ada"), "\(text)")
    }
    let begin: [SessionDriver.Step] = [
      .press("jj<Enter><C-u>Bob"), .elsewhere(Self.name, .string("Eve")), .press(first), .release,
    ]
    try run(begin + (second == nil ? [isChecked] : []))
    if let second { try run([.press(second), .release, isChecked]) }
    #expect(try stored()["general.userName"] == .string("Eve"))
  }

  @Test func `closed input asks when the value was removed or first stored meanwhile`() throws {
    try store(["general.userName": .string("Ada")])
    try run([
      .press("jj<Enter><C-u>Bob<Esc>"), .elsewhere(Self.name, nil), .press("u<Enter>"),
      .release,
      .check { _, text in #expect(text.contains("Changed elsewhere"), "\(text)") },
    ])
    #expect(try stored() == [:])
    try run([
      .press("j<Enter><C-u>45<Esc>"), .elsewhere("general.autosaveInterval", .integer(60)),
      .press("u<Enter>"), .release,
      .check { _, text in #expect(text.contains("Changed elsewhere"), "\(text)") },
    ])
    #expect(try stored() == ["general.autosaveInterval": .integer(60)])
  }

  @Test func `closed input is saved without a question when nothing has changed`() throws {
    try store(["general.userName": .string("Ada")])
    try run([.press("jj<Enter><C-u>Bob<Esc>q")])
    try run([.press("jj<Enter><Up><Enter>"), .release])
    #expect(try stored()["general.userName"] == .string("Bob"))
  }

  // MARK: - A change that has not been noticed

  /// Key presses that change a value, and the row with its value before, elsewhere and as wanted.
  private struct Case: CustomTestStringConvertible {
    var key: String
    var presses: String
    var before: Defaults.StoredValue?
    var theirs: Defaults.StoredValue?
    var mine: Defaults.StoredValue?
    /// The key presses that answer the question with one's own value.
    var answer: String
    var testDescription: String { "\(presses) of \(key)" }
  }

  private static let cases: [Case] = [
    Case(
      key: name,
      presses: "jj<Enter><C-u>Bob<Enter>",
      before: .string("Ada"),
      theirs: .string("Eve"),
      mine: .string("Bob"),
      answer: "m"
    ),
    Case(
      key: name,
      presses: "jj<Enter><C-u>Bob<Enter>",
      before: nil,
      theirs: .string("Eve"),
      mine: .string("Bob"),
      answer: "m"
    ),
    Case(
      key: "general.autosaveInterval",
      presses: "j+",
      before: .integer(30),
      theirs: .integer(90),
      mine: .integer(35),
      answer: "y"
    ),
    Case(
      key: "general.autosaveInterval",
      presses: "j++-+",
      before: nil,
      theirs: .integer(90),
      mine: .integer(40),
      answer: "y"
    ),
    Case(
      key: "general.autosave",
      presses: " ",
      before: nil,
      theirs: .bool(true),
      mine: .bool(false),
      answer: "y"
    ),
    Case(
      key: "general.autosave",
      presses: "   ",
      before: nil,
      theirs: .bool(true),
      mine: .bool(false),
      answer: "y"
    ),
    Case(
      key: name,
      presses: "jjr",
      before: .string("Ada"),
      theirs: .string("Eve"),
      mine: nil,
      answer: "y"
    ),
  ]

  @Test(arguments: cases, [true, false])
  private func `a change that was not noticed yet is asked about`(
    test: Case,
    isKept: Bool
  ) throws {
    try store([Defaults.KeyName(test.key): test.before])
    try run([
      .unnoticed(test.key, test.theirs), .press(test.presses), .release,
      .check { _, text in
        #expect(text.contains("Changed ") && text.contains("elsewhere"), "\(text)")
        let now = try stored()[Defaults.KeyName(test.key)]
        #expect(now == test.theirs)
      },
      .press(isKept ? test.answer : "<Esc>"), .release,
    ])
    let expected = isKept ? test.mine : test.theirs
    #expect(try stored()[Defaults.KeyName(test.key)] == expected)
  }

  @Test func `the answer is not taken for a still newer value`() throws {
    try store(["general.userName": .string("Ada")])
    try run([
      .unnoticed(Self.name, .string("Eve")), .press("jj<Enter><C-u>Bob<Enter>"), .release,
      .unnoticed(Self.name, .string("Mallory")), .press("m"), .release,
      .check { _, text in
        #expect(text.contains("Mallory") && text.contains("Bob"), "\(text)")
        let now = try stored()["general.userName"]
        #expect(now == .string("Mallory"))
      },
      .press("m"), .release,
    ])
    #expect(try stored()["general.userName"] == .string("Bob"))
  }

  @Test func `what was typed is kept where the question cannot be shown`() throws {
    try store(["general.userName": .string("Ada")])
    try run([
      .unnoticed(Self.name, .string("Eve")), .press("jj<Enter><C-u>Bob<Enter>k<Enter>7"), .release,
      .check { state, _ in
        guard state.screen is EditScreen else {
          Issue.record("The open edit was closed.")
          return
        }
      },
      .press("<Esc>jq"),
    ])
    #expect(try stored()["general.userName"] == .string("Eve"))
    try run([
      .press("jj<Enter>"),
      .check { _, text in #expect(text.contains("Bob"), "\(text)") },
    ])
  }

  // MARK: - One's own writes are not others'

  @Test func `quick changes of one key are no conflict`() throws {
    try run([
      .press("   "), .release, .press("j++"), .press("+"), .release, .press("jjjj++"),
      .release, .check { _, text in #expect(!text.contains("elsewhere"), "\(text)") },
    ])
    #expect(
      try stored() == [
        "general.autosave": .bool(false), "general.autosaveInterval": .integer(45),
        "appearance.zoom": .real(1.2),
      ]
    )
  }

  @Test func `an edit that was opened while its key was being written is no conflict`() throws {
    try run([
      .press("j+<Enter>"), .release, .press("<C-u>50<Enter>"), .release,
      .check { _, text in #expect(!text.contains("elsewhere"), "\(text)") },
      .press("+<Enter>"), .press("<C-u>70<Esc>"), .release, .press("u<Enter>"), .release,
    ])
    #expect(try stored() == ["general.autosaveInterval": .integer(70)])
  }

  @Test(arguments: [Defaults.StoredValue.real(60), .integer(60)])
  func `a value in another form than the key stores is no conflict`(
    before: Defaults.StoredValue
  ) throws {
    try store(["general.autosaveInterval": before, "appearance.zoom": .integer(2)])
    try run([
      .press("j+"), .release, .press("+"), .press("+"), .release, .press("jjjj++"), .release,
      .check { _, text in #expect(!text.contains("elsewhere"), "\(text)") },
    ])
    #expect(
      try stored() == ["general.autosaveInterval": .integer(75), "appearance.zoom": .real(2.2)]
    )
  }

  @Test func `the same value that another program stored is no conflict`() throws {
    try store(["general.userName": .string("Ada")])
    try run([
      .unnoticed(Self.name, .string("Bob")), .press("jj<Enter><C-u>Bob<Enter>"), .release,
      .check { state, text in
        guard state.screen is ListScreen else {
          Issue.record("\(text)")
          return
        }
      },
    ])
    #expect(try stored()["general.userName"] == .string("Bob"))
  }
}
