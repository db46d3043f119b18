import Terminal
import Testing

@testable import TerminalCurses

struct KeyDecoderTests {
  /// Returns what the bytes mean when nothing follows them.
  private func decode(_ bytes: [UInt8]) -> [KeyDecoder.Token] {
    var decoder = KeyDecoder()
    for byte in bytes { decoder.decode(byte) }
    decoder.finish()
    return decoder.takeTokens()
  }

  private func decode(_ text: String) -> [KeyDecoder.Token] {
    decode(Array(text.utf8))
  }

  @Test(arguments: [
    ("a", KeyPress.character("a")), ("Z", .character("Z")), ("é", .character("é")),
    ("日", .character("日")), ("😀", .character("😀")), ("👩‍💻", .character("👩‍💻")),
    ("e\u{301}", .character("é")),
    ("\u{1}", .control("a")), ("\u{1A}", .control("z")), ("\u{0}", .control("@")),
    ("\u{1F}", .control("_")), ("\u{1C}", .control("\\")),
    ("\u{8}", KeyPress(.backspace)), ("\u{7F}", KeyPress(.backspace)),
    ("\r", KeyPress(.enter)), ("\n", KeyPress(.enter)), ("\t", KeyPress(.tab)),
    ("\u{1B}", KeyPress(.escape)), ("\u{1B}x", KeyPress(.character("x"), .alt)),
    ("\u{1B}é", KeyPress(.character("é"), .alt)), ("\u{1B}\r", KeyPress(.enter, .alt)),
    ("\u{1B}[", KeyPress(.character("["), .alt)), ("\u{1B}O", KeyPress(.character("O"), .alt)),
    ("\u{1B}\u{1}", KeyPress(.character("a"), [.alt, .control])),
  ])
  func `bytes without a sequence are keys`(text: String, press: KeyPress) {
    #expect(decode(text) == [.key(press)])
  }

  @Test(arguments: [
    ("[A", KeyPress(.up)), ("OB", KeyPress(.down)), ("[1;5C", KeyPress(.right, .control)),
    ("[1;2D", KeyPress(.left, .shift)), ("[1;8H", KeyPress(.home, [.shift, .alt, .control])),
    ("[F", KeyPress(.end)), ("[Z", KeyPress(.tab, .shift)), ("[3;3~", KeyPress(.delete, .alt)),
    ("[5~", KeyPress(.pageUp)), ("[6;5~", KeyPress(.pageDown, .control)),
    ("[2~", KeyPress(.insert)), ("[1~", KeyPress(.home)), ("[4~", KeyPress(.end)),
    ("[15~", KeyPress(.function(5))), ("[24;2~", KeyPress(.function(12), .shift)),
    ("OP", KeyPress(.function(1))), ("[1;5S", KeyPress(.function(4), .control)),
    ("[[C", KeyPress(.function(3))), ("OM", KeyPress(.enter)),
    ("[97;5u", .control("a")), ("[97;6u", .control("a")), ("[13;5u", KeyPress(.enter, .control)),
    ("[27;5;9~", KeyPress(.tab, .control)), ("[97;2u", .character("A")),
    ("[97:65;3u", KeyPress(.character("a"), .alt)), ("[127;3u", KeyPress(.backspace, .alt)),
    // rxvt.
    ("[3$", KeyPress(.delete, .shift)), ("[5^", KeyPress(.pageUp, .control)),
    ("[7@", KeyPress(.home, [.control, .shift])), ("[a", KeyPress(.up, .shift)),
    ("Ob", KeyPress(.down, .control)),
    // The keypad.
    ("Oj", .character("*")), ("Ok", .character("+")), ("Oy", .character("9")),
    ("OX", .character("=")),
  ])
  func `sequences that the terminal description lacks are known`(
    sequence: String,
    press: KeyPress
  ) {
    #expect(decode("\u{1B}" + sequence) == [.key(press)])
  }

  @Test(arguments: [
    ("rgb:ffff/ffff/ffff", Background.light), ("rgb:00/00/00", .dark), ("rgb:f/f/e", .light),
    ("rgba:1e1e/1e1e/1e1e/ffff", .dark), ("rgb:ffff/0000/0000", .light), ("rgb:0/0/f", .dark),
  ])
  func `the answer about the background is no key`(color: String, background: Background) {
    for end in ["\u{7}", "\u{1B}\\"] {
      #expect(
        decode("a\u{1B}]11;\(color)\(end)b") == [
          .key(.character("a")), .background(background), .key(.character("b")),
        ]
      )
    }
  }

  @Test(arguments: [
    "]11;rgb:ff/ff\u{7}", "]11;?\u{1B}\\", "]4;1;rgb:0/0/0\u{7}", "]52;c;YQ==\u{7}",
  ])
  func `an answer that nobody asked for is dropped`(answer: String) {
    #expect(decode("\u{1B}\(answer)x") == [.key(.character("x"))])
  }

  @Test(arguments: ["]2;", "]1", "]11;rg", "]11;rgb:ff/", "]110"])
  func `a key after a pause belongs to no answer`(beginning: String) {
    var decoder = KeyDecoder()
    for byte in Array("\u{1B}\(beginning)".utf8) { decoder.decode(byte) }
    decoder.finish()
    for byte in Array("j".utf8) { decoder.decode(byte) }
    decoder.finish()
    #expect(decoder.takeTokens() == [.key(.character("j"))])
  }

  @Test func `the answer that was asked for may pause`() {
    var decoder = KeyDecoder()
    for part in ["\u{1B}]1", "1;rgb:0000/", "0000/0000\u{1B}", "\\j"] {
      for byte in Array(part.utf8) { decoder.decode(byte) }
      decoder.finish()
    }
    #expect(decoder.takeTokens() == [.background(.dark), .key(.character("j"))])
  }

  @Test func `a key inside an answer is that key`() {
    #expect(decode("\u{1B}]11;rgb:ff\u{1B}[A") == [.key(KeyPress(.up))])
  }

  @Test func `the right button is no click of the left one`() {
    #expect(decode("\u{1B}[<2;5;4M") == [.rightClick(MouseEvent(.press, row: 3, column: 4))])
    #expect(decode("\u{1B}[<0;5;4M") == [.mouse(MouseEvent(.press, row: 3, column: 4))])
  }

  @Test(arguments: [
    "[99z", "[?62;1c", "[<1;5;5m", "[<32;5;5M", "[<0;5M", "[<0;0;5M", "[<0;0;5m", "[200;1$y",
    "[57358u", "[I", "[1;", "[999~", "[1114112u",
    "[55296u",
  ])
  func `an unknown sequence types nothing`(sequence: String) {
    #expect(decode("\u{1B}" + sequence) == [])
    var decoder = KeyDecoder()
    for byte in Array("\u{1B}\(sequence)\u{1B}[Ax".utf8) { decoder.decode(byte) }
    #expect(decoder.takeTokens().suffix(2) == [.key(KeyPress(.up)), .key(.character("x"))])
  }

  @Test
  func `an endless sequence is given up`() {
    let tokens = decode("\u{1B}[" + String(repeating: "1;", count: 500) + "A")
    #expect(tokens.count < 1000)
    #expect(decode("\u{1B}[" + String(repeating: "9", count: 60) + "A") == [.key(KeyPress(.up))])
  }

  @Test
  func `escape twice is escape twice`() {
    #expect(decode("\u{1B}\u{1B}") == [.key(KeyPress(.escape)), .key(KeyPress(.escape))])
  }

  /// A terminal whose arrows send a control character and sequences of their own.
  private static let sequences = KeySequences([
    ([0x0B], KeyPress(.up)), (Array("\u{1B}x1".utf8), KeyPress(.down)),
    (Array("\u{1B}x12".utf8), KeyPress(.left)), (Array("\u{1B}[A".utf8), KeyPress(.right)),
    (Array("\u{1B}[A".utf8), KeyPress(.home)), ([], KeyPress(.end)),
  ])

  @Test(arguments: [
    ("\u{B}", [KeyPress(.up)]), ("\u{1B}x1", [KeyPress(.down)]), ("\u{1B}x12", [KeyPress(.left)]),
    ("\u{1B}[A", [KeyPress(.right)]), ("\u{1B}[B", [KeyPress(.down)]),
    // The longest sequence counts, and what follows it is a key of its own.
    ("\u{1B}x13", [KeyPress(.down), .character("3")]),
    ("\u{1B}x1\u{B}", [KeyPress(.down), KeyPress(.up)]),
    ("\u{1B}x", [KeyPress(.character("x"), .alt)]),
    ("\u{1B}x\u{1B}[A", [KeyPress(.character("x"), .alt), KeyPress(.right)]),
    // Alt is an Escape before the sequence.
    ("\u{1B}\u{1B}[A", [KeyPress(.right, .alt)]), ("\u{1B}\u{B}", [KeyPress(.up, .alt)]),
    ("\u{1B}\u{1B}x1a", [KeyPress(.down, .alt), .character("a")]),
    ("\u{1B}", [KeyPress(.escape)]), ("\u{1B}\u{1B}", [KeyPress(.escape), KeyPress(.escape)]),
    ("é\u{B}", [.character("é"), KeyPress(.up)]),
  ])
  func `the sequences of the terminal's description come first`(text: String, keys: [KeyPress]) {
    var decoder = KeyDecoder(Self.sequences)
    for byte in Array(text.utf8) { decoder.decode(byte) }
    decoder.finish()
    #expect(decoder.takeTokens() == keys.map { .key($0) })
    #expect(!decoder.isInsideSequence)
  }

  @Test
  func `a character split over reads is put together`() {
    var decoder = KeyDecoder()
    for byte in Array("日😀é".utf8) {
      decoder.decode(byte)
      decoder.finish()
    }
    #expect(
      decoder.takeTokens() == [
        .key(.character("日")), .key(.character("😀")), .key(.character("é")),
      ]
    )
  }

  @Test(
    arguments: [
      ([0xFF, 0x61], "\u{FFFD}a"), ([0xC3, 0x61], "\u{FFFD}a"), ([0xE6, 0x97, 0x61], "\u{FFFD}a"),
      ([0xED, 0xA0, 0x80, 0x61], "\u{FFFD}a"), ([0xC0, 0x61], "\u{FFFD}a"),
      ([0xF4, 0xBF, 0xBF, 0xBF, 0x61], "\u{FFFD}a"), ([0xE0, 0x80, 0x80, 0x61], "\u{FFFD}a"),
    ] as [([UInt8], String)]
  )
  func `bytes that are no text show as such and swallow nothing`(bytes: [UInt8], text: String) {
    #expect(decode(bytes) == text.map { .key(.character($0)) })
  }

  @Test(arguments: [
    ("[<0;5;3M", MouseEvent(.press, row: 2, column: 4)),
    ("[<16;300;3M", MouseEvent(.press, row: 2, column: 299)),
    ("[<64;1;1M", MouseEvent(.wheelUp, row: 0, column: 0)),
    ("[<65;1;1M", MouseEvent(.wheelDown, row: 0, column: 0)),
    ("[M %#", MouseEvent(.press, row: 2, column: 4)),
    ("[M`!!", MouseEvent(.wheelUp, row: 0, column: 0)),
  ])
  func `both forms of the mouse's reports are known`(sequence: String, event: MouseEvent) {
    #expect(decode("\u{1B}\(sequence)x") == [.mouse(event), .key(.character("x"))])
  }

  @Test(arguments: ["[<0;5;4m", "[<4;5;4m", "[M#%$"])
  func `both forms of a released button are known`(sequence: String) {
    #expect(
      decode("\u{1B}\(sequence)x") == [.release(row: 3, column: 4), .key(.character("x"))]
    )
  }

  @Test
  func `a button that is released in another cell has dragged`() {
    var clicks = ClickCounter()
    let press = MouseEvent(.press, row: 1, column: 2)
    let withoutPress = clicks.isDrag(toRow: 1, column: 2)
    _ = clicks.counted(press, at: 0)
    let inSameCell = clicks.isDrag(toRow: 1, column: 2)
    _ = clicks.counted(press, at: 1)
    let inOtherCell = clicks.isDrag(toRow: 1, column: 5)
    let again = clicks.isDrag(toRow: 1, column: 5)
    _ = clicks.counted(MouseEvent(.wheelUp, row: 1, column: 2), at: 2)
    let afterWheel = clicks.isDrag(toRow: 4, column: 5)
    #expect(
      [withoutPress, inSameCell, inOtherCell, again, afterWheel] == [
        false, false, true, false, false,
      ]
    )
  }

  @Test
  func `two quick presses in a cell are a double click`() {
    var clicks = ClickCounter()
    let press = MouseEvent(.press, row: 1, column: 2)
    let pause: UInt64 = 300_000_000
    #expect(clicks.counted(press, at: 0).action == .press)
    #expect(clicks.counted(press, at: pause).action == .doubleClick)
    #expect(clicks.counted(press, at: 2 * pause).action == .press)
    #expect(clicks.counted(press, at: 4 * pause).action == .press)
    #expect(clicks.counted(MouseEvent(.press, row: 1, column: 3), at: 4 * pause).action == .press)
    #expect(
      clicks.counted(MouseEvent(.wheelUp, row: 1, column: 3), at: 4 * pause).action == .wheelUp
    )
  }

  @Test
  func `the start of a paste is told after what was typed before`() {
    #expect(decode("a\u{1B}[200~") == [.key(.character("a")), .pasteStart])
  }

  @Test(arguments: [
    ("kUP5", KeyPress(.up, .control)), ("kDN3", KeyPress(.down, .alt)),
    ("kLFT2", KeyPress(.left, .shift)), ("kRIT7", KeyPress(.right, [.alt, .control])),
    ("kHOM6", KeyPress(.home, [.shift, .control])), ("kDC", KeyPress(.delete, .shift)),
    ("kDC5", KeyPress(.delete, .control)), ("kp5", nil), ("kUP55", nil),
  ])
  func `extended names of a terminal description are keys`(name: String, press: KeyPress?) {
    #expect(KeySequences.withModifiers.first { $0.name == name }?.press == press)
  }
}

struct PasteCollectorTests {
  @Test
  func `a paste ends at its mark wherever it is split`() throws {
    let bytes = Array("ab\u{1B}[A日\u{1B}[201~rest".utf8)
    for split in bytes.indices {
      var collector = PasteCollector()
      let first = collector.append(bytes[..<split])
      let second = try #require(first ?? collector.append(bytes[split...]))
      #expect(second.text == "ab[A日")
      #expect("rest".utf8.starts(with: second.rest))
    }
  }

  @Test
  func `line breaks are line feeds and controls that no text needs are left out`() {
    var collector = PasteCollector()
    #expect(collector.append(Array("a\rb\r\nc\nd\u{3}\u{1B}\te".utf8)) == nil)
    #expect(collector.text == "a\nb\nc\nd\te")
  }
}
