import Defaults
import DefaultsSchema
import Terminal

/// Edits text, and every kind of value that can be written as text: in one line, or in a box with several.
///
/// It is the control of all kinds without one of their own: `ValueKind` converts each value to text and
/// parses the text. The line below the field describes the notation of the kind. The box has the lines
/// of a text with line breaks, or JSON with a line for each member. A field becomes a box when its text
/// gets a line break, or when the user asks for it.
struct TextControl: TextEditing {
  private enum Part: Sendable {
    case field(TypedValue)
    case box(TextBox)
  }

  private let edited: EditedValue
  /// Whether a box edits JSON.
  private let isJSON: Bool
  private var part: Part
  /// The text of the value that was shown first, as one line and as a box.
  private let shownTexts: [String]
  /// The error whose place is marked.
  private var rejection: Defaults.Rejection?
  /// The line of the error, 0-based; nil if its place is not known.
  private var rejectedLine: Int?

  init(_ edited: EditedValue) {
    self.init(edited, edited.kind.textForm(of: edited.shown))
  }

  private init(_ edited: EditedValue, _ form: TextForm) {
    self.edited = edited
    // A box that replaces a field has JSON if the kind has no other form of several lines.
    isJSON = form == .json || [.any, .json].contains(edited.kind) || edited.kind.isAlternatives
    let boxForm: TextForm = isJSON ? .json : .lines
    let field = TypedValue(edited)
    let boxText = edited.shown.map { edited.kind.text(of: $0, boxForm) } ?? ""
    shownTexts = [field.buffer.text, boxText]
    part = form == .line ? .field(field) : .box(TextBox(boxText, isJSON: isJSON))
  }

  /// The text of the field or box.
  private var text: String {
    switch part {
    case .field(let field): field.buffer.text
    case .box(let box): box.buffer.text
    }
  }

  /// Whether the text is the one that was shown first.
  ///
  /// Bytes are compared, because `==` ignores how an accent is encoded, which is a change too.
  private var isUnchanged: Bool {
    if case .box(let box) = part {
      if box.buffer.changeCount == 0 { return true }
      if !shownTexts.contains(where: { $0.utf8.count == box.buffer.byteCount }) { return false }
    }
    let text = text
    return shownTexts.contains { $0.hasSameBytes(as: text) }
  }

  var isDirty: Bool { !isUnchanged || edited.isReplaced }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return try edited.kind.parse(text)
  }

  // MARK: - Text

  var input: Defaults.StoredValue { .string(text) }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard case .string(let text) = input else { return false }
    return replaceText(by: text)
  }

  var editedText: EditedText {
    if case .box = part { return EditedText(text: text, isJSON: isJSON) }
    return EditedText(text: text)
  }

  var storedText: String {
    guard let stored = edited.stored else { return "" }
    if case .field = part { return edited.kind.editableText(stored) }
    return edited.kind.text(of: stored, isJSON ? .json : .lines)
  }

  var isLong: Bool {
    if case .box(let box) = part { box.buffer.byteCount > 16_384 } else { false }
  }

  mutating func replaceText(by text: String) -> Bool {
    switch part {
    case .field(var field) where !text.utf8.contains(UInt8(ascii: "\n")):
      field.buffer.replace(with: text)
      part = .field(field)
    case .field:
      openBox()
      return replaceText(by: text)
    case .box(var box):
      box.buffer.replace(with: text)
      part = .box(box)
    }
    return true
  }

  /// Turns the field into a box with the same text and cursor.
  private mutating func openBox() {
    guard case .field(let field) = part else { return }
    let before = field.buffer.textBeforeCursor
    var box = TextBox(shownTexts[0], isJSON: isJSON)
    if !field.isUnchanged { box.buffer.replace(with: field.buffer.text) }
    let lines = before.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let place = TextBuffer.Place(line: lines.count - 1, offset: lines.last?.count ?? 0)
    box.buffer.move(to: place)
    part = .box(box)
  }

  // MARK: - Input

  var keyMode: KeyMode {
    switch part {
    case .field: .text
    case .box: isJSON ? .json : .box
    }
  }

  mutating func type(_ character: Character) -> ControlOutcome {
    switch part {
    case .field(var field):
      _ = field.buffer.type(character)
      part = .field(field)
    case .box(var box):
      box.type(character)
      part = .box(box)
    }
    return .changed
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    switch part {
    case .field(var field):
      if LinesCommand(action) == .openBox {
        openBox()
        return .changed
      }
      let outcome = field.buffer.perform(action)
      part = .field(field)
      return outcome
    case .box(var box):
      guard let outcome = box.perform(action) else { return ControlOutcome(action) }
      part = .box(box)
      return outcome
    }
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    if text.utf8.contains(UInt8(ascii: "\n")), edited.kind.allowsLineBreaks { openBox() }
    switch part {
    case .field(var field):
      let outcome = field.paste(text)
      part = .field(field)
      return outcome
    case .box(var box):
      let dropped = box.buffer.insert(text)
      part = .box(box)
      return .inserted(dropped: dropped)
    }
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    guard case .box(var box) = part else { return .ignored }
    let outcome = box.handle(event)
    part = .box(box)
    return outcome
  }

  // MARK: - Errors

  mutating func mark(_ rejection: Defaults.Rejection?) {
    self.rejection = rejection
    rejectedLine = nil
    guard let rejection, case .box(let box) = part, isJSON else { return }
    rejectedLine = RejectionPlace(rejection, in: box.buffer.text)?.line
  }

  func message(for rejection: Defaults.Rejection) -> String? {
    guard isJSON, case .box = part else { return nil }
    return RejectionPlace.message(for: rejection, line: rejectedLine)
  }

  // MARK: - Drawing

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    switch part {
    case .field(var field):
      var picture = field.render(columns: columns)
      part = .field(field)
      if rows > 1, !field.isUnset, let note {
        picture.lines.append(StyledLine(note.truncated(to: columns)))
      }
      return picture
    case .box(var box):
      let note = SafeText("\(box.status)   ") + (boxNote(box) ?? "")
      defer { part = .box(box) }
      return box.render(columns: columns, rows: rows, rejected: rejectedLine, note: note)
    }
  }

  private func boxNote(_ box: TextBox) -> SafeText? {
    guard case .string(let limits) = edited.kind else {
      return SafeText("\(box.buffer.byteCount) B" + (isJSON ? " of JSON" : ""))
    }
    return Self.length(box.buffer.scalarCount, limits)
  }

  private static func length(_ length: Int, _ limits: TextLimits) -> SafeText {
    guard let maximum = limits.maximumLength else {
      return SafeText("\(length) character\(length == 1 ? "" : "s")")
    }
    return SafeText("\(length) of at most \(maximum) characters")
  }

  /// The description of the kind's notation, or the length of the text.
  private var note: SafeText? {
    let kind = edited.kind
    switch kind {
    case .string(let limits): return Self.length(text.unicodeScalars.count, limits)
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

extension ControlCatalog {
  /// Creates a control that edits a value of any kind as text: a list as JSON, for example.
  static func textControl(for edited: EditedValue) -> any TextEditing { TextControl(edited) }
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
