import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// No secret is on any screen, in the log, in a message or in a copied text, unless the user asks to see
/// it.
@Suite struct HiddenSecretTests {
  /// One way through the screens, as lines of ``Step``; the cursor is on the secret key at first.
  ///
  /// `KEY` stands for the key, `VALUE` and `OTHER` for its two values, `INSIDE` for the key presses that
  /// lead to the secret in an open edit.
  struct Way: CustomTestStringConvertible, Sendable {
    let name: String
    let steps: [String]

    init(_ name: String, _ steps: String...) {
      (self.name, self.steps) = (name, steps)
    }

    var testDescription: String { name }
    var needsOtherWriter: Bool { steps.contains { $0.hasPrefix("elsewhere") } }
  }

  private static let ways: [Way] = [
    Way("list", "press jkGg"), Way("group", "press k"), Way("details", "press 3<Down><Down><Down>"),
    Way("details on and off", "press ii"),
    Way("viewer", "press vjljljljljljljljlGkkk"), Way("viewer folded", "press vjhjl"),
    Way("viewer copy", "press vyjyjyjy"), Way("viewer edit", "press fve"),
    Way("layers", "press Pjjjj"), Way("layers of one", "press Pj<Enter>"),
    Way("layers edited", "press PG<Enter>"),
    Way("edit", "press f<Enter>jjkk"), Way("edit inside", "press f<Enter>INSIDE<Enter>j<Enter>"),
    Way("edit row", "press f<Enter>vjj<Enter>"),
    Way("typed", "press f<Enter>INSIDE<Enter>9x<Enter><Enter>"),
    Way("typed and closed", "press f<Enter>INSIDE<Enter>9x<Esc><Esc><Esc>", "press <Enter>"),
    Way("typed and saved", "press f<Enter>INSIDE<Enter>9<C-s><C-s><C-s>"),
    Way("removed", "press f<Enter>jd<C-s>", "press u"), Way("duplicated", "press f<Enter>c<C-s>"),
    Way("marked items", "press f<Enter>xxd"), Way("renamed", "press f<Enter>n<Enter>"),
    Way("added", "press f<Enter>a<Enter>x<Enter>"),
    Way("pasted", "press f<Enter>", "paste [1, 2]", "paste {\"word\": \"x\"}"),
    Way("default", "press f<Enter><F8>", "press <Esc>"),
    Way("stored", "press f<Enter>x<F8>"),
    Way("difference", "press f<Enter><F9>", "press <Esc>INSIDE<F9>"),
    Way("other program", "press fE"),
    Way("other program inside", "press f<Enter>INSIDE<Enter><C-x>"),
    Way("copy", "press yi", "press yv", "press ys", "press yc"),
    Way("copy menu", "press y", "press jj"), Way("row menu", "right 3,10", "press jjj"),
    Way("reset and undo", "press r", "press u", "press U"),
    Way("undone from another suite", "press r", "press sother<Enter>", "press u", "press U"),
    Way(
      "undone from another suite, a newer value",
      "press r",
      "press sother<Enter>",
      "elsewhere KEY OTHER",
      "press u",
      "press y"
    ),
    Way("step and toggle", "press +- "),
    Way("staged reset", "press tr", "press w", "press <Enter>"),
    Way("staged edit", "press tf<Enter>INSIDE<Enter>9<Enter><C-s>", "press w"),
    Way("history", "press rH", "press j"), Way("history of the key", "press rHf<Enter>"),
    Way("reset of many", "press *R<Enter>", "press jGj", "press y"),
    Way("reset of the suite", "press RG<Enter>", "press GG"),
    Way("one value for many", "press *RG<Enter>"),
    Way("stored defaults", "press *Rjjjj<Enter>", "press jjj"),
    Way("difference to defaults", "press D<Enter>", "press jjjjGkk"),
    Way("difference to an hour ago", "press rD3<Enter>", "press jjjj"),
    Way("difference to another suite", "press D4<Enter>", "press <Enter>", "press jjjjjjjjGkkkkk"),
    Way("difference to a suite for secrets", "press D4<Enter>", "press j<Enter>", "press jjjGkkk"),
    Way("exports", "press *<F6><Enter>", "press <Esc>", "press <F6>4<Enter>", "press <F6>5<Enter>"),
    Way("exports of one", "press <F6>4<Enter>", "press <F6>5<Enter>", "press <F6>6<Enter>"),
    Way("palette", "press :KEY", "press <Down><Down>"), Way("suites", "press s"),
    Way("all suites", "press /a<S-Tab>", "press jjjj"),
    Way("filter", "press /@modified<Enter>", "press jj"),
    Way("invalid ones", "press /@invalid<Enter>", "press jjj"),
    Way("completion", "press /@<Tab><Tab>"), Way("order", "press oj<Enter>"),
    Way("only set", "press mj"), Way("help", "press ?j"), Way("messages", "press !"),
    Way("changed elsewhere", "elsewhere KEY OTHER", "press jk"),
    Way("changed back", "elsewhere KEY OTHER", "elsewhere KEY VALUE", "press vP"),
    Way("removed elsewhere", "elsewhere KEY", "press jk", "elsewhere KEY OTHER"),
    Way("changed while editing", "press f<Enter>", "elsewhere KEY OTHER", "press INSIDE"),
    Way(
      "conflict",
      "press f<Enter>",
      "elsewhere KEY OTHER",
      "press INSIDEx<Enter><C-s>",
      "press <C-s>",
      "press m"
    ),
    Way("conflict of a reset", "press f<Enter>", "elsewhere KEY \"a\"", "press x<Enter>"),
    Way("undo of a newer value", "press r", "elsewhere KEY OTHER", "press u", "press y"),
    Way(
      "edit, then a secret",
      "press f<Enter>9<Enter>",
      "elsewhere KEY OTHER",
      "press u",
      "press y"
    ),
    Way("staged, then a secret", "press tr", "elsewhere KEY OTHER", "press w", "press <Enter>"),
    Way(
      "lock",
      "layer managed/org.example.notes.plist {\"KEY\": OTHER}",
      "press v",
      "press <Esc>P",
      "press <Esc><Enter>"
    ),
    Way(
      "system layer",
      "layer system/org.example.notes.plist {\"KEY\": OTHER}",
      "press v",
      "press <Esc>Pj",
      "press <Esc>r",
      "press P"
    ),
    Way("disk full", "disk full", "press r", "press jk"),
    Way("schema gone", "schema none", "press v", "press <Esc>P"),
  ]

  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 130, rows: 40), Size(columns: 40, rows: 12),
    Size(columns: 60, rows: 4),
  ]

  private func steps(
    _ way: Way,
    _ secret: SecretsFixture.Secret,
    _ fixture: SecretsFixture
  ) throws -> [() throws -> Event] {
    try way.steps.flatMap { line -> [() throws -> Event] in
      let text = line.replacingOccurrences(of: "KEY", with: secret.key.string)
        .replacingOccurrences(of: "VALUE", with: secret.value)
        .replacingOccurrences(of: "OTHER", with: secret.other)
        .replacingOccurrences(of: "INSIDE", with: secret.inside)
      if text == "press " { return [] }
      return try Step(line: text).events(fixture.notes) { _, _ in fixture.schema }
    }
  }

  @Test(.thorough, arguments: ways)
  func `no screen shows a secret`(way: Way) throws {
    // Each way is tried with each secret only if everything is run.
    for (number, secret) in SecretsFixture.all.enumerated()
    where Thorough.isOn || (number + way.name.count) % 16 == 0 {
      let fixture = try SecretsFixture(storing: [secret])
      // In the field of a secret, this key press shows it.
      if way.name == "difference", fixture.isWhole(secret) { continue }
      // Without the schema, nobody knows what is secret.
      if way.name == "schema gone", SecretsFixture.declared.contains(secret) { continue }
      let size = Self.sizes[(number + way.name.count) % Self.sizes.count]
      var steps = try steps(way, secret, fixture)[...]
      try fixture.run(fixture.schema.suite, firstKey: secret.key, size: size) { texts, state in
        for text in texts where SecretsFixture.isTold(in: text) {
          Issue.record("\(secret.key), \(size), \(steps.count) steps before the end:\n\(text)")
          return nil
        }
        return try steps.popFirst()?()
      }
    }
  }

  @Test(.thorough, arguments: ways.filter { !$0.needsOtherWriter })
  func `no screen shows a value of a suite for secrets`(way: Way) throws {
    for key in ["declared", "other"] {
      let fixture = try SecretsFixture()
      let secret = SecretsFixture.Secret(
        key: Defaults.KeyName(key),
        value: "\"QzxQzx\"",
        other: "\"QzxOther\""
      )
      var steps = try steps(way, secret, fixture)[...]
      try fixture.run(fixture.vault, firstKey: secret.key, size: Self.sizes[0]) { texts, state in
        for text in texts where SecretsFixture.isTold(in: text) {
          Issue.record("\(key), \(steps.count) steps before the end:\n\(text)")
          return nil
        }
        return try steps.popFirst()?()
      }
    }
  }

  /// The presses of all modes, without those that show a secret and those that write a file.
  private static let presses: [KeyPress] = {
    let bindings = Keybindings.standard
    let left: [KeyAction] = [
      KeyAction(ListCommand.showSecret), KeyAction(SecretCommand.showSecret),
      KeyAction(ManyCommand.export), KeyAction(ManyCommand.import),
      KeyAction(GlobalCommand.suspend),
      KeyAction(ListCommand.quit), KeyAction(ListCommand.palette),
    ]
    let excluded = Set(
      KeyMode.allCases.flatMap { bindings.bindings(in: $0) }
        .filter { $0.row.action.map(left.contains) == true }.flatMap(\.presses)
    )
    var presses = KeyMode.allCases.flatMap { bindings.bindings(in: $0) }.flatMap(\.presses)
      .filter { !excluded.contains($0) }
    presses += ["a", "5", "\"", "{", "@"].map(KeyPress.character)
    return presses + Array(repeating: KeyPress(.enter), count: 20)
      + Array(repeating: KeyPress(.escape), count: 10)
      + Array(repeating: KeyPress(.down), count: 20)
  }()

  @Test(
    .thorough,
    arguments: (0..<max(4, Soak.stepCount / 4000)).map { Soak.firstSeed &+ UInt64($0) }
  )
  func `random sessions never show a secret`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try SecretsFixture()
    var pressed: [String] = []
    var count = 0
    try fixture.run(fixture.schema.suite, firstKey: nil, size: Self.sizes[0]) { texts, state in
      for text in texts where SecretsFixture.isTold(in: text) {
        Issue.record("seed \(seed) after \(pressed.suffix(20).joined(separator: " ")):\n\(text)")
        return nil
      }
      count += 1
      guard count < 600 else { return nil }
      let secret = SecretsFixture.all.randomElement(using: &random) ?? SecretsFixture.all[0]
      switch Int.random(in: 0..<30, using: &random) {
      case 0:
        let json = Bool.random(using: &random) ? secret.other : secret.value
        let value = Int.random(in: 0..<4, using: &random) == 0 ? nil : json
        fixture.schema.suite.setStoredValue(
          try value.map(SecretsFixture.value),
          forKey: secret.key.string
        )
        return .wake
      case 1:
        return .resize(Self.sizes.randomElement(using: &random) ?? Self.sizes[0])
      case 2:
        let mouse = MouseEvent(
          Bool.random(using: &random) ? .press : .doubleClick,
          row: Int.random(in: 0..<state.size.rows, using: &random),
          column: Int.random(in: 0..<state.size.columns, using: &random)
        )
        // A click on the hint of a key press that is left out would press it.
        guard mouse.row < state.size.rows - 1 else { return .wake }
        return Bool.random(using: &random) ? .mouse(mouse) : .rightClick(mouse)
      default:
        let press = Self.presses.randomElement(using: &random) ?? Self.presses[0]
        pressed.append(press.name)
        return .key(press)
      }
    }
  }

  @Test(arguments: SecretsFixture.all.filter { $0.key != "place" && $0.key != "layered" })
  func `a secret that is asked for is shown, so these tests would see it`(
    secret: SecretsFixture.Secret
  ) throws {
    let fixture = try SecretsFixture()
    guard fixture.isWhole(secret) else { return }
    var steps = try Step(line: "press V").events(fixture.notes) { _, _ in fixture.schema }[...]
    var isShown = false
    try fixture.run(
      fixture.schema.suite,
      firstKey: secret.key,
      size: Size(columns: 120, rows: 40)
    ) { texts, _ in
      isShown = isShown || texts.contains(where: SecretsFixture.isTold)
      return try steps.popFirst()?()
    }
    #expect(isShown || ["words", "nested"].contains(secret.key))
  }
}
