/// One line of text that is being edited, with a cursor between its characters.
struct LineBuffer: Hashable, Sendable {
  /// Text beyond this many characters is not taken.
  static let limit = 65_536

  private(set) var characters: [Character]
  /// How many characters stand before the cursor.
  private(set) var cursor: Int
  private var deleted: [Character] = []
  private var past: [Snapshot] = []

  private struct Snapshot: Hashable {
    var characters: [Character]
    var cursor: Int
  }

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }

  var isEmpty: Bool { characters.isEmpty }

  /// Inserts text before the cursor.
  ///
  /// - Returns: how many characters found no room.
  @discardableResult
  mutating func insert(_ text: String) -> Int {
    let room = max(0, Self.limit - characters.count)
    let inserted = text.prefix(room)
    guard !inserted.isEmpty else { return text.count }
    remember()
    // A combining mark joins the character before it, so the text is put together as a whole.
    let before = String(characters[..<cursor]) + inserted
    characters = Array(before + String(characters[cursor...]))
    cursor = min(before.count, characters.count)
    return text.count - inserted.count
  }

  /// Replaces the whole text and puts the cursor behind it.
  mutating func replace(with text: String) {
    remember()
    characters = Array(text)
    cursor = characters.count
  }

  /// Does what an editing command says; commands that edit no text do nothing.
  ///
  /// - Returns: whether the command is one that edits text or moves in it.
  mutating func perform(_ command: FieldCommand) -> Bool {
    switch command {
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .start: cursor = 0
    case .end: cursor = characters.count
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .deleteBack: delete(max(0, cursor - 1)..<cursor, keeping: false)
    case .deleteForward: delete(cursor..<min(characters.count, cursor + 1), keeping: false)
    case .deleteWord: delete(wordStart..<cursor, keeping: true)
    case .deleteToStart: delete(0..<cursor, keeping: true)
    case .deleteToEnd: delete(cursor..<characters.count, keeping: true)
    case .putBack: insert(String(deleted))
    case .undo: restore()
    case .save, .cancel, .stepUp, .stepDown, .tenStepsUp, .tenStepsDown, .minimum, .maximum,
      .useDefault, .help, .redraw, .suspend:
      return false
    }
    return true
  }

  private mutating func delete(_ range: Range<Int>, keeping: Bool) {
    guard !range.isEmpty else { return }
    remember()
    if keeping { deleted = Array(characters[range]) }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    var index = cursor
    while index > 0, !characters[index - 1].isWordPart { index -= 1 }
    while index > 0, characters[index - 1].isWordPart { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = cursor
    while index < characters.count, !characters[index].isWordPart { index += 1 }
    while index < characters.count, characters[index].isWordPart { index += 1 }
    return index
  }

  private mutating func remember() {
    past.append(Snapshot(characters: characters, cursor: cursor))
    if past.count > 100 { past.removeFirst() }
  }

  private mutating func restore() {
    guard let last = past.popLast() else { return }
    characters = last.characters
    cursor = last.cursor
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
