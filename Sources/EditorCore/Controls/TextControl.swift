import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits text, and every kind of value that can be written as text: in one line, or in a box with several.
///
/// It is the control of all kinds without one of their own: `ValueKind` converts each value to text and
/// parses the text. The line below the field describes the notation of the kind. The box has the lines
/// of a text with line breaks, or JSON with a line for each member. A field becomes a box when its text
/// gets a line break, or when the user asks for it.
struct TextControl: LineEditing {
  /// The text as one line; while there is a box, what the line had before.
  var text: TypedValue
  /// The text of several lines; nil while it is edited as one line.
  private var box: TextBox?
  /// Whether a box edits JSON.
  private let isJSON: Bool
  /// The text of the value that was shown first, as one line and as a box.
  private let shownTexts: [String]
  /// The line of the marked error, 0-based; nil if its place is not known.
  private var rejectedLine: Int?

  init(_ edited: EditedValue) {
    let form = edited.kind.textForm(of: edited.shown)
    // A box that replaces a field has JSON if the kind has no other form of several lines.
    let isJSON =
      form == .json || [.any, .json].contains(edited.kind) || edited.kind.isAlternatives
    self.isJSON = isJSON
    text = TypedValue(edited)
    let boxText = edited.shown.map { edited.kind.text(of: $0, isJSON ? .json : .lines) } ?? ""
    shownTexts = [text.shownText, boxText]
    if form != .line { box = TextBox(boxText, isJSON: isJSON) }
  }

  /// The text of the field or box.
  private var typed: String { box?.buffer.text ?? text.buffer.text }

  /// Whether the text is the one that was shown first.
  ///
  /// Bytes are compared, because `==` ignores how an accent is encoded, which is a change too.
  private var isUnchanged: Bool {
    if let box {
      if box.buffer.changeCount == 0 { return true }
      if !shownTexts.contains(where: { $0.utf8.count == box.buffer.byteCount }) { return false }
    }
    let typed = typed
    return shownTexts.contains { $0.hasSameBytes(as: typed) }
  }

  var isDirty: Bool { !isUnchanged || edited.isReplaced }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return try edited.kind.parse(typed)
  }

  // MARK: - Text

  var input: Defaults.StoredValue { .string(typed) }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard case .string(let new) = input else { return false }
    if box == nil, text.restore(input) { return true }
    openBox()
    box?.buffer.replace(with: new)
    return true
  }

  var editedText: EditedText {
    EditedText(text: typed, isJSON: box != nil && isJSON, hasLines: box != nil)
  }

  var storedText: String {
    guard let stored = edited.stored else { return "" }
    return edited.kind.text(of: stored, box != nil && isJSON ? .json : .lines)
  }

  var isLong: Bool { box.map { $0.buffer.byteCount > 16_384 } ?? false }

  /// Turns the field into a box with the same text and cursor.
  private mutating func openBox() {
    guard box == nil else { return }
    var new = TextBox(shownTexts[0], isJSON: isJSON)
    if !text.isUnchanged { new.buffer.replace(with: text.buffer.text) }
    let lines = text.buffer.textBeforeCursor.utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    new.buffer.move(to: TextBuffer.Place(line: lines.count - 1, offset: lines.last?.count ?? 0))
    box = new
  }

  // MARK: - Input

  var keyMode: KeyMode { box == nil ? .text : isJSON ? .json : .box }

  mutating func type(_ character: Character) -> ControlOutcome {
    guard box != nil else { return text.buffer.type(character) }
    box?.type(character)
    return .changed
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if box != nil { return box?.perform(action) ?? ControlOutcome(action) }
    guard LinesCommand(action) == .openBox else { return text.buffer.perform(action) }
    openBox()
    return .changed
  }

  mutating func paste(_ new: String) -> PasteOutcome {
    if new.withoutOuterLineEnds.utf8.contains(UInt8(ascii: "\n")), edited.kind.allowsLineBreaks {
      openBox()
    }
    if let dropped = box?.buffer.insert(new) { return .inserted(dropped: dropped) }
    return text.paste(new)
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome { box?.handle(event) ?? .ignored }

  // MARK: - Errors

  mutating func mark(_ rejection: Defaults.Rejection?) -> String? {
    rejectedLine = nil
    guard let rejection, let box, isJSON else { return nil }
    rejectedLine = RejectionPlace(rejection, in: box.buffer.text)?.line
    return RejectionPlace.message(for: rejection, line: rejectedLine)
  }

  // MARK: - Drawing

  /// A line that can become a box has some rows for it.
  var wantedRows: Int {
    guard let box else { return edited.kind.allowsLineBreaks ? 4 : 2 }
    return max(8, box.buffer.lines.count + 3)
  }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    if var box {
      let note = SafeText("\(box.status)   ") + (boxNote(box) ?? "")
      defer { self.box = box }
      return box.render(columns: columns, rows: rows, rejected: rejectedLine, note: note)
    }
    var picture = text.render(columns: columns)
    if rows > 1, !text.isUnset, let note {
      picture.lines.append(StyledLine(note, cutTo: columns))
    }
    return picture
  }

  private func boxNote(_ box: TextBox) -> SafeText? {
    guard case .string(let limits) = edited.kind else {
      return SafeText("\(box.buffer.byteCount) B" + (isJSON ? " of JSON" : ""))
    }
    return Self.length(box.buffer.scalarCount, limits)
  }

  private static func length(_ length: Int, _ limits: TextLimits) -> SafeText {
    guard let maximum = limits.maximumLength else {
      return SafeText(length.counted("character"))
    }
    return SafeText("\(length) of at most \(maximum) characters")
  }

  /// The description of the kind's notation, or the length of the text.
  private var note: SafeText? {
    let kind = edited.kind
    switch kind {
    case .string(let limits): return Self.length(typed.unicodeScalars.count, limits)
    case .dictionary: return "JSON: {\"name\": \"value\"}"
    case .table(let members, _):
      let names = members.prefix(4).map { "\"\($0.name)\": …" }
      return SafeText("JSON: {\(names.joined(separator: ", "))}")
    case .choices(let choices, _):
      return SafeText("any of \(Self.values(choices)), separated by commas")
    case .choice(let choices, let others):
      return SafeText("\(Self.values(choices)) or \(others?.name ?? "nothing else")")
    case .json, .any: return "JSON"
    case .bool, .integer, .real, .date, .list, .data, .url, .path, .color, .alternatives: return nil
    }
  }

  /// Returns the first six choices in the form in which they are typed.
  private static func values(_ choices: [Choice]) -> String {
    let values = choices.prefix(6).map(\.value.plainText)
    return (values + (choices.count > 6 ? ["…"] : [])).joined(separator: ", ")
  }
}

extension ValueKind {
  fileprivate var isAlternatives: Bool {
    if case .alternatives = self { true } else { false }
  }

  /// Whether a text with line breaks can be a value of the kind.
  fileprivate var allowsLineBreaks: Bool {
    switch self {
    case .string, .json, .any, .alternatives, .list, .dictionary, .table, .choices: true
    case .choice(_, let others): others?.allowsLineBreaks ?? false
    case .bool, .integer, .real, .date, .data, .url, .path, .color: false
    }
  }
}
