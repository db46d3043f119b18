/// A text of one or several lines with a cursor, and its editing commands.
///
/// A line is the text between two line feeds. A carriage return before a line feed stays in its line, so
/// that every text is kept byte for byte; the cursor skips it. Places count the bytes of a line, because
/// a byte of a string is found in constant time and a character is not. An insertion or deletion changes
/// the lines that it touches, and the undo history holds only what was removed and inserted, so the cost
/// of a key press does not depend on the length of the text.
///
/// In a buffer of one line, which text fields, searches and the filter use, a line feed is a character
/// like every other one, so the text always is one line.
struct TextBuffer: Sendable {
  /// The greatest number of bytes that can be entered in several lines.
  static let limit = 1 << 24
  /// The greatest number of bytes that can be entered in one line, of which all are measured to draw it.
  static let lineLimit = 1 << 16

  /// A place in the text.
  struct Place: Hashable, Comparable, Sendable {
    /// The line, 0-based.
    var line: Int
    /// The number of bytes before the place in its line.
    var offset: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.line, left.offset) < (right.line, right.offset)
    }
  }

  /// The lines, without line feeds; at least one.
  private(set) var lines: [String]
  /// The place of the cursor, always between two characters.
  private(set) var cursor: Place = Place(line: 0, offset: 0)
  /// The number of bytes of the text.
  private(set) var byteCount: Int
  /// The number of Unicode scalars of the text.
  private(set) var scalarCount: Int
  /// The number of changes so far, undone ones included.
  private(set) var changeCount = 0
  /// The text that the last deletion of a word or a line removed, for `putBack`.
  private var deleted = ""
  private var history = TextHistory()
  /// Whether the text is one line.
  private let isLine: Bool
  /// The scroll position of one line: the number of columns to the left of the visible part.
  private var left = 0

  /// Creates a buffer of several lines with the cursor at the start of the text.
  init(_ text: String) {
    self.init(text, isLine: false)
  }

  /// Creates a buffer of one line with the cursor at the end of the text.
  init(line text: String) {
    self.init(text, isLine: true)
    cursor = end
  }

  private init(_ text: String, isLine: Bool) {
    self.isLine = isLine
    lines = isLine ? [text] : Self.lines(of: text)
    byteCount = text.utf8.count
    scalarCount = text.unicodeScalars.count
  }

  /// Whether there is no text.
  var isEmpty: Bool { byteCount == 0 }

  /// Whether there is a change to undo.
  var canUndo: Bool { history.canUndo }

  /// The text of the cursor's line before the cursor.
  var textBeforeCursor: Substring { text(ofLine: cursor.line, 0..<cursor.offset) }

  /// The whole text.
  var text: String {
    var text = ""
    text.reserveCapacity(byteCount)
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\n" }
      text += line
    }
    return text
  }

  /// Splits a text at its line feeds.
  ///
  /// `String.split` would not find the line feed of `\r\n`, which is one character.
  private static func lines(of text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return [text] }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  // MARK: - Places

  /// Returns the number of bytes of a line before its line break.
  func length(ofLine line: Int) -> Int {
    let count = lines[line].utf8.count
    let hasReturn = line < lines.count - 1 && lines[line].utf8.last == UInt8(ascii: "\r")
    return hasReturn ? count - 1 : count
  }

  /// The place behind the last character.
  var end: Place { Place(line: lines.count - 1, offset: length(ofLine: lines.count - 1)) }

  private func index(_ place: Place) -> String.Index {
    let line = lines[place.line]
    return line.utf8.index(line.startIndex, offsetBy: min(place.offset, line.utf8.count))
  }

  /// Returns the text of a line between two offsets.
  func text(ofLine line: Int, _ range: Range<Int>) -> Substring {
    let start = index(Place(line: line, offset: range.lowerBound))
    return lines[line][start..<index(Place(line: line, offset: range.upperBound))]
  }

  /// Returns the text between two places.
  private func text(_ range: Range<Place>) -> String {
    let (first, last) = (range.lowerBound.line, range.upperBound.line)
    guard first < last else {
      return String(text(ofLine: first, range.lowerBound.offset..<range.upperBound.offset))
    }
    let start = text(ofLine: first, range.lowerBound.offset..<lines[first].utf8.count)
    let end = text(ofLine: last, 0..<range.upperBound.offset)
    return ([String(start)] + lines[(first + 1)..<last] + [String(end)]).joined(separator: "\n")
  }

  /// Returns the place one character further; nil at the end of the text.
  private func place(after place: Place) -> Place? {
    if place.offset < length(ofLine: place.line) {
      let line = lines[place.line]
      let next = line.index(after: index(place))
      return Place(line: place.line, offset: line.utf8.distance(from: line.startIndex, to: next))
    }
    return place.line + 1 < lines.count ? Place(line: place.line + 1, offset: 0) : nil
  }

  /// Returns the place one character back; nil at the start of the text.
  private func place(before place: Place) -> Place? {
    if place.offset > 0 {
      let line = lines[place.line]
      let next = line.index(before: index(place))
      return Place(line: place.line, offset: line.utf8.distance(from: line.startIndex, to: next))
    }
    return place.line > 0
      ? Place(line: place.line - 1, offset: length(ofLine: place.line - 1)) : nil
  }

  /// Returns the nearest place at or behind a place that is between two characters of its line.
  private func aligned(_ place: Place) -> Place {
    var place = place
    place.offset = min(place.offset, length(ofLine: place.line))
    let line = lines[place.line]
    let index = index(place)
    if String.Index(index, within: line) == nil {
      // `index(after:)` goes to the end of the character that contains the index.
      let next = line.index(after: index)
      place.offset = line.utf8.distance(from: line.startIndex, to: next)
    }
    return place
  }

  /// Returns the first offset from a given one on that is between two characters of a line.
  func offset(atOrAfter offset: Int, inLine line: Int) -> Int {
    aligned(Place(line: line, offset: offset)).offset
  }

  /// Moves the cursor.
  mutating func move(to place: Place) {
    let line = max(0, min(place.line, lines.count - 1))
    cursor = aligned(Place(line: line, offset: max(0, place.offset)))
    history.endTyping()
  }

  // MARK: - Changes

  /// Replaces the text between two places, without a record in the history.
  private mutating func substitute(_ range: Range<Place>, by new: String) {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let old = text(range)
    let start = text(ofLine: lower.line, 0..<lower.offset)
    let end = text(ofLine: upper.line, upper.offset..<lines[upper.line].utf8.count)
    let changed = String(start) + new + String(end)
    lines.replaceSubrange(
      lower.line...upper.line,
      with: isLine ? [changed] : Self.lines(of: changed)
    )
    byteCount += new.utf8.count - old.utf8.count
    scalarCount += new.unicodeScalars.count - old.unicodeScalars.count
    changeCount += 1
  }

  /// Returns the place behind a text that begins at a place.
  private func end(of text: String, from start: Place) -> Place {
    let bytes = text.utf8
    guard !isLine, let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      return Place(line: start.line, offset: start.offset + bytes.count)
    }
    let breaks = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let rest = bytes.distance(from: bytes.index(after: last), to: bytes.endIndex)
    return Place(line: start.line + breaks, offset: rest)
  }

  /// Replaces the text between two places, and moves the cursor behind the new text.
  private mutating func replace(_ range: Range<Place>, by new: String, isTyping: Bool = false) {
    let change = TextHistory.Change(
      start: range.lowerBound,
      removed: text(range),
      inserted: new,
      cursor: cursor
    )
    substitute(range, by: new)
    cursor = aligned(end(of: new, from: range.lowerBound))
    history.record(change, isTyping: isTyping)
  }

  /// Inserts text before the cursor; returns how many characters at its end are beyond the limit.
  ///
  /// With `isTyping`, it is one typed character, which is undone with the characters before it.
  @discardableResult
  mutating func insert(_ text: String, isTyping: Bool = false) -> Int {
    let room = max(0, (isLine ? Self.lineLimit : Self.limit) - byteCount)
    var fitting = text
    if text.utf8.count > room {
      fitting = ""
      for character in text {
        guard fitting.utf8.count + character.utf8.count <= room else { break }
        fitting.append(character)
      }
    }
    if !fitting.isEmpty { replace(cursor..<cursor, by: fitting, isTyping: isTyping) }
    return fitting.utf8.count == text.utf8.count ? 0 : text.count - fitting.count
  }

  /// Inserts a line break of the kind that the line above the cursor, or else the cursor's line, has.
  mutating func insertLineBreak(indentedBy blanks: String = "") {
    let sample = cursor.line > 0 ? cursor.line - 1 : 0
    let hasReturn = sample < lines.count - 1 && lines[sample].utf8.last == UInt8(ascii: "\r")
    insert((hasReturn ? "\r\n" : "\n") + blanks)
  }

  /// Replaces the whole text, which can be undone, and moves the cursor to its end.
  mutating func replace(with text: String) {
    let last = lines.count - 1
    let end = Place(line: last, offset: lines[last].utf8.count)
    replace(Place(line: 0, offset: 0)..<end, by: text)
  }

  /// Performs a command that edits the text or moves the cursor.
  mutating func perform(_ command: FieldCommand) {
    let line = cursor.line
    switch command {
    case .left: move(to: place(before: cursor) ?? cursor)
    case .right: move(to: place(after: cursor) ?? cursor)
    case .start: move(to: Place(line: line, offset: 0))
    case .end: move(to: Place(line: line, offset: length(ofLine: line)))
    case .wordLeft: move(to: wordStart)
    case .wordRight: move(to: wordEnd)
    case .deleteBack: delete((place(before: cursor) ?? cursor)..<cursor, keeping: false)
    case .deleteForward: delete(cursor..<(place(after: cursor) ?? cursor), keeping: false)
    case .deleteWord: delete(wordStart..<cursor, keeping: true)
    case .deleteToStart: delete(Place(line: line, offset: 0)..<cursor, keeping: true)
    case .deleteToEnd:
      // At the end of a line, its break is deleted, as in GNU Emacs.
      let end = Place(line: line, offset: length(ofLine: line))
      delete(cursor..<(cursor < end ? end : place(after: cursor) ?? cursor), keeping: true)
    case .putBack: insert(deleted)
    case .undoTyping: undo()
    case .redoTyping: redo()
    }
  }

  /// Deletes the text between two places; `keeping` saves it for `putBack`.
  private mutating func delete(_ range: Range<Place>, keeping: Bool) {
    guard !range.isEmpty else { return }
    if keeping { deleted = text(range) }
    replace(range, by: "")
  }

  private mutating func undo() {
    guard let change = history.undo() else { return }
    substitute(change.start..<end(of: change.inserted, from: change.start), by: change.removed)
    cursor = aligned(change.cursor)
  }

  private mutating func redo() {
    guard let change = history.redo() else { return }
    substitute(change.start..<end(of: change.removed, from: change.start), by: change.inserted)
    cursor = aligned(end(of: change.inserted, from: change.start))
  }

  // MARK: - Words

  private func character(before place: Place) -> Character? {
    guard let previous = self.place(before: place) else { return nil }
    return previous.line < place.line ? "\n" : lines[place.line][index(previous)]
  }

  private func character(after place: Place) -> Character? {
    guard self.place(after: place) != nil else { return nil }
    return place.offset < length(ofLine: place.line) ? lines[place.line][index(place)] : "\n"
  }

  /// The start of the word before the cursor.
  private var wordStart: Place { wordEdge(place(before:), character(before:)) }

  /// The end of the word after the cursor.
  private var wordEnd: Place { wordEdge(place(after:), character(after:)) }

  private func wordEdge(
    _ next: (Place) -> Place?,
    _ character: (Place) -> Character?
  ) -> Place {
    var place = cursor
    var isInWord = false
    while let found = character(place), found.isWordPart || !isInWord, let further = next(place) {
      isInWord = found.isWordPart
      place = further
    }
    return place
  }
}

// A line that is drawn as a field.
extension TextBuffer {
  /// Inserts a pasted text as one line, and returns the number of characters that had no room.
  @discardableResult
  mutating func paste(_ text: String) -> Int {
    insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Inserts a typed character, and returns the outcome for a control.
  mutating func type(_ character: Character) -> ControlOutcome {
    insert(String(character), isTyping: true)
    return .changed
  }

  /// Performs the action of a key press, and returns the outcome for a control.
  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    guard let command = FieldCommand(action) else { return ControlOutcome(action) }
    perform(command)
    return .changed
  }

  /// Scrolls so that the cursor is visible, and draws the visible part of a line.
  mutating func render(columns: Int, isRejected: Bool = false) -> ControlPicture {
    let width = max(1, columns)
    left = hiddenColumns(width: width)
    var rest = textBeforeCursor
    var used = 0
    while used < left, let first = rest.popFirst() { used += first.columns }
    let before = rest.reduce(0) { $0 + $1.columns }
    let line = TypedLine(
      lines[0][rest.startIndex...].prefix(width),
      role: isRejected ? .rejectedField : .field,
      columns: width
    )
    return ControlPicture(
      lines: [line.padded(to: width)],
      cursor: (line: 0, column: min(before, width - 1))
    )
  }

  /// Returns the number of hidden columns on the left.
  ///
  /// It is the scroll position, changed as little as possible so that the cursor is visible and no
  /// column after the text is blank, except one for the cursor.
  private func hiddenColumns(width: Int) -> Int {
    let before = textBeforeCursor.reduce(0) { $0 + $1.columns }
    let after = text(ofLine: 0, cursor.offset..<length(ofLine: 0)).prefix(width)
      .reduce(0) { $0 + $1.columns }
    return max(0, min(before, max(left, before - width + 1), before + after + 1 - width))
  }
}

extension String {
  /// The text without the line ends before and after it, which a copied value often has.
  var withoutOuterLineEnds: String {
    var text = drop(while: \.isNewline)
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}

extension Character {
  /// Whether the character belongs to a word for the commands that move by words.
  var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
