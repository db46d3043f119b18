import DefaultsCore
public import DefaultsSchema
import EditorCore
import Terminal

extension PreferenceField {
  /// Returns a copy that is edited with a control of the app.
  ///
  /// ```swift
  /// Defaults.NumberField("Volume", key: .volume, in: 0...10)
  ///   .control { VolumeControl(value: $0) }
  /// ```
  ///
  /// The kind and the limits of the field still apply: to the text in the list, to what is stored, to
  /// steps in the list, and to questions on plain lines.
  ///
  /// - Parameter make: returns the control for a value: the one in use, the default when the user
  ///   asks for it, or the value of a control that was closed without saving.
  /// - Returns: a copy with the control.
  public func control<Control: PreferenceControl<Value>>(
    _ make: @escaping @Sendable (Value) -> Control
  ) -> Self {
    let key = key
    return changed { entry in
      entry.behavior.control = AppControlFactory { stored in
        // If `Value` cannot decode the stored value, show the default, which the app also gets.
        let value = stored.flatMap(key.decode) ?? key.defaultValue
        return ControlAdapter(control: make(value), key: key)
      }
    }
  }
}

/// A control of an app without the type of its value.
private struct ControlAdapter<Control: PreferenceControl>: AppControlState {
  var control: Control
  let key: Defaults.Key<Control.Value>

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    let value = try control.value
    let stored: Defaults.StoredValue?
    do throws(Defaults.SerializationError) {
      stored = try key.encode(value)
    } catch {
      throw .refused(value: "the value", reason: "cannot be stored: \(error)")
    }
    guard let stored else { throw .refused(value: "nothing", reason: "cannot be stored here") }
    return stored
  }

  mutating func handle(_ press: KeyPress) -> ControlOutcome {
    ControlKey(press).map { ControlOutcome(control.handle($0)) } ?? .ignored
  }

  mutating func paste(_ text: String) -> ControlOutcome {
    ControlOutcome(control.paste(text))
  }

  var hints: [(key: String, word: String)] {
    control.hints.map { (key: $0.key, word: $0.value) }
  }

  func render(columns: Int, rows: Int) -> EditorCore.ControlPicture {
    let picture = control.render(columns: columns, rows: rows)
    return EditorCore.ControlPicture(
      lines: picture.lines.map(StyledLine.init),
      cursor: picture.cursor.map { (line: $0.line, column: $0.column) }
    )
  }
}

extension ControlOutcome {
  fileprivate init(_ response: ControlResponse) {
    self =
      switch response {
      case .ignored: .ignored
      case .changed: .changed
      case .save: .commit
      case .close: .cancel
      }
  }
}

extension StyledLine {
  fileprivate init(_ text: ControlText) {
    self.init(
      spans: text.spans.map { span in
        let role: Role =
          switch span.style {
          case .plain, .selected: .text
          case .quiet: .quiet
          case .strong: .strong
          case .field: .field
          case .warning: .warning
          }
        return Span(text: SafeText(span.text), role: role, isSelected: span.style == .selected)
      }
    )
  }
}

extension ControlKey {
  /// Creates the key press for a control; nil for a key press that controls do not get.
  fileprivate init?(_ press: KeyPress) {
    switch (press.key, press.modifiers) {
    case (.character(let character), []): self = .character(character)
    case (.character(let character), .control): self = .control(character)
    case (.character(let character), .alt): self = .alt(character)
    case (.tab, .shift): self = .backTab
    case (.enter, []): self = .enter
    case (.tab, []): self = .tab
    case (.backspace, []): self = .backspace
    case (.delete, []): self = .delete
    case (.insert, []): self = .insert
    case (.up, []): self = .up
    case (.down, []): self = .down
    case (.left, []): self = .left
    case (.right, []): self = .right
    case (.home, []): self = .home
    case (.end, []): self = .end
    case (.pageUp, []): self = .pageUp
    case (.pageDown, []): self = .pageDown
    case (.function(let number), []): self = .function(number)
    default: return nil
    }
  }
}
