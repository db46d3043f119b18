import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// What is copied of a key, and where it goes.
@Suite struct CopyTests {
  /// What a command of the menu has done.
  private struct Outcome: Equatable {
    var effects: [Effect]
    var notice: String?
  }

  private static func copy(
    _ form: CopyCommand,
    _ value: Defaults.StoredValue?,
    isSecret: Bool = false,
    banner: String = ""
  ) -> Outcome {
    var entry = Entry(
      untypedKey: "a.key",
      title: "Title",
      kind: value.map(ValueKind.inferred) ?? .any
    )
    entry.isSecret = isSecret
    let item = Item(entry: entry, section: 0, isDeclared: true, layers: KeyLayers(stored: value))
    var state = EditorState(
      document: Document(suiteName: "org.example.notes", stored: [:]),
      size: Size(columns: 80, rows: 24),
      banner: banner
    )
    state.copy(form, of: item)
    let effects = state.requests.effects
    return Outcome(effects: effects, notice: effects.isEmpty ? state.feedback.notice?.text : nil)
  }

  private static func text(_ text: String) -> Outcome { Outcome(effects: [.copy(text)]) }

  private static func refused(_ reason: String) -> Outcome { Outcome(effects: [], notice: reason) }

  private static func line(
    _ value: Defaults.StoredValue?,
    key: String = "a.key",
    suite: String = "org.example.notes"
  ) -> String {
    ShellCommands.line(storing: value, forKey: Defaults.KeyName(key), suiteName: suite)
  }

  @Test(arguments: [
    (Defaults.StoredValue.bool(true), "-bool true"), (.integer(-7), "-int -7"),
    (.real(0.5), "-float 0.5"), (.string("dark"), "-string dark"),
    (.string("it's\n$HOME"), "-string 'it'\\''s\n$HOME'"), (.string(""), "-string ''"),
    (.string("=ls"), "-string '=ls'"), (.string("a\\"), "-string 'a'\\\\''"),
    (.data(Data([0, 171])), "-data 00ab"),
    (.array([.integer(1), .string("a b")]), "-array -int 1 -string 'a b'"),
    (.dictionary(["b": .bool(false), "a": .string("x")]), "-dict a -string x b -bool false"),
  ])
  func `the command stores the value again`(value: Defaults.StoredValue, arguments: String) {
    let line = "prefs write org.example.notes a.key \(arguments)\n"
    #expect(Self.copy(.copyCommand, value) == Self.text(line))
  }

  @Test func `a nested value is imported, and an unset one deleted`() {
    let text = Self.line(.array([.array([.integer(1)])]), key: "it's")
    #expect(text.hasPrefix("printf '%s' '{"))
    #expect(text.contains("it'\\''s"))
    #expect(text.hasSuffix("| prefs import org.example.notes -\n"))
    let deletion = Self.text("prefs delete org.example.notes a.key\n")
    #expect(Self.copy(.copyCommand, nil) == deletion)
  }

  @Test(arguments: [("-k", "s"), ("k", "-s"), ("-k", "-s"), ("-", "s"), ("-string", "s")])
  func `a name that begins with a dash is no option`(key: String, suite: String) {
    let named = suite == "s" ? "s" : "-- \(suite)"
    let expected =
      key == "k"
      ? "prefs write -- \(suite) k -int 1\n"
      : "printf '%s' '{\"\(key)\": 1}' | prefs import \(named) -\n"
    #expect(Self.line(.integer(1), key: key, suite: suite) == expected)
    #expect(Self.line(nil, key: key, suite: suite) == "prefs delete -- \(suite) \(key)\n")
  }

  @Test func `a value is copied as it is typed, and as JSON with its key`() {
    #expect(Self.copy(.copyValue, .string("two\nlines")) == Self.text("two\nlines"))
    #expect(Self.copy(.copyValue, .integer(5)) == Self.text("5"))
    #expect(Self.copy(.copyJSON, .integer(5)) == Self.text("{\n  \"a.key\" : 5\n}\n"))
    #expect(Self.copy(.copyValue, nil) == Self.refused("Title has no value to copy."))
  }

  @Test(arguments: [CopyCommand.copyValue, .copyJSON, .copyCommand])
  func `a secret is in none of the texts`(form: CopyCommand) {
    let refusal = Self.refused("Title is secret: it is not copied.")
    #expect(Self.copy(form, .string("sesame"), isSecret: true) == refusal)
    #expect(Self.copy(form, .dictionary(["password": .string("sesame")])) == refusal)
  }

  @Test func `the command for other settings than one's own is refused`() {
    let refusal = Self.refused("The command would change your own settings and not these.")
    #expect(Self.copy(.copyCommand, .bool(true), banner: " SYSTEM") == refusal)
  }

  @Test(arguments: [true, false])
  func `only a banner of other settings refuses the command`(isReadOnly: Bool) throws {
    for banner in ["", " SYSTEM"] {
      var state = EditorState(
        document: Document(suiteName: "s", stored: ["a": .bool(true)]),
        size: Size(columns: 80, rows: 24),
        banner: banner,
        isReadOnly: isReadOnly
      )
      let effects = try Self.press(&state, "yc")
      #expect(effects == (banner.isEmpty ? [.copy("prefs write s a -bool true\n")] : []))
    }
  }

  private static func state(hasClipboard: Bool) -> EditorState {
    EditorState(
      document: Document(
        schema: NotesFixture().schema,
        stored: ["appearance.theme": .string("dark")]
      ),
      size: Size(columns: 80, rows: 24),
      hasClipboard: hasClipboard
    )
  }

  private static func press(_ state: inout EditorState, _ text: String) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  @Test(arguments: [
    ("i", "appearance.theme"), ("v", "dark"), ("s", "{\n  \"appearance.theme\" : \"dark\"\n}\n"),
    ("c", "prefs write org.example.notes appearance.theme -string dark\n"),
    ("<Enter>", "appearance.theme"), ("2<Enter>", "dark"),
  ])
  func `a key press copies`(key: String, text: String) throws {
    var state = Self.state(hasClipboard: true)
    #expect(try Self.press(&state, "jjjjy\(key)") == [.copy(text)])
    #expect(state.keyMode == .list)
    #expect(view(state).text.contains("to the terminal's clipboard."))
  }

  @Test func `without a clipboard, or too long for it, a text goes to a file`() throws {
    var state = Self.state(hasClipboard: false)
    #expect(try Self.press(&state, "yi") == [.copyToFile("general.autosave")])
    _ = update(&state, .copiedToFile("/run/user/1/x/copied.txt"))
    #expect(view(state).text.contains("no clipboard: copied to /run/user/1/x/copied.txt"))
    state = Self.state(hasClipboard: true)
    let long = String(repeating: "x", count: 80_000)
    state.copy(long)
    #expect(state.requests.effects == [.copyToFile(long)])
  }

  @Test func `the session writes the file and shows its path`() throws {
    let fixture = NotesFixture()
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    screen.hasClipboard = false
    var events = try Step.presses("yi").map { Event.key($0) }
    screen.whenEmpty = { events.isEmpty ? nil : events.removeFirst() }
    let session = EditorSession(
      screen: screen,
      source: EditorSession.Source(registry: SchemaRegistry([fixture.schema])),
      suite: fixture.suite,
      now: { "" },
      writeCopy: { text in "/tmp/\(text)" },
      work: { $0() }
    )
    _ = session.run()
    #expect(screen.copiedTexts == [])
    #expect(view(session.state).text.contains("copied to /tmp/general.autosave"))
  }
}
