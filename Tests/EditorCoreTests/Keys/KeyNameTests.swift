import Terminal
import Testing

@testable import EditorCore

@Suite struct KeyNameTests {
  /// Every key press that a keyboard can send, with every set of modifiers that is reported for it.
  static let all: [KeyPress] = {
    let keys: [KeyPress.Key] =
      [
        .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home,
        .end, .pageUp, .pageDown,
      ] + (1...24).map { .function($0) }
    let characters =
      (0x20...0x7E).compactMap { Unicode.Scalar($0).map(Character.init) }
      + ["é", "É", "日", "↑", "→", "ß", "…"]
    let modifiers = (UInt8(0)..<8).map(KeyPress.Modifiers.init)
    var presses = keys.flatMap { key in modifiers.map { KeyPress(key, $0) } }
    for character in characters {
      for modifiers in modifiers where !modifiers.contains(.shift) {
        // Control is reported with the small letter.
        guard !modifiers.contains(.control) || !character.isUppercase else { continue }
        presses.append(KeyPress(.character(character), modifiers))
      }
    }
    return presses
  }()

  @Test func `the printed name of every key press is read as the same key press`() {
    #expect(Self.all.count > 600)
    for press in Self.all {
      #expect(KeyPress(named: press.name) == press, "\(press.name)")
    }
  }

  @Test func `no two key presses have the same name`() {
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
  }

  @Test(arguments: [
    (KeyPress(.enter), "Enter"), (.character(" "), "Space"), (.control("n"), "^N"),
    (KeyPress(.character("b"), .alt), "A-b"), (KeyPress(.left, .control), "^←"),
    (KeyPress(.tab, .shift), "S-Tab"), (KeyPress(.function(8)), "F8"), (.character("^"), "^"),
    (KeyPress(.character("x"), [.control, .alt]), "A-^X"), (.character("↑"), "U+2191"),
    (.control("_"), "^_"), (.character(","), ","),
  ])
  func `a key press has a short name`(press: KeyPress, name: String) {
    #expect(press.name == name)
  }

  @Test(arguments: [
    ("Ctrl-C", KeyPress.control("c")), ("C-c", .control("c")), ("ctrl+c", .control("c")),
    ("^c", .control("c")), ("M-x", KeyPress(.character("x"), .alt)),
    ("Alt-x", KeyPress(.character("x"), .alt)),
    ("C-M-x", KeyPress(.character("x"), [.control, .alt])),
    ("Shift-x", .character("X")), ("Shift-Tab", KeyPress(.tab, .shift)),
    ("Up", KeyPress(.up)), ("page-down", nil), ("pagedown", KeyPress(.pageDown)),
    ("esc", KeyPress(.escape)), ("Return", KeyPress(.enter)), ("Comma", .character(",")),
    ("C--", .control("-")), ("-", .character("-")), ("+", .character("+")), ("^", .character("^")),
    ("^^", .control("^")), ("f12", KeyPress(.function(12))), ("F25", nil), ("F0", nil), ("", nil),
    (" ", nil), ("xy", nil), ("Shift-1", nil), ("Shift-Space", nil), ("\u{7}", nil), ("C-", nil),
    ("U+7", nil), ("U+D800", nil), ("Del ", nil), ("^Left", KeyPress(.left, .control)),
  ])
  func `a key press is written in several ways`(name: String, press: KeyPress?) {
    #expect(KeyPress(named: name) == press)
  }
}
