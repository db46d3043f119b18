import CNcurses
import Terminal

/// The byte sequences of keys in the description of a terminal.
///
/// The description lists what the keys of this terminal send: most sequences begin with Escape, and
/// some old terminals send single control characters for their arrows. ``KeyDecoder`` decodes the forms
/// that terminals have in common.
struct KeySequences: Sendable {
  private var presses: [[UInt8]: KeyPress] = [:]
  /// The proper prefixes of the sequences.
  private var beginnings: Set<[UInt8]> = []

  /// Creates a list without sequences.
  init() {}

  /// Creates a list of sequences; of equal sequences, the first is used.
  init(_ sequences: some Sequence<(bytes: [UInt8], press: KeyPress)>) {
    for (bytes, press) in sequences where !bytes.isEmpty && presses[bytes] == nil {
      presses[bytes] = press
      for count in 1..<bytes.count { beginnings.insert(Array(bytes.prefix(count))) }
    }
  }

  /// Returns whether a sequence begins with the bytes and is longer.
  func canContinue(_ bytes: [UInt8]) -> Bool { beginnings.contains(bytes) }

  /// Returns the key press and the length of the longest sequence that the bytes begin with.
  func match(_ bytes: [UInt8]) -> (press: KeyPress, length: Int)? {
    for length in stride(from: bytes.count, to: 0, by: -1) {
      if let press = presses[Array(bytes.prefix(length))] { return (press, length) }
    }
    return nil
  }
}

extension KeySequences {
  /// The sequences in the description of the terminal that curses has opened.
  static var ofTerminal: KeySequences {
    let functions = (1...63).map { (name: "kf\($0)", press: function($0)) }
    let capabilities = named + functions + withModifiers
    return KeySequences(
      capabilities.lazy.compactMap { name, press in
        Sequences.capability(name).map { (Array($0.utf8), press) }
      }
    )
  }

  /// The capabilities of the keys without modifiers, and of Tab with Shift.
  private static let named: [(name: String, press: KeyPress)] = [
    ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
    ("kcuf1", KeyPress(.right)), ("khome", KeyPress(.home)), ("kfnd", KeyPress(.home)),
    ("ka1", KeyPress(.home)), ("kend", KeyPress(.end)), ("kslt", KeyPress(.end)),
    ("kc1", KeyPress(.end)), ("kll", KeyPress(.end)), ("kpp", KeyPress(.pageUp)),
    ("ka3", KeyPress(.pageUp)), ("knp", KeyPress(.pageDown)), ("kc3", KeyPress(.pageDown)),
    ("kich1", KeyPress(.insert)), ("kdch1", KeyPress(.delete)), ("kbs", KeyPress(.backspace)),
    ("kent", KeyPress(.enter)), ("kcbt", KeyPress(.tab, .shift)),
    // These capabilities, whose names are about scrolling, are Shift with an arrow.
    ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
  ]

  /// Returns the key press of a function key's number; above 24 the number includes modifiers.
  private static func function(_ number: Int) -> KeyPress {
    switch number {
    case ...24: KeyPress(.function(number))
    case ...36: KeyPress(.function(number - 24), .control)
    case ...48: KeyPress(.function(number - 36), [.control, .shift])
    case ...60: KeyPress(.function(number - 48), .alt)
    default: KeyPress(.function(number - 60), [.alt, .shift])
    }
  }

  /// The capabilities of keys with modifiers, `kUP5` for example.
  ///
  /// The digit is xterm's number of the modifiers; a name without one means Shift.
  static let withModifiers: [(name: String, press: KeyPress)] = [
    ("kUP", KeyPress.Key.up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
    ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
  ].flatMap { name, key in
    [(name, KeyPress(key, .shift))]
      + (2...8).map { ("\(name)\($0)", KeyPress(key, KeyPress.Modifiers(number: $0))) }
  }
}

extension KeyPress.Modifiers {
  /// Creates the modifiers of xterm's number: 1, plus 1 for Shift, 2 for Alt, 4 for Control, 8 for Meta.
  init(number: Int) {
    let bits = max(0, number - 1)
    self = []
    if bits & 1 != 0 { insert(.shift) }
    // Meta counts as Alt.
    if bits & 0b1010 != 0 { insert(.alt) }
    if bits & 4 != 0 { insert(.control) }
  }
}
