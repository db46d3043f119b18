import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

@Suite struct SecretControlTests {
  private static func text(_ control: any Control) -> String {
    control.picture(columns: 40, rows: 5).lines.flatMap(\.spans).map(\.text.string).joined()
  }

  @Test(arguments: [
    (ValueKind.string(TextLimits()), Defaults.StoredValue.string("sesame")),
    (.integer(NumberLimits()), .integer(4711)),
    (.list(of: .string(TextLimits())), .array([.string("sesame")])),
    (.dictionary(), .dictionary(["sesame": .string("4711")])),
    (.choice([Choice(.string("sesame"), title: "4711")]), .string("sesame")),
    (.alternatives([Alternative(.bool), Alternative(.string(TextLimits()))]), .string("sesame")),
    (.data, .data(.init([1]))),
  ])
  func `a secret of any kind is hidden until it is asked for, and hidden again`(
    kind: ValueKind,
    value: Defaults.StoredValue
  ) throws {
    var control = kind.control(value, isSecret: true)
    let hidden = Self.text(control)
    #expect(hidden.contains("••••••••"))
    #expect(!hidden.contains("sesame") && !hidden.contains("4711"))
    #expect(control.question == nil)
    #expect(control.update(.control("v")) == .changed)
    #expect(!Self.text(control).contains("••••••••"))
    #expect(control.question == .hideLater)
    control.receive(.hide)
    #expect(Self.text(control) == hidden)
    #expect(control.question == nil)
    #expect(!control.isDirty)
    #expect(try control.value() == value)
    #expect(control.input == .null)
  }

  @Test func `typing replaces a hidden text, and each character is a dot`() throws {
    var control = ValueKind.string(TextLimits()).control(.string("abc"), isSecret: true)
    for character in "abc" { _ = control.update(.character(character)) }
    #expect(try control.value() == .string("abc"))
    #expect(Self.text(control).hasPrefix("•••   "))
    _ = control.update(.character("d"))
    #expect(try control.value() == .string("abcd"))
    _ = control.update(KeyPress(.backspace))
    _ = control.update(KeyPress(.backspace))
    #expect(try control.value() == .string("ab"))
    #expect(Self.text(control).hasPrefix("••   "))
  }

  @Test func `one deletion removes a hidden text, and no key press moves in it`() throws {
    for key in [KeyPress.Key.left, .home] {
      var control = ValueKind.string(TextLimits()).control(.string("abc"), isSecret: true)
      _ = control.update(KeyPress(key))
      #expect(!control.isDirty)
      _ = control.update(KeyPress(.backspace))
      #expect(try control.value() == .string(""))
    }
  }

  @Test func `a shown text is edited where the cursor is`() throws {
    var control = ValueKind.string(TextLimits()).control(.string("abc"), isSecret: true)
    _ = control.update(.control("v"))
    _ = control.update(KeyPress(.home))
    _ = control.update(.character("x"))
    #expect(try control.value() == .string("xabc"))
    #expect(Self.text(control).hasPrefix("xabc"))
    control.receive(.hide)
    _ = control.update(.character("y"))
    #expect(try control.value() == .string("xabcy"))
  }

  @Test func `the reason for a refused secret does not quote it`() {
    let reasons: [Defaults.Rejection] = [
      .notANumber("sesame"), .belowMinimum(value: "4711", minimum: "5000"), .notADate("sesame"),
      .tooShort(length: 4711, minimum: 8), .notAChoice("sesame", choices: []),
      .refused(value: "sesame", reason: "sesame is known"), .notAURL("sesame"),
      .member("x", .notABool("sesame")), .notJSON(reason: "sesame", line: 1, column: 1),
    ]
    for reason in reasons {
      let text = reason.text(isSecret: true)
      #expect(!text.isEmpty && !text.contains("sesame") && !text.contains("4711"))
      #expect(reason.text(isSecret: false) == "\(reason)")
    }
  }
}

@Suite struct UndeclaredSecretTests {
  @Test(arguments: [
    (Defaults.KeyName("api_token"), Defaults.StoredValue.string("x"), true),
    ("server", .string("https://ada:sesame@example.org"), true),
    ("account", .dictionary(["password": .string("x")]), true),
    ("config", .string("{\"password\": \"x\"}"), true),
    ("name", .string("ada"), false), ("count", .integer(7), false),
    ("long", .string(String(repeating: "a ", count: 100_000)), false),
    (
      "long", .string("https://ada:sesame@example.org/" + String(repeating: "a", count: 99_999)),
      true
    ),
  ])
  func `an undeclared key that looks secret is hidden in the list, the details and the viewer`(
    key: Defaults.KeyName,
    value: Defaults.StoredValue,
    isSecret: Bool
  ) throws {
    var state = EditorState(
      document: Document(suiteName: "org.example.other", stored: [key: value]),
      size: Size(columns: 80, rows: 24)
    )
    let item = try #require(state.selectedItem)
    #expect(item.entry.isSecret == isSecret)
    #expect(ValueText.row(item).contains("••••") == isSecret)
    guard isSecret else { return }
    for keys in ["", "v", "<Esc>f<Enter>"] {
      for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
      let text = view(state).text
      #expect(text.contains("••••••••"), "\(keys)")
      #expect(!text.contains("sesame") && !text.contains("\"x\""), "\(keys)")
    }
  }

  @Test(arguments: ["sesame", "=sesame", "value:sesame", "=*sesame*", "sesam "])
  func `the value of an undeclared key that looks secret is not found`(filter: String) throws {
    var state = EditorState(
      document: Document(
        suiteName: "org.example.other",
        stored: [
          "api_token": .string("sesame"), "server": .string("https://ada:sesame@example.org"),
          "account": .dictionary(["password": .string("sesame")]), "name": .string("ada"),
        ]
      ),
      size: Size(columns: 80, rows: 24)
    )
    for press in try Step.presses("/\(filter)<Enter>") { _ = update(&state, .event(.key(press))) }
    for key in ["api_token", "server", "account"] { #expect(!view(state).text.contains(key)) }
    for press in try Step.presses("/<C-u>ada<Enter>") { _ = update(&state, .event(.key(press))) }
    #expect(view(state).text.contains("name"))
  }

  @Test func `the change of a secret elsewhere is announced without its old value`() {
    var state = EditorState(
      document: Document(
        suiteName: "org.example.other",
        stored: ["server": .string("https://ada:sesame@example.org")]
      ),
      size: Size(columns: 80, rows: 24)
    )
    let layers = KeyLayers(stored: .string("none"))
    _ = update(
      &state,
      .changed(
        .init(suiteName: "org.example.other", key: "server", layers: layers, isElsewhere: true)
      )
    )
    #expect(state.feedback.notice?.text.contains("none") == true)
    #expect(state.feedback.notice?.text.contains("sesame") == false)
  }
}
