import Terminal

extension KeyPress {
  /// Escape for a character with Alt, which a terminal sends as Escape and the character; nil for another key.
  var escapeBeforeCharacter: KeyPress? {
    guard case .character = key, modifiers.contains(.alt) else { return nil }
    return KeyPress(.escape)
  }

  /// Ctrl-C, which leaves every mode at once and cannot be bound to another action.
  static let interrupt: KeyPress = .control("c")

  /// The names of the keys that have one, such as Enter; the first is printed, all of them are parsed.
  private static let keyNames: [(key: Key, names: [String])] =
    [
      (.enter, ["Enter", "Return"]), (.escape, ["Esc", "Escape"]), (.tab, ["Tab"]),
      (.backspace, ["Backspace"]), (.delete, ["Del", "Delete"]), (.insert, ["Ins", "Insert"]),
      (.up, ["↑", "Up"]), (.down, ["↓", "Down"]), (.left, ["←", "Left"]),
      (.right, ["→", "Right"]), (.home, ["Home"]), (.end, ["End"]),
      (.pageUp, ["PgUp", "PageUp"]), (.pageDown, ["PgDn", "PageDown"]),
      (.character(" "), ["Space"]), (.character(","), [",", "Comma"]),
    ] + (1...24).map { (.function($0), ["F\($0)"]) }

  /// The keys by all their names, in lower case.
  private static let keysByName = Dictionary(
    keyNames.flatMap { key, names in names.map { ($0.lowercased(), key) } }
  ) { first, _ in first }

  /// The modifiers as they are printed, and the prefixes in lower case that are parsed.
  private static let modifierNames: [(modifier: Modifiers, printed: String, prefixes: [String])] = [
    (.alt, "A-", ["a", "alt", "m", "meta"]),
    (.shift, "S-", ["s", "shift"]),
    (.control, "^", ["c", "ctrl", "control"]),
  ]

  /// The short name for people: `Enter`, `^N`, `A-b`, `PgDn`.
  var name: String {
    var base = Self.keyNames.first { $0.key == key }?.names[0] ?? ""
    if base.isEmpty, case .character(let character) = key {
      base = String(character)
      if modifiers.contains(.control), base.uppercased().count == 1 { base = base.uppercased() }
      // A character that is the name of another key, such as `↑`, is printed as its code point.
      let scalars = base.unicodeScalars
      if Self.keyNames.contains(where: { $0.names.contains(base) }), let scalar = scalars.first {
        base = "U+" + String(scalar.value, radix: 16, uppercase: true)
      }
    }
    return Self.modifierNames.filter { modifiers.contains($0.modifier) }.map(\.printed).joined()
      + base
  }

  /// Creates a key press from a name in the form of ``name``, or in another usual form.
  ///
  /// The others are `Ctrl-N`, `C-n`, `Alt-b`, `M-b`, `Shift-Tab` and `Up`.
  init?(named name: String) {
    let (modifiers, base) = Self.split(name)
    let lowercased = base.lowercased()
    if let key = Self.keysByName[lowercased] {
      if case .character = key, modifiers.contains(.shift) { return nil }
      self.init(key, modifiers)
      return
    }
    var character = base.first
    if base.count > 1 {
      guard lowercased.hasPrefix("u+"), let value = UInt32(base.dropFirst(2), radix: 16) else {
        return nil
      }
      character = Unicode.Scalar(value).map(Character.init)
    }
    guard let character, !character.isWhitespace, !character.isControl else { return nil }
    self.init(typing: character, modifiers)
  }

  /// Creates the press of a character key in the form in which terminals report it.
  private init?(typing character: Character, _ modifiers: Modifiers) {
    var text = String(character)
    if modifiers.contains(.shift) {
      // Terminals report Shift only as the capital letter.
      guard character.isLetter, !modifiers.contains(.control) else { return nil }
      text = text.uppercased()
    } else if modifiers.contains(.control) {
      text = text.lowercased()
    }
    guard text.count == 1, let typed = text.first else { return nil }
    self.init(.character(typed), modifiers.subtracting(.shift))
  }

  /// Splits a name into its modifiers and the name of the key.
  private static func split(_ name: String) -> (Modifiers, Substring) {
    var modifiers: Modifiers = []
    var rest = name[...]
    while rest.count > 1 {
      if rest.hasPrefix("^") {
        modifiers.insert(.control)
        rest.removeFirst()
        continue
      }
      let end = rest.firstIndex { $0 == "-" || $0 == "+" } ?? rest.endIndex
      let prefix = rest[..<end].lowercased()
      let found = modifierNames.first { $0.prefixes.contains(prefix) }
      guard let found, end < rest.endIndex, rest.index(after: end) < rest.endIndex else { break }
      modifiers.insert(found.modifier)
      rest = rest[rest.index(after: end)...]
    }
    return (modifiers, rest)
  }

  /// The key press that a terminal reports for this one: `^I` is Tab, `^M` and `^J` are Enter, `^[` is Esc,
  /// `^H` and `^?` are Backspace, and `^Space` is `^@`.
  var terminalEquivalent: KeyPress {
    guard case .character(let character) = key, modifiers.contains(.control) else { return self }
    let sent: Key
    switch character {
    case "i": sent = .tab
    case "m", "j": sent = .enter
    case "[": sent = .escape
    case "h", "?": sent = .backspace
    case " ": return KeyPress(.character("@"), modifiers)
    default: return self
    }
    return KeyPress(sent, modifiers.subtracting(.control))
  }

  /// The character that the key press types; nil for other keys and with Ctrl or Alt.
  var typed: Character? {
    guard case .character(let character) = key, modifiers.isEmpty else { return nil }
    return character
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
