import DefaultsTesting
import Terminal
import Testing

import DefaultsEditor
@testable import EditorCore

/// Controls that an app provides, in sessions of the editor.
@Suite struct CustomControlTests {
  /// A control of typed text, which is not always a value.
  struct DigitsControl: PreferenceControl {
    var text: String

    var value: Int {
      get throws(Defaults.Rejection) {
        guard let number = Int(text) else { throw .notANumber(text) }
        return number
      }
    }

    mutating func handle(_ key: ControlKey) -> ControlResponse {
      switch key {
      case .character("+"): return .save
      case .character("q"): return .close
      case .character(let character): text.append(character)
      case .backspace: text.removeLast(min(1, text.count))
      case .control("u"): text = ""
      default: return .ignored
      }
      return .changed
    }

    mutating func paste(_ text: String) -> ControlResponse {
      self.text += text
      return .changed
    }

    func render(columns: Int, rows: Int) -> EditorPicture {
      let lines = [ControlText("<\(text)>", style: .strong) + " \u{1B}[2J", "second", "third"]
      return EditorPicture(lines, cursor: .init(line: 0, column: 1 + text.count))
    }

    var hints: KeyValuePairs<String, String> { ["+": "keep it"] }
  }

  // The name also of a type of EditorCore, which only the tests import.
  typealias EditorPicture = DefaultsEditor.ControlPicture

  private let temporary = TemporarySuite()
  private let level: Defaults.Key<Int>
  private let isOn: Defaults.Key<Bool>

  init() {
    level = Defaults.Key("level", default: 3, suite: temporary.suite)
    isOn = Defaults.Key("isOn", default: false, suite: temporary.suite)
  }

  private var field: NumberField<Int> {
    NumberField("Level", key: level, in: 0...100).control { DigitsControl(text: "\($0)") }
  }

  /// Presses keys in a session, and returns the screen at the end.
  private func screen(
    _ presses: [KeyPress],
    size: Size = Size(columns: 80, rows: 24)
  ) -> String {
    let schema = Schema(suite: temporary.suite, title: "Sound") {
      Section("General") {
        field
        Toggle("On", key: isOn).control { OnControl(value: $0) }
      }
    }
    let screen = RecordingScreen(size: size, events: presses.map { .key($0) })
    let session = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([schema])),
      suite: temporary.suite,
      now: { "2026-03-14T09:26:53Z" }
    ) { $0() }
    _ = session.run()
    return screen.frame.text
  }

  /// A control with one key.
  struct OnControl: PreferenceControl {
    var value: Bool

    mutating func handle(_ key: ControlKey) -> ControlResponse {
      guard key == .tab else { return .ignored }
      value.toggle()
      return .changed
    }

    func render(columns: Int, rows: Int) -> EditorPicture { [value ? "yes" : "no"] }
  }

  @Test func `the control is drawn with its hints, and its text cannot control the terminal`() {
    let text = screen([KeyPress(.enter)])
    #expect(text.contains("<3> \\u{1B}[2J"))
    #expect(text.contains("second") && text.contains("third"))
    #expect(text.contains("+ keep it"))
    #expect(text.contains("Enter save"))
    let help = screen([KeyPress(.enter), KeyPress(.function(1))])
    #expect(help.contains("keep it"))
  }

  @Test func `its value is stored with Enter, or when it says so`() {
    _ = screen([KeyPress(.enter), .character("4"), KeyPress(.enter)])
    #expect(Defaults[level] == 34)
    _ = screen([KeyPress(.enter), KeyPress(.backspace), .character("+")])
    #expect(Defaults[level] == 3)
    #expect(screen([KeyPress(.enter), KeyPress(.enter)]).contains("Unchanged: Level = 3"))
  }

  @Test func `what is not a value, and what the field does not allow, is refused`() {
    let noNumber = screen([KeyPress(.enter), .character("x"), KeyPress(.enter)])
    #expect(noNumber.contains("\"3x\" is not a number"), "\(noNumber)")
    #expect(noNumber.contains("<3x>"))
    let tooLarge = screen([KeyPress(.enter), .character("4"), .character("5"), KeyPress(.enter)])
    #expect(tooLarge.contains("345 is above the maximum 100"))
    #expect(!level.isSet)
  }

  @Test func `closing keeps the control, and the key that undoes opens it again`() {
    let closed = [KeyPress(.enter), .character("x"), KeyPress(.escape)]
    #expect(screen(closed).contains("Level is not saved."))
    #expect(screen(closed + [.character("u")]).contains("<3x>"))
    #expect(screen(closed + [.character("u"), KeyPress(.function(8))]).contains("<3>"))
    #expect(screen([KeyPress(.enter), .character("q")]).contains(">  Level"))
  }

  @Test func `a key of the control goes before the list's, and Ctrl-C always closes`() {
    Defaults[level] = 7
    var presses = [KeyPress(.enter), .control("u"), KeyPress(.function(8))]
    #expect(screen(presses).contains("<7>"))
    presses.append(KeyPress(.function(8)))
    #expect(screen(presses).contains("<3>"))
    #expect(screen([KeyPress(.enter), .interrupt]).contains(">* Level"))
  }

  @Test func `a Boolean with a control is opened, and the list's keys still change it`() {
    let open = screen([KeyPress(.down), KeyPress(.enter)])
    #expect(open.contains("no"))
    _ = screen([KeyPress(.down), KeyPress(.enter), KeyPress(.tab), KeyPress(.enter)])
    #expect(Defaults[isOn])
    _ = screen([KeyPress(.down), .character(" ")])
    #expect(!Defaults[isOn])
  }

  @Test(arguments: [
    Size(columns: 12, rows: 3), Size(columns: 30, rows: 7), Size(columns: 1, rows: 1),
  ])
  func `a control that draws too much is cut`(size: Size) {
    _ = screen([KeyPress(.enter), .character("9"), KeyPress(.enter)], size: size)
    #expect(Defaults[level] == 39)
  }

  @Test func `the last valid input is kept for the next session`() throws {
    let factory = try #require(field.entry.behavior.control as? AppControlFactory)
    let edited = EditedValue(
      kind: field.entry.kind,
      stored: .integer(3),
      original: .integer(3),
      shown: .integer(3),
      appControl: factory
    )
    var control = ControlCatalog.control(for: edited)
    #expect(!control.isDirty)
    for character in "4x" { _ = control.update(.character(character)) }
    #expect(control.isDirty && control.input == .integer(34))
    var next = ControlCatalog.control(for: edited)
    let isRestored = next.restore(control.input)
    #expect(isRestored)
    #expect(try next.value() == .integer(34))
    let isOdd = next.restore(.string("odd"))
    #expect(!isOdd)
  }

  @Test func `a stored value that the type cannot read is kept until the control changes it`()
    throws
  {
    let factory = try #require(field.entry.behavior.control as? AppControlFactory)
    let edited = EditedValue(
      kind: field.entry.kind,
      stored: .string("odd"),
      original: .string("odd"),
      shown: .string("odd"),
      appControl: factory
    )
    var control = ControlCatalog.control(for: edited)
    #expect(try control.value() == .string("odd"))
    _ = control.update(.character("1"))
    #expect(try control.value() == .integer(31))
  }
}

extension Control {
  /// Handles a key press with the standard bindings.
  fileprivate mutating func update(_ press: KeyPress) -> ControlOutcome {
    update(press, .standard)
  }
}
