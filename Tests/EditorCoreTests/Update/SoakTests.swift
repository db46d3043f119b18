import Defaults
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Whole sessions of random input over a suite: nothing stored is lost, and what is shown is stored.
///
/// `.ci/soak` runs a million steps; the number here is for every run of the tests.
@Suite struct SoakTests {
  @Test(arguments: RandomSession.Company.allCases)
  fileprivate func `whatever is pressed, the screen shows what is stored, and undo brings it back`(
    company: RandomSession.Company
  ) throws {
    var (undone, asked) = (0, 0)
    for number in 0..<Soak.sessionCount {
      let seed = Soak.firstSeed &+ UInt64(number)
      let session = try RandomSession(seed: seed, company)
      let problems = session.run(steps: Soak.sessionLength)
      undone += session.undoCount
      asked += session.questionCount
      #expect(problems == [], "seed \(seed)")
      guard problems.isEmpty else { return }
    }
    // Without these, sessions in which no key is ever saved, or changed by two, would pass.
    #expect(undone > 0 || company != .alone)
    #expect(asked > 0 || company != .contending)
  }
}

/// How long the random sessions are; `.ci/soak` sets the environment variables.
enum Soak {
  /// The number of events for the state alone.
  static let stepCount = variable("SOAK_STEPS") ?? (Thorough.isOn ? 2000 : 1000)
  /// The number of whole sessions of each kind.
  static let sessionCount = variable("SOAK_STEPS").map { max(1, $0 / 2 / sessionLength) } ?? 2
  /// The number of events in one session; few enough for its undos to be in the history.
  static let sessionLength = 250
  /// The seed of the first session.
  static let firstSeed = UInt64(variable("SOAK_SEED") ?? 1)

  private static func variable(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }
}

/// A session over the suite of the fixture that gets random events.
///
/// Writes wait in a queue and are performed some events later, as on a slow disk. Unless it is
/// alone, another program writes meanwhile, keys are locked, the schema changes, and the disk is
/// full or damaged. Whenever everything is settled, the shown values are compared with the stored
/// ones.
private final class RandomSession {
  /// Who else writes during a session.
  enum Company: CaseIterable {
    /// Nobody.
    case alone
    /// Another program, an administrator and a bad disk, anywhere.
    case together
    /// Another program, the same few keys as the session.
    case contending
  }

  private let fixture = NotesFixture()
  private let company: Company
  private var isAlone: Bool { company == .alone }
  private var random: SeededGenerator
  private let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
  private let session: EditorSession
  private var problems: [String] = []
  /// What was done last, the newest at the end.
  private var trail: [String] = []
  private let queue = WorkQueue()
  private var registry: SchemaRegistry
  /// How many changes were undone at the end.
  private(set) var undoCount = 0
  /// How many values of another program a question has shown.
  var questionCount: Int { asked.values.reduce(0) { $0 + $1.count } }
  /// How often the present difference between screen and disk was seen.
  private var waits = 0
  /// The stored values of each key that were on the screen, and those that a question has shown.
  private var shown: [Defaults.KeyName: Set<Defaults.StoredValue?>] = [:]
  private var asked: [Defaults.KeyName: Set<Defaults.StoredValue?>] = [:]
  /// The key presses that come next.
  private var play: [KeyPress] = []
  /// The stored value with which the edit of a key began.
  private var began: [Defaults.KeyName: Defaults.StoredValue?] = [:]

  init(seed: UInt64, _ company: Company) throws {
    random = SeededGenerator(seed: seed)
    self.company = company
    registry = SchemaRegistry([fixture.schema])
    for (key, value) in Self.start { fixture.suite.setStoredValue(value, forKey: key.string) }
    try fixture.suite.flush()
    var source = EditorSession.Source(registry: registry)
    let channel = fixture.channel
    source.watch = { learn in
      channel.open(learn)
      return nil
    }
    session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: queue.add
    )
    queue.release()
  }

  private static let start: [Defaults.KeyName: Defaults.StoredValue] = [
    "general.autosaveInterval": .real(60), "general.userName": .string("e\u{301}\r\n\u{1B}[31m"),
    "general.firstRun": .date(Date(timeIntervalSinceReferenceDate: 0.1)),
    "appearance.theme": .string("no theme"), "unknown.flag": .bool(true),
    "unknown.list": .array([.integer(1), .real(1), .array([.uid(7), .null])]),
    "unknown.dictionary": .dictionary(["a": .date(.distantPast), "b": .data(Data([0, 255]))]),
    "unknown.number": .real(-0.0), "unknown.text": .string("\u{202E}text"),
  ]

  // MARK: - Running

  /// Runs the session to its end.
  ///
  /// - Returns: what was wrong, with the events before it.
  func run(steps: Int) -> [String] {
    var left = steps
    var ending = Self.ending
    var isUndone = false
    screen.whenEmpty = { [unowned self] in
      if isSettled, !fixture.store.isQuiet, differenceIsPassing() { return .wake }
      check()
      noteShown()
      if left > 0, problems.isEmpty {
        left -= 1
        return nextEvent()
      }
      // Everything is told, the disk is well again, and all that was written is there.
      if fixture.store.isQuiet {
        fixture.store.isQuiet = false
        fixture.suite.reload()
        return .wake
      }
      if settle() { return .wake }
      if let event = ending.popFirst() { return note(event) }
      if isAlone, !isUndone, undoCount < 1000, canUndo {
        undoCount += 1
        return .key(.character("u"))
      }
      if !isUndone {
        isUndone = true
        if isAlone { checkUndone() }
        return .key(.character("q"))
      }
      problem("Esc and q do not end the program")
      return nil
    }
    _ = session.run()
    screen.whenEmpty = { nil }
    return problems
  }

  /// Five presses of Esc reach the list from everywhere; there, no key is edited any more.
  private static let ending: ArraySlice<Event> = Array(
    repeating: .key(KeyPress(.escape)),
    count: 5
  )[...]

  private var canUndo: Bool {
    (try? fixture.suite.undoAvailability(.thisProcess).canUndo) ?? false
  }

  private func note(_ event: Event) -> Event {
    trail.append("\(event)")
    if trail.count > 30 { trail.removeFirst() }
    return event
  }

  private func problem(_ text: String) {
    problems.append("\(text) after \(trail.joined(separator: ", "))")
  }

  // MARK: - Events

  private static let presses: [KeyPress] = {
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

  private static let sizes: [Size] = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 120, rows: 40),
    Size(columns: 1, rows: 1), Size(columns: 30, rows: 6), Size(columns: 20, rows: 3),
    Size(columns: 61, rows: 16), Size(columns: 0, rows: 0), Size(columns: 500, rows: 200),
  ]

  private func nextEvent() -> Event {
    if company == .contending, let press = nextOfPlay() { return note(.key(press)) }
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
  private func changeElsewhere() {
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
  private static let contendingPresses: [KeyPress] =
    ["j", "k", "g", " ", "+", "-", "r", "u", "U", "t", "w", "m", "y", "n", "b", "5", "x", "e"]
    .map(KeyPress.character)
    + Array(repeating: KeyPress(.enter), count: 6) + Array(repeating: KeyPress(.escape), count: 3)
    + [.control("s"), .control("u"), KeyPress(.function(1))]

  /// What users do with one key: edit, close and open it again, step, undo.
  private static let plays: [[KeyPress]] = [
    [KeyPress(.enter), .character("x"), KeyPress(.enter)],
    [KeyPress(.enter), .character("5"), KeyPress(.escape), KeyPress(.enter), KeyPress(.enter)],
    [KeyPress(.enter), .character("7"), KeyPress(.escape), KeyPress(.enter), .control("s")],
    [.character("+"), .character("+"), .character("u")],
    [.character("t"), .character(" "), .character("w"), KeyPress(.enter)],
  ]

  /// Returns the next key press of a play, before which another program may store the same key.
  private func nextOfPlay() -> KeyPress? {
    if play.isEmpty, Int.random(in: 0..<8, using: &random) == 0 {
      play = Self.plays.randomElement(using: &random) ?? []
    }
    guard !play.isEmpty else { return nil }
    if Int.random(in: 0..<3, using: &random) == 0 { contend(session.state.selectedItem?.key) }
    return play.removeFirst()
  }

  /// Stores a value of one of the first three keys as another program does; the event about it comes
  /// at once, or later than the next key presses.
  private func contend(_ wanted: Defaults.KeyName? = nil) {
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

  // MARK: - Checks

  private func check() {
    let (state, frame) = (session.state, screen.frame)
    if screen.frameCount > 0, !state.hasWork, !state.isWaiting {
      if frame.size != state.size { problem("the frame has another size") }
      for row in frame.rows where row.count != frame.size.columns { problem("a row is too short") }
      if frame.cursor.isVisible,
        !(0..<state.size.rows).contains(frame.cursor.row)
          || !(0..<state.size.columns).contains(frame.cursor.column)
      {
        problem("the cursor is outside")
      }
      if let scalar = frame.text.unicodeScalars.first(where: Self.isUnsafe) {
        problem("U+\(String(scalar.value, radix: 16)) is on the screen")
      }
    }
    if case .key(let key) = state.suite.selection, state.document.index(of: key) == nil {
      problem("the selected key \(key) is not in the list")
    }
  }

  /// Records which stored values the user has seen.
  private func noteShown() {
    let state = session.state
    for item in state.document.items { shown[item.key, default: []].insert(item.stored) }
    for screen in state.screens { noteShown(on: screen, state) }
  }

  private func noteShown(on screen: any Screen, _ state: EditorState) {
    switch screen {
    case let screen as EditScreen:
      let edit = screen.edit
      guard edit.prompt == nil, !edit.isParked, !edit.control.isDirty else { return }
      began[edit.key] = .some(state.document.item(edit.key)?.stored)
    case let screen as ConflictScreen:
      asked[screen.edit.key, default: []].insert(screen.edit.theirs)
    case let screen as OverwritingQuestion:
      for newer in screen.newer { asked[newer.key, default: []].insert(newer.now) }
    case let screen as PlanScreen:
      for row in screen.rows { asked[row.key, default: []].insert(row.change.now) }
    default: break
    }
  }

  /// No value of another program is replaced that the user has not seen: by an edit, not without a
  /// question either, if it is newer than the edit; by an undo or a plan, never without a question.
  private func checkOverwritten() {
    let state = session.state
    for overwritten in fixture.store.takeOverwritten() {
      let (key, value) = (overwritten.key, overwritten.value)
      guard asked[key]?.contains(value) != true else { continue }
      let text = value.map { "\($0)" } ?? "nothing"
      if shown[key]?.contains(value) != true {
        problem("\(key) had the value \(text) of another program, which was never shown")
      } else if state.unfinished.saving[state.suiteKey(key)] != nil, let base = began[key],
        base != value
      {
        problem("\(key) was edited before another program stored \(text), and nobody was asked")
      }
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar != "\n" && !(" "..."~").contains(scalar) }
    return scalar.properties.generalCategory == .control
      || [0x200E, 0x200F, 0x061C].contains(scalar.value)
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// Whether nothing is on its way, and the disk can be read and written.
  private var isSettled: Bool {
    queue.isEmpty && !session.state.isWaiting && !fixture.store.isFull && !fixture.store.isDamaged
  }

  /// Compares the shown values with the stored ones.
  ///
  /// - Returns: whether they differ, and news may be on its way: the store tells the suite of
  ///   changes on a queue, and the suite tells the session.
  private func differenceIsPassing() -> Bool {
    guard let difference = differenceOfShown() else {
      waits = 0
      return false
    }
    waits += 1
    if waits > 500 {
      problem(difference)
      waits = 0
      return false
    }
    if waits > 1 { usleep(1000) }
    fixture.suite.reload()
    return true
  }

  private func differenceOfShown() -> String? {
    let stored = (try? fixture.store.load(unlike: nil)?.values) ?? [:]
    let document = session.state.document
    guard !document.isLoading, document.status.uncommittedKeys.isEmpty else { return nil }
    let keys = Set(stored.keys).union(document.items.map(\.key))
    for key in keys.sorted() where document.item(key)?.stored != stored[key] {
      let shown = document.item(key)?.stored.map { "\($0)" } ?? "nothing"
      return "\(key) is shown as \(shown) and stored as \(stored[key].map { "\($0)" } ?? "nothing")"
    }
    return nil
  }

  /// Ends all trouble, and performs all work that waits.
  ///
  /// - Returns: whether there was any.
  private func settle() -> Bool {
    let isTroubled = fixture.store.isFull || fixture.store.isDamaged
    fixture.store.isFull = false
    fixture.store.isDamaged = false
    if isTroubled {
      try? fixture.suite.flush()
      fixture.suite.reload()
    }
    guard !queue.isEmpty else { return isTroubled }
    queue.release()
    return true
  }

  /// Without changes by others, undoing everything gives the values at the start, bit for bit.
  private func checkUndone() {
    let stored = (try? fixture.store.load(unlike: nil)?.values) ?? [:]
    for key in Set(stored.keys).union(Self.start.keys).sorted() where stored[key] != Self.start[key]
    {
      problem("after all undos \(key) is \(stored[key].map { "\($0)" } ?? "unset")")
    }
  }
}
