import Defaults
import DefaultsSchema
@testable import EditorCore
import Foundation
import Synchronization
import Terminal
import Testing

/// One folder of a session told as text: what is stored, what is done, what is to be seen.
///
/// - `schema.json`: the schema; without it that of the fixture.
/// - `stored.json`: the stored values at the start; without it nothing is stored.
/// - `suites.json`: other suites, as ``OtherSuites`` reads them; without it there are none.
/// - `banner.txt`: the banner; without it there is none.
/// - `read-only.txt`: with this file, which is empty, the session must not change a value.
/// - `settings.json`: the stored settings of the editor; without it the editor has none.
/// - `zone.txt`: the minutes that local time is ahead of UTC; without it, local time is UTC.
/// - `edited.txt`: what another program makes of a text; without it, the program fails.
/// - `steps.txt`: one step a line, as ``Step`` reads them.
/// - `notes.txt`: why the screen has this form and not another one that may be expected.
/// - `screen.txt`: the screen at the end; the cursor's place is named in the last line.
/// - `styles.txt`: the style of each cell at the end, as letters (`Style.letter`); only where the
///   styles mean something.
/// - `after.json`: the stored values at the end.
struct Scenario: CustomTestStringConvertible {
  let name: String
  let directory: URL
  private let known = Known()

  /// The end of a scenario that has been run, which two tests look at.
  private final class Known: Sendable {
    let outcome = Mutex<Outcome?>(nil)
  }

  init(name: String, directory: URL) {
    self.name = name
    self.directory = directory
  }

  var testDescription: String { name }

  static let all: [Scenario] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Scenarios")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map {
      Scenario(name: $0, directory: root.appendingPathComponent($0))
    }
  }()

  /// The end of a scenario.
  struct Outcome: Sendable {
    var screen: String
    var styles: String
    var stored: String
    /// The actions of all key presses, each after its mode and a dot.
    var actions: Set<String>
  }

  /// Whether the folder says which styles are to be seen.
  var hasStyles: Bool {
    FileManager.default.fileExists(atPath: directory.appendingPathComponent("styles.txt").path)
  }

  /// Returns what was seen and stored at the end; the steps are run the first time.
  func outcome() throws -> Outcome {
    try known.outcome.withLock { known in
      let outcome = try known ?? run()
      known = outcome
      return outcome
    }
  }

  private func run() throws -> Outcome {
    let fixture = NotesFixture()
    for (key, value) in try values(in: "stored.json") ?? [:] {
      fixture.suite.setStoredValue(value, forKey: key.string)
    }
    try fixture.suite.flush()
    var lines = try text("steps.txt").split(separator: "\n").map(String.init)
    let size = try Step(line: lines.removeFirst()).resize
    var steps = try lines.flatMap { try Step(line: $0).events(fixture, schema: schema) }[...]
    let screen = RecordingScreen(size: size)
    // The closures capture no whole fixture, which would keep itself and its directory for ever.
    screen.waker = { [wakes = fixture.wakes] in wakes.signal() }
    var failure: (any Error)?
    var source = try OtherSuites(of: self).source(with: fixture.suite, try schema(fixture, nil))
    source.banner = (try? text("banner.txt"))?.trimmingCharacters(in: .newlines) ?? ""
    source.isReadOnly = (try? text("read-only.txt")) != nil
    source.watch = { [channel = fixture.channel] learn in
      channel.open(learn)
      return nil
    }
    if let settings = try values(in: "settings.json") {
      try fixture.storeSettings(settings)
      source.settings = fixture.settings
    }
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      clock: clock,
      editText: { _ in
        (try? text("edited.txt")).map { .changed($0) } ?? .failed("The program cannot be started.")
      },
      work: { $0() },
      lookUp: { $0() },
      later: { [timers = fixture.timers] _, closure in timers.add(closure) }
    )
    var actions: Set<String> = []
    screen.whenEmpty = {
      guard let step = steps.popFirst() else { return nil }
      do {
        let event = try step()
        actions.formUnion(Self.action(of: event, session.state))
        return event
      } catch {
        failure = error
        return nil
      }
    }
    _ = session.run()
    if let failure { throw failure }
    let stored = JSONValue.object(members: fixture.suite.storedValues()).text(indented: true)
    let seen = picture(screen.frame)
      .replacingOccurrences(of: fixture.layers.path, with: "/etc/prefs")
    return Outcome(
      screen: seen,
      styles: screen.frame.styleMask,
      stored: stored + "\n",
      actions: actions
    )
  }

  /// Returns the action of a key press after its mode; none for any other event.
  private static func action(of event: Event?, _ state: EditorState) -> [String] {
    guard case .key(let press) = event,
      let action = state.bindings.action(for: press, in: state.keyMode)
    else { return [] }
    return ["\(state.keyMode).\(action.name)"]
  }

  func text(_ file: String) throws -> String {
    try String(contentsOf: directory.appendingPathComponent(file), encoding: .utf8)
  }

  private var clock: LocalClock {
    let minutes = (try? text("zone.txt")).flatMap { Int($0.trimmingCharacters(in: .newlines)) } ?? 0
    return LocalClock { _ in minutes * 60 }
  }

  func record(_ text: String, as file: String) throws {
    try text.write(to: directory.appendingPathComponent(file), atomically: true, encoding: .utf8)
  }

  /// A schema of the folder, over the suite of the fixture; nil is for the one at the start.
  private func schema(_ fixture: NotesFixture, _ file: String?) throws -> Schema {
    let path = directory.appendingPathComponent(file ?? "schema.json")
    guard file != nil || FileManager.default.fileExists(atPath: path.path) else {
      return fixture.schema
    }
    let suite = fixture.suite
    let reading = try SchemaDocument(text: String(contentsOf: path, encoding: .utf8))
      .read(SchemaReadingOptions { _ in suite })
    guard let schema = reading.schema else { throw Unusable(problems: reading.problems) }
    return schema
  }

  struct Unusable: Error { var problems: [SchemaProblem] }

  /// The values of a file of the folder; nil if it does not exist.
  private func values(
    in file: String
  ) throws -> [Defaults.KeyName: Defaults.StoredValue]? {
    let path = directory.appendingPathComponent(file)
    guard FileManager.default.fileExists(atPath: path.path) else { return nil }
    let json = try JSONValue(parsing: String(contentsOf: path, encoding: .utf8))
    guard case .dictionary(let values) = try Defaults.StoredValue(json) else { return [:] }
    return values
  }

  private func picture(_ frame: Frame) -> String {
    let cursor = frame.cursor
    return frame.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
      + "cursor \(cursor.row),\(cursor.column) \(cursor.isVisible ? "visible" : "hidden")\n"
  }
}

/// One line of `steps.txt`.
///
/// - `size 80x24` first, and `resize 40x12` later.
/// - `press jj<Enter>é`: keys, special ones in angle brackets, `<C-u>` with Control held.
/// - `click 3,10`, `double 3,10` and `right 3,10`: a press of a mouse button at a row and a column, as
///   the last line of `screen.txt` names them.
/// - `wheel-down 3,10` and `wheel-up 3,10`: a turn of the wheel over a place.
/// - `paste some text`.
/// - `layer FILE JSON`: an administrator writes a file of another layer; its directory shows as
///   `/etc/prefs` on the screen.
/// - `schema FILE`: a schema document of the folder describes the suite from now on; `schema none`
///   stands for none at all.
/// - `disk full` and `disk free`: commits fail from now on; they are made now.
/// - `file damaged` and `file repaired`: the stored values cannot be read, until a commit begins
///   new ones; they can be read again.
/// - `wait 10s`: the time of what was shown for a short time is over.
/// - `elsewhere KEY JSON`: another process stores a value; `elsewhere KEY` removes it.
/// - `setting KEY JSON`: another editor changes a setting of the editor; `setting KEY` removes it.
/// - `drag text`: the mouse is dragged over a text, as if to select it.
struct Step {
  let verb: String
  let argument: String

  struct Unreadable: Error { var line: String }

  init(line: String) throws {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw Unreadable(line: line) }
    verb = parts[0]
    argument = parts[1]
  }

  var resize: Size {
    get throws {
      let numbers = argument.split(separator: "x").compactMap { Int($0) }
      guard numbers.count == 2 else { throw Unreadable(line: argument) }
      return Size(columns: numbers[0], rows: numbers[1])
    }
  }

  func events(
    _ fixture: NotesFixture,
    schema: @escaping (NotesFixture, String?) throws -> Schema
  ) throws -> [() throws -> Event] {
    switch verb {
    case "schema":
      let schemas = argument == "none" ? [] : [try schema(fixture, argument)]
      let name = fixture.suite.name
      let catalog = SuiteCatalog(
        suites: [SuiteSummary(name: name, title: schemas.first?.title ?? "")],
        registry: SchemaRegistry(schemas)
      )
      return [
        {
          fixture.channel.send(catalog)
          return .wake
        }
      ]
    case "resize":
      let size = try resize
      return [{ .resize(size) }]
    case "press":
      return try Self.presses(argument).map { press in { .key(press) } }
    case "wait":
      return [
        {
          fixture.timers.release()
          return .wake
        }
      ]
    case "click", "double", "right":
      let place = argument.split(separator: ",").compactMap { Int($0) }
      guard place.count == 2 else { throw Unreadable(line: argument) }
      let mouse = MouseEvent(
        verb == "double" ? .doubleClick : .press,
        row: place[0],
        column: place[1]
      )
      return [{ verb == "right" ? .rightClick(mouse) : .mouse(mouse) }]
    case "wheel-down", "wheel-up":
      let place = argument.split(separator: ",").compactMap { Int($0) }
      guard place.count == 2 else { throw Unreadable(line: argument) }
      let action: MouseEvent.Action = verb == "wheel-up" ? .wheelUp : .wheelDown
      return [{ .mouse(MouseEvent(action, row: place[0], column: place[1])) }]
    case "paste":
      let text = argument
      return [{ .paste(text) }]
    case "drag":
      return [{ .drag }]
    case "elsewhere", "setting":
      let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
      let value = try parts.count > 1 ? Defaults.StoredValue(JSONValue(parsing: parts[1])) : nil
      return [
        {
          let isSetting = verb == "setting"
          if isSetting { try fixture.writeSetting(value, forKey: parts[0]) }
          if !isSetting { try fixture.writeElsewhere(value, forKey: parts[0]) }
          return .wake
        }
      ]
    case "disk":
      return [
        {
          try fixture.trouble(argument == "full", \.isFull)
          return .wake
        }
      ]
    case "file":
      return [
        {
          try fixture.trouble(argument == "damaged", \.isDamaged)
          return .wake
        }
      ]
    case "layer":
      let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2,
        case .dictionary(let values) = try Defaults.StoredValue(JSONValue(parsing: parts[1]))
      else { throw Unreadable(line: argument) }
      return [
        {
          try fixture.writeLayer(values, file: parts[0])
          return .wake
        }
      ]
    default:
      throw Unreadable(line: "\(verb) \(argument)")
    }
  }

  static func presses(_ text: String) throws -> [KeyPress] {
    try KeySequence(text).presses
  }
}
