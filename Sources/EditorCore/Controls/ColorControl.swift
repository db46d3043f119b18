import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a colour as text, shows it, and lists names to pick from.
///
/// A colour is a name, `#` with digits, or a function of CSS such as `rgb()` (`ColorText`). A name, digits,
/// `rgb()` and `hsl()` have a patch, in that colour where the terminal has true colour and in a near one
/// where it has 256, and the numbers of its parts, so that it is told without colours too. The names that
/// begin with what was typed are listed below; for a colour that is no name, those of the nearest colours.
///
/// The text that is shown first is selected: what is typed replaces it.
struct ColorControl: LineEditing {
  var text: TypedValue
  /// The text that was typed last, with which the listed names begin.
  private var typed: String
  /// The picked one of the listed names; none after something was typed.
  private var cursor = ListCursor()
  /// The listed names.
  private var names: [String] = []

  init(_ edited: EditedValue) {
    text = TypedValue(edited)
    typed = text.buffer.text
    text.isSelected = !typed.isEmpty
    list()
  }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard text.restore(input) else { return false }
    list()
    return true
  }

  // MARK: - Names

  /// Lists the names that begin with the text, or those of the colours that are nearest to its colour.
  private mutating func list() {
    typed = text.buffer.text
    let start = typed.lowercased()
    names = Defaults.Color.names.filter { $0.hasPrefix(start) }
    if names.isEmpty, let color = ColorText.color(typed) { names = color.namesByDistance }
    cursor.select(nil, of: names.count)
  }

  private mutating func pick(_ command: MoveCommand) {
    text.isSelected = false
    cursor.move(command)
    if let name = names[cursor] { text.buffer.replace(with: name) }
  }

  /// Completes the typed start of a name as far as all names with that start agree.
  private mutating func complete() {
    list()
    guard !typed.isEmpty, let first = names.first else { return }
    let common = names.reduce(first) { $0.start(sharedWith: $1) }
    if common.count > typed.count { text.buffer.replace(with: common) }
    list()
  }

  // MARK: - Input

  var keyMode: KeyMode { .color }

  mutating func type(_ character: Character) -> ControlOutcome {
    defer { list() }
    text.endSelection(replacingText: true)
    return text.buffer.type(character)
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    defer { list() }
    return self.text.paste(text)
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    switch ColorCommand(action) {
    case .nextColor: pick(.next)
    case .previousColor: pick(.previous)
    case .completeName: complete()
    case nil:
      let before = text.buffer.text
      if FieldCommand(action) != nil { text.isSelected = false }
      let outcome = text.buffer.perform(action)
      if text.buffer.text != before { list() }
      return outcome
    }
    return .changed
  }

  // MARK: - Drawing

  var wantedRows: Int { 7 }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    var picture = text.render(columns: columns)
    let stored = text.edited.stored?.text
    picture.lines.append(line("now", text.buffer.text))
    if let stored, stored != text.buffer.text { picture.lines.append(line("stored", stored)) }
    picture.lines.append(StyledLine())
    picture.lines += list(rows: rows - picture.lines.count)
    picture.lines = picture.lines.prefix(rows).map { $0.cut(to: columns) }
    return picture
  }

  /// Returns a line about a colour: its patch and its parts.
  private func line(_ label: String, _ text: String) -> StyledLine {
    let label = StyledLine.Span(text: SafeText(label).padded(to: 8), role: .quiet)
    guard let color = ColorText.color(text) else {
      return StyledLine(spans: [label, .init(text: SafeText(note(text)), role: .quiet)])
    }
    return StyledLine(spans: [
      label, .init(text: SafeText("████████"), role: .text, swatch: color),
      .init(text: SafeText("  rgb \(color.red) \(color.green) \(color.blue)"), role: .text),
    ])
  }

  /// Returns why a text has no patch.
  private func note(_ text: String) -> String {
    if text.isEmpty { return "a name such as orange, or #ff8800" }
    guard (try? ValueKind.color.validate(.string(text))) == nil else {
      return "a colour that is not shown here"
    }
    return text.contains("(") ? "not complete" : "not a colour"
  }

  /// Returns as many of the listed names as fit, each with its patch.
  private mutating func list(rows: Int) -> [StyledLine] {
    guard rows > 0 else { return [] }
    cursor.show(rows: rows)
    let names = names
    return cursor.visible(rows: rows).map { index in
      StyledLine(
        spans: [
          .init(text: SafeText("██"), role: .text, swatch: Defaults.Color(names[index])),
          .init(text: SafeText(" \(names[index])"), role: .text),
        ],
        isHighlighted: index == cursor.selected
      )
    }
  }
}

extension Defaults.Color {
  /// The names of colours, the nearest first.
  fileprivate var namesByDistance: [String] {
    Self.names.compactMap { name in
      Self(name).map { other in
        let parts = zip([red, green, blue], [other.red, other.green, other.blue])
        let distance = parts.reduce(0) { sum, part in
          let difference = Int(part.0) - Int(part.1)
          return sum + difference * difference
        }
        return (name: name, distance: distance)
      }
    }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .map(\.name)
  }
}

extension StyledLine {
  /// Returns the line without what is right of a column.
  fileprivate func cut(to columns: Int) -> StyledLine {
    var room = columns
    return StyledLine(
      spans: spans.map { span in
        var span = span
        span.text = span.text.prefix(columns: max(0, room))
        room -= span.text.width
        return span
      },
      isHighlighted: isHighlighted
    )
  }
}
