import Defaults
import DefaultsSchema
import Foundation
import Terminal

@testable import EditorCore

// What happens in a random session: input, and what other programs, administrators and the disk do.
extension RandomSession {
  static let presses: [KeyPress] = {
    let printed = (0x20..<0x7F).map { KeyPress.character(Character(UnicodeScalar($0))) }
    let letters = "abcdefghijklmnopqrstuvwxyz_".map { KeyPress.control($0) }
    let named: [KeyPress.Key] = [
      .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown,
    ]
    let others = ["é", "日", "\u{301}", "🇩🇪"].map(KeyPress.character)
    var presses = printed + letters + others + (1...12).map { KeyPress(.function($0)) }
    for key in named {
      presses += [KeyPress(key), KeyPress(key, .shift), KeyPress(key, .control)]
    }
    // Keys that end the program are pressed at the end.
    presses.removeAll { [.character("q"), .control("c"), KeyPress(.function(10))].contains($0) }
    presses += Array(repeating: KeyPress(.enter), count: 30)
    presses += Array(repeating: KeyPress(.escape), count: 10)
    return presses
      + ["j", "k", " ", "+", "r", "u", "U", "5"].flatMap {
        Array(repeating: KeyPress.character($0), count: 5)
      }
  }()

  static let sizes: [Size] = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 120, rows: 40),
    Size(columns: 1, rows: 1), Size(columns: 30, rows: 6), Size(columns: 20, rows: 3),
    Size(columns: 61, rows: 16), Size(columns: 0, rows: 0), Size(columns: 500, rows: 200),
  ]

  func nextEvent() -> Event {
    // An exported file would be written into the directory of the tests.
    if let edit = session.state.screen(EditScreen.self)?.edit, edit.prompt != nil,
      edit.entry.kind == .path
    {
      return note(.key(KeyPress(.escape)))
    }
    if company == .contending, let event = nextOfPlay() { return event }
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return note(.resize(Self.sizes.randomElement(using: &random) ?? Self.sizes[0]))
    case 1:
      let texts = ["x\u{1B}[31m\ny", "[1, 2]", "2026-03-14T09:26:53+01:00", "1\n2\n"]
      return note(.paste(texts.randomElement(using: &random) ?? ""))
    case 2:
      let kinds: [MouseEvent.Action] = [.press, .doubleClick, .wheelUp, .wheelDown]
      let mouse = MouseEvent(
        kinds.randomElement(using: &random) ?? .press,
        row: Int.random(in: 0..<40, using: &random),
        column: Int.random(in: 0..<120, using: &random)
      )
      let isRight = Int.random(in: 0..<8, using: &random) == 0
      return note(isRight ? .rightClick(mouse) : .mouse(mouse))
    case 3..<13:
      queue.release()
      checkOverwritten()
      return .wake
    case 13..<16 where company == .together:
      changeElsewhere()
      return .wake
    case 13..<19 where company == .contending:
      contend()
      return .wake
    default:
      let presses = company == .contending ? Self.contendingPresses : Self.presses
      return note(.key(presses.randomElement(using: &random) ?? KeyPress(.enter)))
    }
  }

  /// Does what another program, an administrator or the disk may do.
  func changeElsewhere() {
    let keys = Array(Self.start.keys).sorted() + ["general.autosave", "advanced.recentFiles"]
    let key = keys.randomElement(using: &random) ?? keys[0]
    let value = Self.start.values.sorted { "\($0)" < "\($1)" }.randomElement(using: &random)
    let choice = Int.random(in: 0..<12, using: &random)
    trail.append("outside \(choice) of \(key)")
    switch choice {
    case 0: fixture.store.isFull.toggle()
    case 1: fixture.store.isDamaged.toggle()
    case 2: try? fixture.layers.write([key: value ?? .null], file: "system/org.example.notes.plist")
    case 3:
      let isLocked = Bool.random(using: &random)
      let file = fixture.layers.path + "/managed/org.example.notes.plist"
      if isLocked {
        try? fixture.layers.write([key: .bool(true)], file: "managed/org.example.notes.plist")
      } else {
        try? FileManager.default.removeItem(atPath: file)
      }
    case 4:
      let isKnown = Bool.random(using: &random)
      registry = SchemaRegistry(isKnown ? [fixture.schema] : [])
      fixture.channel.send(SuiteCatalog(suites: [], registry: registry))
    case 5: try? fixture.store.commitElsewhere([key: nil])
    default: try? fixture.store.commitElsewhere([key: value])
    }
    fixture.suite.reload()
  }

  /// The keys that change and leave the first three rows; most of the changes are of these rows.
  static let contendingPresses: [KeyPress] =
    ["j", "k", "g", " ", "+", "-", "r", "u", "U", "t", "w", "m", "y", "n", "b", "5", "x", "e"]
    .map(KeyPress.character)
    + Array(repeating: KeyPress(.enter), count: 6) + Array(repeating: KeyPress(.escape), count: 3)
    + [.control("s"), .control("u"), KeyPress(.function(1))]

  /// A step of a play.
  enum PlayStep {
    case press(KeyPress)
    /// Another program stores the selected key.
    case contend

    /// The steps that select a row near the top and perform the key presses, `nil` for `contend`.
    static func steps(row: Int, _ presses: KeyPress?...) -> [PlayStep] {
      let moves =
        [KeyPress.character("g"), .character("g")] + Array(repeating: .character("j"), count: row)
      return moves.map(PlayStep.press) + presses.map { $0.map(PlayStep.press) ?? .contend }
    }
  }

  /// What users do with one key: edit, close and open it again, step, undo.
  private static let plays: [[PlayStep]] = [
    PlayStep.steps(row: 2, KeyPress(.enter), .character("x"), KeyPress(.enter)),
    // An edit is closed, another program stores its key, and the edit is opened again and saved.
    PlayStep.steps(
      row: 2,
      KeyPress(.enter),
      .character("5"),
      KeyPress(.escape),
      nil,
      KeyPress(.enter),
      KeyPress(.enter)
    ),
    PlayStep.steps(
      row: 1,
      KeyPress(.enter),
      KeyPress(.up),
      KeyPress(.escape),
      nil,
      KeyPress(.enter),
      .control("s")
    ),
    PlayStep.steps(row: 1, .character("+"), .character("+"), .character("u")),
    PlayStep.steps(row: 0, .character("t"), .character(" "), .character("w"), KeyPress(.enter)),
  ]

  /// Returns the next event of a play, before which another program may store the same key.
  private func nextOfPlay() -> Event? {
    if play.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
      play = Self.plays.randomElement(using: &random) ?? []
    }
    guard !play.isEmpty else { return nil }
    let step = play.removeFirst()
    if case .press(let press) = step {
      if Int.random(in: 0..<6, using: &random) == 0 { contend(session.state.selectedItem?.key) }
      return note(.key(press))
    }
    contend(session.state.selectedItem?.key)
    return .wake
  }

  /// Stores a value of one of the first three keys as another program does; the event about it comes
  /// at once, or later than the next key presses.
  func contend(_ wanted: Defaults.KeyName? = nil) {
    var number = Int.random(in: 5..<200, using: &random)
    let keys: [Defaults.KeyName] = [
      "general.autosave", "general.autosaveInterval", "general.userName",
    ]
    if let wanted, let index = keys.firstIndex(of: wanted) { number += index - number % 3 }
    let values: [(Defaults.KeyName, Defaults.StoredValue)] = [
      ("general.autosave", .bool(number.isMultiple(of: 2))),
      ("general.autosaveInterval", .integer(Int128(number))),
      ("general.userName", .string("name \(number)")),
    ]
    let (key, value) = values[number % 3]
    fixture.store.isQuiet = Bool.random(using: &random)
    let isRemoved = Int.random(in: 0..<6, using: &random) == 0
    try? fixture.store.commitElsewhere([key: isRemoved ? nil : value])
    trail.append("\(fixture.store.isQuiet ? "unnoticed" : "outside") \(key) \(number)")
    if !fixture.store.isQuiet { fixture.suite.reload() }
  }
}
