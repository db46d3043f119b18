import CNcurses
import Terminal

/// The meaning of curses' key codes.
enum CursesKeys {
  /// Returns the key press of a key code, nil for a code that stands for no key.
  static func keyPress(of code: Int32) -> KeyPress? {
    if let press = fixed[code] { return press }
    if code > KEY_F0, code <= KEY_F0 + 63 { return function(Int(code - KEY_F0)) }
    guard code > KEY_MAX, let name = keyname(code) else { return nil }
    return extended(String(cString: name))
  }

  private static let fixed: [Int32: KeyPress] = [
    KEY_UP: KeyPress(.up), KEY_DOWN: KeyPress(.down),
    KEY_LEFT: KeyPress(.left), KEY_RIGHT: KeyPress(.right),
    KEY_HOME: KeyPress(.home), KEY_FIND: KeyPress(.home), KEY_A1: KeyPress(.home),
    KEY_END: KeyPress(.end), KEY_SELECT: KeyPress(.end), KEY_C1: KeyPress(.end),
    KEY_LL: KeyPress(.end),
    KEY_PPAGE: KeyPress(.pageUp), KEY_A3: KeyPress(.pageUp),
    KEY_NPAGE: KeyPress(.pageDown), KEY_C3: KeyPress(.pageDown),
    KEY_IC: KeyPress(.insert), KEY_DC: KeyPress(.delete),
    KEY_BACKSPACE: KeyPress(.backspace), KEY_ENTER: KeyPress(.enter),
    KEY_BTAB: KeyPress(.tab, .shift),
    KEY_SR: KeyPress(.up, .shift), KEY_SF: KeyPress(.down, .shift),
    KEY_SLEFT: KeyPress(.left, .shift), KEY_SRIGHT: KeyPress(.right, .shift),
    KEY_SHOME: KeyPress(.home, .shift), KEY_SEND: KeyPress(.end, .shift),
    KEY_SPREVIOUS: KeyPress(.pageUp, .shift), KEY_SNEXT: KeyPress(.pageDown, .shift),
    KEY_SIC: KeyPress(.insert, .shift), KEY_SDC: KeyPress(.delete, .shift),
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

  /// Returns the key press of an extended capability's name, `kUP5` for example.
  ///
  /// The digit is xterm's number of the modifiers; a name without one means Shift.
  static func extended(_ name: String) -> KeyPress? {
    var stem = name[...]
    var modifiers: KeyPress.Modifiers = .shift
    if let digit = stem.last?.wholeNumberValue {
      stem.removeLast()
      modifiers = Self.modifiers(of: digit)
    }
    return keys[String(stem)].map { KeyPress($0, modifiers) }
  }

  private static let keys: [String: KeyPress.Key] = [
    "kUP": .up, "kDN": .down, "kLFT": .left, "kRIT": .right, "kHOM": .home, "kEND": .end,
    "kPRV": .pageUp, "kNXT": .pageDown, "kIC": .insert, "kDC": .delete,
  ]

  /// Returns the modifiers of xterm's number: 1, plus 1 for Shift, 2 for Alt, 4 for Control, 8 for
  /// Meta.
  static func modifiers(of number: Int) -> KeyPress.Modifiers {
    let bits = max(0, number - 1)
    var modifiers: KeyPress.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    // Meta counts as Alt.
    if bits & 0b1010 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
