import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a value that can have one of several forms: the form is chosen first, and then its control is
/// shown.
///
/// The forms are a menu, in which the form of the stored value is marked. A form with a single value is
/// chosen at once. Closing the control of a form goes back to the menu, and every form keeps its input,
/// so that another form can be tried without losing anything. One more key press closes the menu.
struct UnionControl: Control {
  let forms: [Alternative]
  var edited: EditedValue
  /// The form of the value that was shown first; nil if it has none of them.
  private var shownForm: Int?
  /// The highlighted row of the menu, and the scroll position.
  private var cursor = ListCursor()
  /// The form whose control was opened last, and whose value is saved; nil before one was opened.
  private var chosen: Int?
  /// Whether the control of the chosen form is shown, and not the menu.
  private var isOpen = false
  /// The controls of the forms that were opened.
  private var controls: [Int: any Control] = [:]

  init(_ forms: [Alternative], _ edited: EditedValue) {
    self.forms = forms
    self.edited = edited
    shownForm = edited.shown.flatMap(forms.meant)
    highlight(shownForm ?? 0)
  }

  // MARK: - The value

  /// The form of the stored value; nil if it has none of them.
  private var storedForm: Int? { edited.stored.flatMap(forms.meant) }

  var inner: (any Control)? {
    get { isOpen ? chosen.flatMap { controls[$0] } : nil }
    set { if let chosen { controls[chosen] = newValue } }
  }

  /// The only value of a form; nil if it has several.
  func singleValue(of form: Int) -> Defaults.StoredValue? {
    guard case .choice(let choices, nil) = forms[form].kind, choices.count == 1 else { return nil }
    return choices[0].value
  }

  var isDirty: Bool {
    if let chosen, let value = singleValue(of: chosen) { return value != edited.original }
    if chosen != nil, chosen != shownForm { return true }
    return edited.isReplaced || controls.values.contains(where: \.isDirty)
  }

  var isWorthParking: Bool {
    controls.values.contains { $0.isDirty && $0.isWorthParking }
  }

  var hasKeptInput: Bool { controls.values.contains(where: \.hasKeptInput) }

  mutating func begin(with edited: EditedValue) {
    self.edited = edited
    shownForm = edited.shown.flatMap(forms.meant)
    guard let chosen, chosen == shownForm, let control = controls[chosen] else { return }
    controls[chosen]?.begin(with: control.edited.begun(with: edited.shown))
  }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if let chosen, let value = singleValue(of: chosen) { return value }
    if let chosen, let control = controls[chosen], control.isDirty || chosen != shownForm {
      let value = try control.value()
      // The reason of the chosen form says more than those of the others.
      if (try? edited.kind.validate(value)) == nil { try forms[chosen].kind.validate(value) }
      return value
    }
    guard let shown = edited.shown else {
      throw .wrongKind(found: "nothing", expected: edited.kind.name)
    }
    return shown
  }

  /// The number of the chosen form, and the input of each form that was changed.
  var input: Defaults.StoredValue {
    var input: [Defaults.KeyName: Defaults.StoredValue] = [:]
    if let chosen { input["form"] = .integer(Int128(chosen)) }
    for (form, control) in controls where control.isDirty {
      input[Defaults.KeyName("\(form)")] = control.input
    }
    return .dictionary(input)
  }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard case .dictionary(let input) = input, case .integer(let number)? = input["form"],
      let form = forms.indices.first(where: { Int128($0) == number })
    else { return false }
    for index in forms.indices {
      guard let kept = input[Defaults.KeyName("\(index)")] else { continue }
      var control = control(of: index)
      if control.restore(kept) { controls[index] = control }
    }
    open(form)
    return true
  }

  // MARK: - Forms

  /// Returns the control of a form, with its earlier input.
  private func control(of form: Int) -> any Control {
    if let control = controls[form] { return control }
    var edited = edited.withKind(forms[form].kind)
    // The menu of the forms has the choice of no value.
    edited.isOptional = false
    if form != shownForm { edited.shown = nil }
    if form != storedForm {
      edited.stored = nil
      edited.original = nil
      if form != shownForm {
        edited.shown = forms[form].kind.fixedMembers
        edited.original = edited.shown
      }
    }
    if let value = edited.defaultValue, (try? forms[form].kind.validate(value)) == nil {
      edited.defaultValue = nil
    }
    return ControlCatalog.control(for: edited)
  }

  private mutating func open(_ form: Int) {
    highlight(form)
    chosen = form
    isOpen = singleValue(of: form) == nil
    if isOpen { controls[form] = control(of: form) }
  }

  /// Passes an event to the control of the open form, and handles its outcome.
  private mutating func pass(_ event: (inout any Control) -> ControlOutcome) -> ControlOutcome {
    guard let chosen, var control = controls[chosen] else { return .ignored }
    let outcome = event(&control)
    controls[chosen] = control
    guard outcome == .cancel || outcome == .goUp else { return outcome }
    isOpen = false
    // Only looking at a form is no change.
    if !control.isDirty, chosen != shownForm { self.chosen = nil }
    return .changed
  }

  // MARK: - Input

  var keyMode: KeyMode { inner?.keyMode ?? .choice }

  var typedCharacters: String? {
    isOpen ? inner?.typedCharacters : "1-\(min(9, rows.count))"
  }

  /// Passes an answer also to a control that has been closed since it asked.
  mutating func receive(_ answer: ControlAnswer) {
    if let chosen { controls[chosen]?.receive(answer) }
  }

  mutating func type(_ character: Character) -> ControlOutcome {
    if isOpen { return pass { $0.type(character) } }
    guard let digit = character.wholeNumberValue, character.isASCII,
      (1...rows.count).contains(digit)
    else { return .ignored }
    cursor.select(digit - 1)
    return .changed
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    guard isOpen, let chosen else { return .ignored }
    return controls[chosen]?.paste(text) ?? .ignored
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if isOpen { return pass { $0.perform(action) } }
    if let command = MoveCommand(action) {
      cursor.move(command)
      return .changed
    }
    let outcome = ControlOutcome(action)
    return outcome == .commit ? choose() : outcome
  }

  /// Opens the control of the highlighted form, or saves its only value.
  private mutating func choose() -> ControlOutcome {
    guard let form = rows[cursor] else { return .ignored }
    guard form != Self.unset else { return .unset }
    open(form)
    return isOpen ? .changed : .commit
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    if isOpen { return pass { $0.handle(event) } }
    let lines = Rect(row: 0, column: 0, columns: .max, rows: cursor.rows)
    switch cursor.handle(event, in: lines) {
    case .ignored: return .ignored
    case .moved, .selected: return .changed
    case .chosen: return choose()
    }
  }

  // MARK: - Drawing

  /// The index that stands for no value.
  private static let unset = -1

  /// The rows of the menu: no value if that is allowed, then the forms.
  private var rows: [Int] { (edited.isOptional ? [Self.unset] : []) + forms.indices }

  private mutating func highlight(_ form: Int) {
    cursor.select(rows.firstIndex(of: form), of: rows.count)
  }

  /// A form can have a control that needs more rows; it scrolls.
  var wantedRows: Int { max(5, rows.count) }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    let rest = rows > 2 ? 1 : 0
    if isOpen, let chosen,
      var picture = controls[chosen]?.render(columns: columns, rows: max(1, rows - rest))
    {
      if rest > 0 {
        let name = SafeText("as \(forms[chosen].nameForPeople)").truncated(to: columns)
        picture.lines.insert(StyledLine(name, role: .quiet), at: 0)
        picture.cursor?.line += 1
      }
      return picture
    }
    cursor.show(rows: rows)
    let visible = cursor.visible(rows: rows)
    let names = self.rows.map { SafeText(name($0)).truncated(to: max(8, columns / 2)) }
    let width = names.map(\.width).max() ?? 0
    let lines = visible.map { line($0, names[$0].padded(to: width), columns: columns) }
    let row = (cursor.selected ?? 0) - visible.lowerBound
    return ControlPicture(lines: lines, cursor: (line: row, column: 0))
  }

  private func name(_ form: Int) -> String {
    form == Self.unset ? "unset" : forms[form].nameForPeople
  }

  private func line(_ row: Int, _ name: SafeText, columns: Int) -> StyledLine {
    let form = rows[row]
    let isStored = form == Self.unset ? edited.stored == nil : form == storedForm
    let isSelected = row == cursor.selected
    let number = row < 9 ? "\(row + 1)" : " "
    let start = "\(isSelected ? ">" : " ") \(number) \(isStored ? "(•)" : "( )") "
    let text = SafeText(start) + name
    var notes: [String] = []
    if form == Self.unset {
      if let value = edited.defaultValue {
        notes.append("uses the default \(display(value, edited.kind))")
      }
    } else {
      if form == shownForm, singleValue(of: form) == nil, let value = edited.shown {
        notes.append(display(value, forms[form].kind))
      }
      if controls[form]?.isDirty == true {
        notes.append("changed, not saved yet")
      } else if isStored {
        notes.append("stored")
      }
    }
    let note = SafeText(notes.isEmpty ? "" : "   " + notes.joined(separator: "   "))
    return StyledLine(
      spans: [
        .init(text: text.truncated(to: columns), role: isStored ? .strong : .text),
        .init(text: note.truncated(to: max(0, columns - text.width)), role: .quiet),
      ],
      isHighlighted: isSelected
    )
  }

  private func display(_ value: Defaults.StoredValue, _ kind: ValueKind) -> String {
    ValueText.display(value, as: kind, unit: edited.unit)
  }
}
