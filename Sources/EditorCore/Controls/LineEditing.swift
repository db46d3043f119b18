import DefaultsCore

/// A control of one line of text that is parsed as a value.
///
/// The line does what ``Control`` requires; a control that does more, such as completing names,
/// implements only that.
protocol LineEditing: Control {
  var text: TypedValue { get set }
}

extension LineEditing {
  var edited: EditedValue {
    get { text.edited }
    set { text.edited = newValue }
  }

  var isDirty: Bool { text.isDirty }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue { try text.value() }

  var input: Defaults.StoredValue { text.input }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool { text.restore(input) }

  var editedText: EditedText { EditedText(text: text.buffer.text) }

  mutating func type(_ character: Character) -> ControlOutcome { text.buffer.type(character) }

  mutating func perform(_ action: KeyAction) -> ControlOutcome { text.buffer.perform(action) }

  mutating func paste(_ text: String) -> PasteOutcome { self.text.paste(text) }
}
