package import Terminal

/// A decoder of key presses from the bytes of a terminal.
///
/// The sequences in the terminal's description come first (``KeySequences``): bytes that can become one
/// of them are kept until it is complete, or until another byte comes. All other bytes are decoded by
/// the forms that terminals have in common. Alt is an Escape before the bytes of the key.
///
/// ``TerminalInput`` calls ``decode(_:)`` for each byte and waits while ``isInsideSequence`` is true.
/// When no more bytes come, ``finish()`` completes a partial sequence: Escape alone is the key, `ESC [`
/// and `ESC O` are Alt with a character, any other part is dropped. A partial UTF-8 character is kept,
/// because its next byte is sure to come and waiting for it delays no key. A partial response to the
/// query for the background is kept too, because it must not be typed.
///
/// An unknown complete sequence is dropped: typed as text, its letters would act as keys.
package struct KeyDecoder {
  /// A decoded input.
  package enum Token: Hashable {
    case key(KeyPress)
    /// A press or a turn of the wheel; double clicks are detected later.
    case mouse(MouseEvent)
    case rightClick(MouseEvent)
    /// A button was released; the row and the column are 0-based.
    case release(row: Int, column: Int)
    case pasteStart
    /// The background of the terminal, in response to the query.
    case background(Background)
  }

  /// The sequence or character that has begun and is not complete.
  private enum PartialSequence {
    case nothing
    case escape
    /// `ESC [`, with the bytes after it.
    case control([UInt8])
    /// `ESC O`.
    case single
    /// `ESC [ M`, with the bytes after it: the mouse on a terminal without SGR coordinates.
    case mouse([UInt8])
    /// `ESC ]`, with the bytes after it: a response of the terminal, which is late after a pause.
    case answer([UInt8], isLate: Bool)
    /// A UTF-8 character that lacks some bytes.
    case character([UInt8], length: Int)

    /// Whether it is Escape alone.
    var isEscape: Bool { if case .escape = self { true } else { false } }
  }

  /// The most parameter bytes of a sequence; no terminal sends more.
  private static let longestSequence = 64

  private let sequences: KeySequences
  /// The bytes that can become a sequence of the terminal's description.
  private var beginning: [UInt8] = []
  private var part: PartialSequence = .nothing
  private var isAlt = false
  private var tokens: [Token] = []
  /// Scalars that were typed; the next one may combine with them to one character.
  private var text = ""

  /// Creates a decoder for a terminal without sequences of its own.
  package init() { self.init(KeySequences()) }

  /// Creates a decoder for a terminal with these sequences.
  init(_ sequences: KeySequences) { self.sequences = sequences }

  /// Whether a sequence has begun whose next byte should arrive soon.
  var isInsideSequence: Bool {
    if !beginning.isEmpty { return true }
    switch part {
    case .escape, .control, .single, .mouse, .answer: return true
    case .nothing, .character: return false
    }
  }

  /// Whether the last byte has completed the start of a paste.
  var hasPasteStart: Bool { tokens.last == .pasteStart }

  /// Returns the tokens decoded since the last call.
  package mutating func takeTokens() -> [Token] {
    flushText()
    defer { tokens = [] }
    return tokens
  }

  /// Completes a partial escape sequence; called when no more input is pending.
  package mutating func finish() {
    decodeBeginning(isComplete: true)
    switch part {
    case .escape:
      emit(KeyPress(.escape))
    case .control(let bytes) where bytes.isEmpty:
      emit(KeyPress(.character("["), .alt))
    case .single:
      emit(KeyPress(.character("O"), .alt))
    case .answer(let bytes, _) where bytes.isEmpty:
      emit(KeyPress(.character("]"), .alt))
    case .answer(let bytes, _) where BackgroundAnswer.canBegin(with: bytes):
      part = .answer(bytes, isLate: true)
      return
    case .character:
      return
    case .nothing, .control, .mouse, .answer:
      break
    }
    part = .nothing
  }

  /// Decodes the next byte.
  package mutating func decode(_ byte: UInt8) {
    switch part {
    case .nothing, .escape:
      beginning.append(byte)
      decodeBeginning(isComplete: false)
    case .control, .single, .mouse, .answer, .character:
      decodeByForm(byte)
    }
  }

  /// Decodes the kept bytes, unless more may come and can still make a longer sequence of them.
  private mutating func decodeBeginning(isComplete: Bool) {
    guard !beginning.isEmpty, isComplete || !sequences.canContinue(beginning) else { return }
    var bytes = beginning[...]
    beginning = []
    if let (press, length) = sequences.match(Array(bytes)) {
      bytes = bytes.dropFirst(length)
      isAlt = part.isEscape
      part = .nothing
      emit(press)
    } else {
      decodeByForm(bytes.removeFirst())
    }
    for byte in bytes { decode(byte) }
    if isComplete { decodeBeginning(isComplete: true) }
  }

  private mutating func decodeByForm(_ byte: UInt8) {
    switch part {
    case .nothing:
      begin(byte)
    case .escape:
      decodeAfterEscape(byte)
    case .single:
      part = .nothing
      emitSingle(byte)
    case .control(let bytes):
      decodeControl(byte, after: bytes)
    case .answer(let bytes, let isLate):
      decodeAnswer(byte, after: bytes, isLate: isLate)
    case .mouse(let bytes) where bytes.count < 2:
      part = .mouse(bytes + [byte])
    case .mouse(let bytes):
      part = .nothing
      let numbers = (bytes + [byte]).map { Int($0) - 32 }
      emit(.pressed(button: numbers[0], column: numbers[1], row: numbers[2]))
    case .character(let bytes, let length):
      decodeCharacter(byte, after: bytes, length: length)
    }
  }

  private mutating func decodeAfterEscape(_ byte: UInt8) {
    part = .nothing
    switch byte {
    case 0x1B:
      emit(KeyPress(.escape))
      part = .escape
    case UInt8(ascii: "["):
      part = .control([])
    case UInt8(ascii: "O"):
      part = .single
    case UInt8(ascii: "]"):
      part = .answer([], isLate: false)
    default:
      isAlt = true
      begin(byte)
    }
  }

  /// Decodes a byte of a response, which ends in BEL or `ESC \`.
  ///
  /// A response begins with a digit; without one, `ESC ]` was Alt with `]`. It consists of ASCII
  /// characters; another byte drops it and is a new key. After a pause, so does every byte that cannot
  /// continue the response to the query.
  private mutating func decodeAnswer(_ byte: UInt8, after bytes: [UInt8], isLate: Bool) {
    let isEnd = byte == 0x07 || byte == UInt8(ascii: "\\") && bytes.last == 0x1B
    if isEnd {
      part = .nothing
      let body = bytes.prefix { $0 != 0x1B }
      if let background = BackgroundAnswer.background(body) {
        flushText()
        tokens.append(.background(background))
      }
    } else if bytes.isEmpty, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      part = .nothing
      emit(KeyPress(.character("]"), .alt))
      begin(byte)
    } else if bytes.last == 0x1B {
      decodeAfterEscape(byte)
    } else if bytes.count == Self.longestSequence || !(0x20..<0x7F).contains(byte) && byte != 0x1B
      || isLate && !BackgroundAnswer.canBegin(with: bytes + [byte])
    {
      part = .nothing
      begin(byte)
    } else {
      part = .answer(bytes + [byte], isLate: isLate)
    }
  }

  private mutating func decodeControl(_ byte: UInt8, after bytes: [UInt8]) {
    switch byte {
    // rxvt ends the sequence of a key with Shift in `$`, which is not a final byte elsewhere.
    case UInt8(ascii: "$") where bytes.count == 1 || bytes.count == 2:
      part = .nothing
      emit(final: byte, parameters: bytes)
    case 0x20..<0x40 where bytes.count < Self.longestSequence:
      part = .control(bytes + [byte])
    // The Linux console sends F1 to F5 as `ESC [ [ A` to `ESC [ [ E`.
    case UInt8(ascii: "[") where bytes.isEmpty:
      part = .control([byte])
    case 0x40..<0x7F:
      part = .nothing
      emit(final: byte, parameters: bytes)
    default:
      part = .nothing
      begin(byte)
    }
  }

  private mutating func begin(_ byte: UInt8) {
    switch byte {
    case 0x1B: part = .escape
    case 0x08, 0x7F: emit(KeyPress(.backspace))
    case 0x09: emit(KeyPress(.tab))
    case 0x0A, 0x0D: emit(KeyPress(.enter))
    case ..<0x20: emit(.control(Character(Unicode.Scalar(byte | 0x40)).lowercase))
    case ..<0x80: emit(Unicode.Scalar(byte))
    case 0xC2...0xDF: part = .character([byte], length: 2)
    case 0xE0...0xEF: part = .character([byte], length: 3)
    case 0xF0...0xF4: part = .character([byte], length: 4)
    default: emit("\u{FFFD}")
    }
  }

  private mutating func decodeCharacter(_ byte: UInt8, after bytes: [UInt8], length: Int) {
    guard (0x80..<0xC0).contains(byte) else {
      part = .nothing
      emit("\u{FFFD}")
      begin(byte)
      return
    }
    let bytes = bytes + [byte]
    guard bytes.count == length else {
      part = .character(bytes, length: length)
      return
    }
    part = .nothing
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    emit(text.count == 1 ? text.first ?? "\u{FFFD}" : "\u{FFFD}")
  }

  private mutating func emit(_ scalar: Unicode.Scalar) {
    if isAlt {
      emit(.character(Character(scalar)))
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  private mutating func emit(_ press: KeyPress) {
    flushText()
    var press = press
    if isAlt { press.modifiers.insert(.alt) }
    isAlt = false
    tokens.append(.key(press))
  }

  private mutating func flushText() {
    for character in text { tokens.append(.key(.character(character))) }
    text = ""
  }
}

extension KeyDecoder {
  private mutating func emit(final: UInt8, parameters: [UInt8]) {
    if final == UInt8(ascii: "M"), parameters.isEmpty {
      part = .mouse([])
      return
    }
    if parameters.first == UInt8(ascii: "<") {
      let numbers = Self.numbers(parameters.dropFirst())
      guard numbers.count == 3 else { return }
      let button = numbers[0]
      switch final {
      case UInt8(ascii: "M"): emit(.pressed(button: button, column: numbers[1], row: numbers[2]))
      case UInt8(ascii: "m"): emit(.released(button: button, column: numbers[1], row: numbers[2]))
      default: break
      }
      return
    }
    // Sequences that begin with `<`, `=`, `>` or `?` are private: reports, not keys.
    if let first = parameters.first, (0x3C..<0x40).contains(first) { return }
    if parameters.first == UInt8(ascii: "[") {
      emitConsole(final)
      return
    }
    emit(final: final, numbers: Self.numbers(parameters))
  }

  /// Returns the numbers between semicolons, without sub-parameters after a colon; 1 for a missing
  /// one.
  private static func numbers(_ parameters: some Collection<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      Int(String(decoding: field.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 1
    }
  }

  private mutating func emit(_ token: Token?) {
    guard let token else { return }
    flushText()
    tokens.append(token)
  }

  private mutating func emitConsole(_ final: UInt8) {
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return }
    emit(KeyPress(.function(Int(final - UInt8(ascii: "A")) + 1)))
  }

  private mutating func emit(final: UInt8, numbers: [Int]) {
    let modifiers = KeyPress.Modifiers(number: numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "~"):
      emitNumbered(numbers, modifiers)
    case UInt8(ascii: "u"):
      if let press = KeyPress(code: numbers.first ?? 0, modifiers) { emit(press) }
    case UInt8(ascii: "Z"):
      emit(KeyPress(.tab, modifiers.union(.shift)))
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      emit(KeyPress(.function(Int(final - UInt8(ascii: "P")) + 1), modifiers))
    // The forms of rxvt.
    case UInt8(ascii: "$"): emitNumbered(numbers, .shift)
    case UInt8(ascii: "^"): emitNumbered(numbers, .control)
    case UInt8(ascii: "@"): emitNumbered(numbers, [.control, .shift])
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      if let key = Self.finals[final & 0x5F] { emit(KeyPress(key, .shift)) }
    default:
      if let key = Self.finals[final] { emit(KeyPress(key, modifiers)) }
    }
  }

  static let finals: [UInt8: KeyPress.Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "M"): .enter,
  ]

  /// Emits the key of `ESC O` and a letter: an arrow, a function key, or one of the keypad.
  private mutating func emitSingle(_ letter: UInt8) {
    switch letter {
    // The arrows of rxvt with Control.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      if let key = Self.finals[letter & 0x5F] { emit(KeyPress(key, .control)) }
    // The keypad sends its characters as letters from `j` for `*` to `y` for `9`.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      emit(.character(Character(Unicode.Scalar(letter & 0x3F))))
    case UInt8(ascii: "X"): emit(.character("="))
    case UInt8(ascii: "I"): emit(KeyPress(.tab))
    default: emit(final: letter, numbers: [])
    }
  }

  private mutating func emitNumbered(_ numbers: [Int], _ modifiers: KeyPress.Modifiers) {
    switch numbers.first ?? 0 {
    case 1, 7: emit(KeyPress(.home, modifiers))
    case 2: emit(KeyPress(.insert, modifiers))
    case 3: emit(KeyPress(.delete, modifiers))
    case 4, 8: emit(KeyPress(.end, modifiers))
    case 5: emit(KeyPress(.pageUp, modifiers))
    case 6: emit(KeyPress(.pageDown, modifiers))
    case 27 where numbers.count > 2:
      if let press = KeyPress(code: numbers[2], modifiers) { emit(press) }
    case 200:
      flushText()
      tokens.append(.pasteStart)
    case let number:
      guard let index = Self.functionNumbers.firstIndex(of: number) else { return }
      emit(KeyPress(.function(index + 1), modifiers))
    }
  }

  /// The numbers of F1 to F20 before a `~`; some are not used.
  private static let functionNumbers = [
    11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
  ]
}
