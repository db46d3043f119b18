import Defaults
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
  /// The control of the value while it is shown.
  private enum Content: Sendable {
    case text(TypedValue)
    case other(any Control)
  }

  private var content: Content
  private var isShown = false
  /// Whether something was typed; only then the dots are as many as the characters.
  private var isTyped = false

  init(_ edited: EditedValue) {
    if edited.kind.isText {
      content = .text(TypedValue(edited))
    } else {
      var edited = edited
      edited.isSecret = false
      content = .other(ControlCatalog.control(for: edited))
    }
  }

  // MARK: - The value

  var isDirty: Bool {
    switch content {
    case .text(let text): text.isDirty
    case .other(let control): control.isDirty
    }
  }

  /// False, because parked input is kept on disk.
  var isWorthParking: Bool { false }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    switch content {
    case .text(let text): try text.value()
    case .other(let control): try control.value()
    }
  }

  // MARK: - Input

  /// The control that gets the events; nil if the control of a secret handles them.
  private var open: (any Control)? {
    if isShown, case .other(let control) = content { control } else { nil }
  }

  var keyMode: KeyMode { open?.keyMode ?? .secret }

  var typedCharacters: String? { open?.typedCharacters }

  mutating func type(_ character: Character) -> ControlOutcome {
    switch content {
    case .text(var text):
      clearHidden(&text)
      let outcome = text.buffer.type(character)
      content = .text(text)
      return outcome
    case .other(var control):
      guard isShown else { return .ignored }
      let outcome = control.type(character)
      content = .other(control)
      return outcome
    }
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if SecretCommand(action) == .showSecret {
      isShown.toggle()
      if case .text(var text) = content, !isShown {
        text.buffer.perform(.end)
        content = .text(text)
      }
      return .changed
    }
    switch content {
    case .text(var text):
      guard isShown || FieldCommand(action) == nil else { return performHidden(action, &text) }
      let outcome = text.buffer.perform(action)
      isTyped = isTyped || text.isDirty
      content = .text(text)
      return outcome
    case .other(var control):
      guard isShown else { return ControlOutcome(action) }
      let outcome = control.perform(action)
      content = .other(control)
      return outcome
    }
  }

  /// Deletes hidden text; the cursor stays at its end, because its place cannot be seen.
  private mutating func performHidden(
    _ action: KeyAction,
    _ text: inout TypedValue
  ) -> ControlOutcome {
    switch FieldCommand(action) {
    case .deleteBack where isTyped: text.buffer.perform(.deleteBack)
    case .deleteBack, .deleteWord, .deleteToStart: text.buffer.replace(with: "")
    default: return .changed
    }
    isTyped = true
    content = .text(text)
    return .changed
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    switch content {
    case .text(var typed):
      clearHidden(&typed)
      let outcome = typed.paste(text)
      content = .text(typed)
      return outcome
    case .other(var control):
      guard isShown else { return .ignored }
      let outcome = control.paste(text)
      content = .other(control)
      return outcome
    }
  }

  /// Removes a stored text that is not shown, before something is typed in its place.
  private mutating func clearHidden(_ text: inout TypedValue) {
    if !isShown, !isTyped, !text.buffer.isEmpty { text.buffer.replace(with: "") }
    isTyped = true
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    guard isShown, case .other(var control) = content else { return .ignored }
    let outcome = control.handle(event)
    content = .other(control)
    return outcome
  }

  var question: ControlQuestion? {
    guard isShown else { return nil }
    return open?.question ?? .hideLater
  }

  mutating func receive(_ answer: ControlAnswer) {
    if answer == .hide, isShown { _ = perform(KeyAction(SecretCommand.showSecret)) }
    if case .other(var control) = content {
      control.receive(answer)
      content = .other(control)
    }
  }

  // MARK: - Drawing

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    var picture: ControlPicture
    switch content {
    case .text(var text):
      picture = isShown ? text.render(columns: columns) : hidden(text, columns: columns)
      content = .text(text)
    case .other(var control):
      guard !isShown else {
        defer { content = .other(control) }
        return control.render(columns: columns, rows: rows)
      }
      let dots = SafeText(ValueText.hidden).truncated(to: columns)
      picture = ControlPicture(lines: [StyledLine(dots, role: .strong)], cursor: (0, 0))
    }
    if picture.lines.count < rows {
      let note: SafeText = isShown ? "shown for a short time" : note
      picture.lines.append(StyledLine(note.truncated(to: columns), role: .quiet))
    }
    return picture
  }

  private var note: SafeText {
    guard case .text(let text) = content else {
      return "hidden; it can be edited while it is shown"
    }
    if isTyped { return "hidden" }
    return text.edited.shown == nil ? "nothing is stored" : "hidden; typing replaces it"
  }

  /// Returns a dot for each typed character, or eight for a value that is stored.
  private func hidden(_ text: TypedValue, columns: Int) -> ControlPicture {
    let count = text.buffer.text.count
    let isStored = !isTyped && text.edited.shown != nil
    let dots = isStored ? ValueText.hidden : String(repeating: "•", count: min(count, columns))
    var buffer = TextBuffer(line: dots)
    return buffer.render(columns: columns, isRejected: text.isDirty && text.isRejected)
  }
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
