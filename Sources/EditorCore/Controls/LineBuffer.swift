import Terminal

/// One line of text with a cursor between its characters, and the editing commands of a text field.
///
/// Text fields, numbers, dates as text and the filter use it. The text is an array of characters, so
/// moving the cursor takes constant time; inserting copies the array, which is fast enough up to
/// ``limit``. The scroll position is part of the buffer, because it depends on the previous one: the
/// text moves only when the cursor would leave the visible part.
struct LineBuffer: Hashable, Sendable {
  /// The greatest number of characters that can be entered.
  static let limit = 65_536

  /// The text.
  private(set) var characters: [Character]
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  /// The scroll position: the number of columns to the left of the visible part.
  private var left = 0
  /// The text that the last deletion of a word or a line removed, for `putBack`.
  private var deleted: [Character] = []
  /// The states before the last changes, oldest first; at most 100.
  private var undoStack: [Snapshot] = []
  /// The states that were undone, the last undone one last.
  private var redoStack: [Snapshot] = []

  /// The text and the cursor before a change.
  private struct Snapshot: Hashable {
    var characters: [Character]
    var cursor: Int
  }

  /// Creates a buffer with the cursor at the end of the text.
  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// The text as a string.
  var text: String { String(characters) }

  /// Whether there is no text.
  var isEmpty: Bool { characters.isEmpty }

  /// Whether there is a change to undo.
  var hasChanges: Bool { !undoStack.isEmpty }

  /// Inserts text before the cursor.
  ///
  /// - Returns: the number of characters at the end that were not inserted, because of ``limit``.
  @discardableResult
  mutating func insert(_ text: String) -> Int {
    let room = max(0, Self.limit - characters.count)
    let inserted = text.prefix(room)
    guard !inserted.isEmpty else { return text.count }
    recordUndo()
    // Compute the characters again: a combining mark merges with the character before it.
    let before = String(characters[..<cursor]) + inserted
    characters = Array(before + String(characters[cursor...]))
    cursor = min(before.count, characters.count)
    return text.count - inserted.count
  }

  /// Replaces the whole text and moves the cursor to its end.
  mutating func replace(with text: String) {
    recordUndo()
    characters = Array(text)
    cursor = characters.count
  }

  /// Performs a command that edits the text or moves the cursor.
  mutating func perform(_ command: FieldCommand) {
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
    case .undoTyping: undo()
    case .redoTyping: redo()
    }
  }

  /// Deletes a range of characters; `keeping` saves them for `putBack`.
  private mutating func delete(_ range: Range<Int>, keeping: Bool) {
    guard !range.isEmpty else { return }
    recordUndo()
    if keeping { deleted = Array(characters[range]) }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// The start of the word before the cursor.
  private var wordStart: Int {
    var index = cursor
    while index > 0, !characters[index - 1].isWordPart { index -= 1 }
    while index > 0, characters[index - 1].isWordPart { index -= 1 }
    return index
  }

  /// The end of the word after the cursor.
  private var wordEnd: Int {
    var index = cursor
    while index < characters.count, !characters[index].isWordPart { index += 1 }
    while index < characters.count, characters[index].isWordPart { index += 1 }
    return index
  }

  private mutating func recordUndo() {
    undoStack.append(Snapshot(characters: characters, cursor: cursor))
    if undoStack.count > 100 { undoStack.removeFirst() }
    redoStack = []
  }

  private mutating func undo() {
    guard let last = undoStack.popLast() else { return }
    redoStack.append(Snapshot(characters: characters, cursor: cursor))
    characters = last.characters
    cursor = last.cursor
  }

  private mutating func redo() {
    guard let next = redoStack.popLast() else { return }
    undoStack.append(Snapshot(characters: characters, cursor: cursor))
    characters = next.characters
    cursor = next.cursor
  }
}

extension Character {
  /// Whether the character belongs to a word for the commands that move by words.
  var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

extension LineBuffer {
  /// Inserts a pasted text as one line, and returns the number of characters that had no room.
  @discardableResult
  mutating func paste(_ text: String) -> Int {
    insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Inserts a typed character, and returns the outcome for a control.
  mutating func type(_ character: Character) -> ControlOutcome {
    insert(String(character))
    return .changed
  }

  /// Performs the action of a key press, and returns the outcome for a control.
  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    guard let command = FieldCommand(action) else { return ControlOutcome(action) }
    perform(command)
    return .changed
  }

  /// Returns the visible part of the text and the column of the cursor.
  func picture(columns: Int, isRejected: Bool) -> ControlPicture {
    let width = max(1, columns)
    let hidden = hiddenColumns(width: width)
    var (first, used) = (0, 0)
    while first < cursor, used < hidden {
      used += SafeText(String(characters[first])).width
      first += 1
    }
    let line = TypedLine(
      characters[first...].prefix(width),
      role: isRejected ? .rejectedField : .field,
      columns: width
    )
    let before = SafeText(String(characters[first..<cursor])).width
    return ControlPicture(
      lines: [line.padded(to: width)],
      cursor: (line: 0, column: min(before, width - 1))
    )
  }

  /// Scrolls so that the cursor is visible in this many columns.
  mutating func scroll(columns: Int) {
    left = hiddenColumns(width: max(1, columns))
  }

  /// Returns the number of hidden columns on the left.
  ///
  /// It is the scroll position, changed as little as possible so that the cursor is visible and no
  /// column after the text is blank, except one for the cursor.
  private func hiddenColumns(width: Int) -> Int {
    let before = SafeText(String(characters[..<cursor])).width
    let after = SafeText(String(characters[cursor...].prefix(width))).width
    return max(0, min(before, max(left, before - width + 1), before + after + 1 - width))
  }
}
