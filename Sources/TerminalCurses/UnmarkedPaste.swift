import Terminal

/// A paste from a terminal that does not mark pastes.
///
/// Such a terminal sends pasted text as if it had been typed, so its letters would be performed as
/// commands: a pasted "rq" would reset a key and quit. Hardly anybody types this many characters between
/// two reads, so from ``minimum`` on they are a paste. On a terminal that marks pastes nothing is guessed
/// (``TerminalType/marksPastes(_:)``): over a slow line, that many key presses do arrive together. Only
/// key presses that a text can contain count. Keys that are held down one after another while the program
/// is busy are not a paste: they repeat their characters many times, and a text on average no more than
/// twice.
enum UnmarkedPaste {
  /// The least number of characters in a paste.
  static let minimum = 16

  /// Milliseconds without input after which a long unmarked paste is complete.
  static let silence: Int32 = 50

  /// The least number of characters of a paste that may arrive in several parts.
  ///
  /// The last part may be short. After a shorter paste, the next key press is not part of it, however
  /// soon it comes.
  private static let longMinimum = 256

  /// Returns whether the events end in a paste that may continue.
  static func mayContinue(_ events: some Collection<Event>) -> Bool {
    // The events of one read, because all that have arrived may be many.
    guard case .paste(let text)? = collected(events.suffix(4096)).last else { return false }
    return text.count >= longMinimum
  }

  /// Returns events that were read together, and replaces each run of characters that is a paste.
  static func collected(_ events: some Collection<Event>) -> [Event] {
    var result: [Event] = []
    var run: [Event] = []
    var text = ""
    func finish() {
      let runs = 1 + zip(text, text.dropFirst()).count { $0 != $1 }
      if text.count >= minimum, runs * 2 >= text.count {
        result.append(.paste(text))
      } else {
        result += run
      }
      run = []
      text = ""
    }
    for event in events {
      if let character = character(of: event) {
        run.append(event)
        text.append(character)
      } else {
        finish()
        result.append(event)
      }
    }
    finish()
    return result
  }

  /// Returns the character of a text that a terminal sends as an event; nil for other events.
  private static func character(of event: Event) -> Character? {
    guard case .key(let press) = event, press.modifiers.isEmpty else { return nil }
    switch press.key {
    case .character(let character): return character
    case .enter: return "\n"
    case .tab: return "\t"
    case .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .function:
      return nil
    }
  }
}
