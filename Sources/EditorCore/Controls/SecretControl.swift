import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a secret of any kind: what is stored and typed is hidden until the user asks to see it.
///
/// While it is hidden, a stored value is drawn as eight dots, whatever its length. The first typed
/// character replaces it, as in every password field, because nobody can edit text that is not shown.
/// Typed characters are drawn as one dot each, so that a missed key press is noticed. A value that is
/// not a line of text, such as a list, can be edited only while it is shown, with the control of its
/// kind. The session hides the value again after ``ControlQuestion/secretSeconds``; the input stays.
struct SecretControl: Control {
  /// The control of the value, which gets the events while it is shown.
  private var control: any Control
  /// Whether the value is a line of text, which can be typed while it is hidden, too.
  private let isLine: Bool
  private var isShown = false
  /// Whether something was typed; only then the dots are as many as the characters.
  private var isTyped = false

  init(_ edited: EditedValue) {
    var edited = edited
    edited.isSecret = false
    isLine = edited.kind.isText
    control = isLine ? SecretLine(text: TypedValue(edited)) : ControlCatalog.control(for: edited)
  }

  // MARK: - The value

  var edited: EditedValue {
    get {
      var edited = control.edited
      edited.isSecret = true
      return edited
    }
    set {
      control.edited = newValue
      control.edited.isSecret = false
    }
  }

  var openParts: [EditedPart] { isOpen ? control.openParts : [] }

  mutating func begin(with edited: EditedValue) {
    control.begin(with: edited)
    control.edited.isSecret = false
  }

  var isDirty: Bool { control.isDirty }

  /// False, because parked input is kept on disk.
  var isWorthParking: Bool { false }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue { try control.value() }

  // MARK: - Input

  /// Whether the control of the value handles all events.
  private var isOpen: Bool { isShown && !isLine }

  var keyMode: KeyMode { isOpen ? control.keyMode : .secret }

  var typedCharacters: String? { isOpen ? control.typedCharacters : nil }

  /// The items of a secret list cannot be searched, because they would be shown without a time limit.
  var hintWords: [KeyAction: String] {
    (isOpen ? control.hintWords : [:]).merging([KeyAction(EditCommand.search): ""]) { $1 }
  }

  mutating func type(_ character: Character) -> ControlOutcome {
    guard isShown || isLine else { return .ignored }
    clearHidden()
    return control.type(character)
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if SecretCommand(action) == .showSecret {
      isShown.toggle()
      if isLine, !isShown { _ = control.perform(KeyAction(FieldCommand.end)) }
      return .changed
    }
    guard isShown || isLine else { return ControlOutcome(action) }
    if !isShown, let command = FieldCommand(action) { return performHidden(command) }
    let outcome = control.perform(action)
    isTyped = isTyped || control.isDirty
    return outcome
  }

  /// Deletes hidden text; the cursor stays at its end, because its place cannot be seen.
  private mutating func performHidden(_ command: FieldCommand) -> ControlOutcome {
    switch command {
    case .deleteBack where isTyped: _ = control.perform(KeyAction(command))
    case .deleteBack, .deleteWord, .deleteToStart: _ = control.restore(.string(""))
    default: return .changed
    }
    isTyped = true
    return .changed
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    guard isShown || isLine else { return .ignored }
    if !text.withoutOuterLineEnds.isEmpty { clearHidden() }
    return control.paste(text)
  }

  /// Removes a stored text that is not shown, before something is typed in its place.
  private mutating func clearHidden() {
    if isLine, !isShown, !isTyped, !control.editedText.text.isEmpty {
      _ = control.restore(.string(""))
    }
    isTyped = true
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    isOpen ? control.handle(event) : .ignored
  }

  var question: ControlQuestion? { isShown ? control.question ?? .hideLater : nil }

  mutating func receive(_ answer: ControlAnswer) {
    if answer == .hide, isShown { _ = perform(KeyAction(SecretCommand.showSecret)) }
    control.receive(answer)
  }

  // MARK: - Drawing

  var wantedRows: Int { control.wantedRows + 1 }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    var picture =
      if isShown {
        control.render(columns: columns, rows: rows)
      } else if isLine {
        dots(columns: columns)
      } else {
        hidden(columns: columns)
      }
    guard !isOpen, picture.lines.count < rows else { return picture }
    let note: SafeText = isShown ? "shown for a short time" : note
    picture.lines.append(StyledLine(note, cutTo: columns, role: .quiet))
    return picture
  }

  private var note: SafeText {
    guard isLine else { return "hidden; it can be edited while it is shown" }
    if isTyped { return "hidden" }
    return control.edited.shown == nil ? "nothing is stored" : "hidden; typing replaces it"
  }

  /// The dots of a value that is not a line of text.
  private func hidden(columns: Int) -> ControlPicture {
    let dots = SafeText(ValueText.hidden).truncated(to: columns)
    return ControlPicture(lines: [StyledLine(dots, role: .strong)], cursor: (0, 0))
  }

  /// Returns a dot for each typed character, or eight for a value that is stored.
  private func dots(columns: Int) -> ControlPicture {
    let count = control.editedText.text.count
    let isStored = !isTyped && control.edited.shown != nil
    let dots = isStored ? ValueText.hidden : String(repeating: "•", count: min(count, columns))
    let value = try? control.value()
    let isValid = value.map { (try? control.edited.kind.validate($0)) != nil } ?? false
    var buffer = TextBuffer(line: dots)
    return buffer.render(columns: columns, isRejected: isDirty && !isValid)
  }
}

/// A secret that is typed as a line of text, without the notes that its kind has.
private struct SecretLine: LineEditing {
  var text: TypedValue

  var keyMode: KeyMode { .secret }

  mutating func render(columns: Int, rows: Int) -> ControlPicture { text.render(columns: columns) }
}

extension ValueKind {
  /// Whether a value is edited as one line of text when it is a secret.
  fileprivate var isText: Bool {
    switch self {
    case .integer, .real, .string, .date, .data, .url, .path, .color, .json, .any: true
    case .bool, .choice, .choices, .list, .dictionary, .table, .alternatives: false
    }
  }
}
