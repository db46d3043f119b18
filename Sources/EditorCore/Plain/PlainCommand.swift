import Terminal

/// The meaning of a line that was typed in the editor on plain lines.
enum PlainCommand: Hashable, Sendable {
  /// An empty line: more of the list; elsewhere it goes back.
  case next
  /// The number of a key, or of a row that is chosen; the first one is 1.
  case number(Int)
  /// Everything about the key with a number.
  case describe(Int)
  /// A key press, on the keys or rows with these numbers if there are any.
  case press(KeyPress, ClosedRange<Int>?)
  /// A text to search for; an empty one ends the search.
  case search(String)
  /// The list from its start.
  case list
  /// The text about what can be typed.
  case help
  /// Any other line.
  case unknown(String)

  /// Creates a command from a line; the mode in which it was typed decides which keys exist.
  ///
  /// `spoken` are the words that the screen has said, with the key presses that they stand for.
  init(
    _ line: String,
    in mode: KeyMode,
    _ bindings: Keybindings,
    spoken: [(word: String, press: KeyPress)] = []
  ) {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first else {
      self = .next
      return
    }
    if line.hasPrefix("/") {
      self = .search(String(line.dropFirst()))
    } else if words.count == 1, !mode.types("a"), let command = Self.words[first.lowercased()] {
      self = command
    } else if let command = Self.command(words, in: mode, bindings, spoken) {
      self = command
    } else {
      self = .unknown(line)
    }
  }

  /// The words for commands without a key press.
  private static let words: [String: PlainCommand] = ["list": .list, "help": .help, "?": .help]

  private static func command(
    _ words: [String],
    in mode: KeyMode,
    _ bindings: Keybindings,
    _ spoken: [(word: String, press: KeyPress)]
  ) -> PlainCommand? {
    if words.count == 1, let number = number(words[0]) { return .number(number) }
    if mode == .list, words.count <= 2, let number = described(words) { return .describe(number) }
    let numbers = words.count > 1 ? range(words[words.count - 1]) : nil
    let name = words.dropLast(numbers == nil ? 0 : 1).joined(separator: " ")
    let word = spoken.first { $0.word == name.lowercased() }
    guard number(name) == nil, let press = word?.press ?? press(name, in: mode, bindings) else {
      return nil
    }
    if bindings.action(for: press, in: mode) == KeyAction(GlobalCommand.help) { return .help }
    return .press(press, numbers)
  }

  /// Returns the number in `3?`, `? 3` or `3 ?`; nil for any other words.
  private static func described(_ words: [String]) -> Int? {
    let text = words.joined()
    guard text.first == "?" || text.last == "?" else { return nil }
    return number(text.hasPrefix("?") ? text.dropFirst() : text.dropLast())
  }

  /// Returns the key press with a name, or of the action with a name; nil if the mode has none.
  private static func press(
    _ name: String,
    in mode: KeyMode,
    _ bindings: Keybindings
  ) -> KeyPress? {
    if let press = KeyPress(named: name), bindings.action(for: press, in: mode) != nil {
      return press
    }
    return bindings.bindings(in: mode).first { $0.row.action?.name == name }?.presses.first
  }

  /// Returns the range of `3` or `3-7`; nil for any other text.
  private static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
    guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last
    else { return nil }
    return first...last
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(text)
  }
}
