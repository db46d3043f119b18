import Defaults
import DefaultsSchema
import Terminal

/// Edits a colour as text, shows it, and lists names to pick from.
///
/// The field takes everything that CSS takes: names, `#` with digits, and functions such as `rgb()`.
/// Each colour that can be computed has a patch, in that colour where the terminal has true colour and
/// in the nearest one where it has 256, and always the name of the nearest one, so that it is told
/// without colours too. The names that match the text are listed below; for other texts, those that
/// look most alike.
struct ColorControl: LineEditing {
  /// The greatest number of listed colours.
  private static let listLimit = 24

  var text: TypedValue
  /// The index of the picked colour in `names`; nil after something was typed.
  private var picked: Int?
  /// The listed names; they stay while one after the other is picked.
  private var names: [String]

  init(_ edited: EditedValue) {
    text = TypedValue(edited)
    names = Self.names(for: text.buffer.text)
  }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard text.restore(input) else { return false }
    list()
    return true
  }

  // MARK: - Names

  /// Returns the names to list for a text: those that match it, or else those that look most alike.
  private static func names(for text: String) -> [String] {
    let typed = text.lowercased().filter { !$0.isWhitespace }
    if typed.isEmpty { return basicNames }
    if let color = RGBColor(css: text) {
      let near = ColorNames.all.sorted {
        $0.color.distance(to: color) < $1.color.distance(to: color)
      }
      return near.prefix(listLimit).map(\.name)
    }
    let all = ColorNames.all.map(\.name)
    let starting = all.filter { $0.hasPrefix(typed) }
    let containing = all.filter { !$0.hasPrefix(typed) && $0.contains(typed) }
    return Array((starting + containing).prefix(listLimit))
  }

  private static let basicNames = [
    "black", "gray", "silver", "white", "red", "orange", "yellow", "gold", "lime", "green", "teal",
    "cyan", "blue", "navy", "purple", "magenta", "pink", "brown",
  ]

  private mutating func list() {
    picked = nil
    names = Self.names(for: text.buffer.text)
  }

  private mutating func pick(_ index: Int) {
    guard names.indices.contains(index) else { return }
    picked = index
    text.buffer.replace(with: names[index])
  }

  /// Completes the typed start of a name as far as all names with that start agree.
  private mutating func complete() {
    let typed = text.buffer.text.lowercased()
    let matching = ColorNames.all.map(\.name).filter { $0.hasPrefix(typed) }
    guard !typed.isEmpty, let first = matching.first else { return }
    let common = matching.reduce(first) { $0.start(sharedWith: $1) }
    if common.count > typed.count { text.buffer.replace(with: common) }
    list()
  }

  // MARK: - Input

  var keyMode: KeyMode { .color }

  mutating func type(_ character: Character) -> ControlOutcome {
    defer { list() }
    return text.buffer.type(character)
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    defer { list() }
    return self.text.paste(text)
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    switch ColorCommand(action) {
    case .nextColor: pick(picked.map { min(names.count - 1, $0 + 1) } ?? 0)
    case .previousColor: pick(picked.map { max(0, $0 - 1) } ?? 0)
    case .completeName: complete()
    case nil:
      let before = text.buffer.text
      let outcome = text.buffer.perform(action)
      if text.buffer.text != before { list() }
      return outcome
    }
    return .changed
  }

  // MARK: - Drawing

  mutating func scroll(columns: Int, rows: Int) {
    text.scroll(columns: columns)
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    var picture = text.picture(columns: columns)
    let stored = text.edited.stored.flatMap(Self.text)
    picture.lines.append(line("now", text.buffer.text))
    if let stored, stored != text.buffer.text { picture.lines.append(line("stored", stored)) }
    let rest = rows - picture.lines.count - 1
    if rest > 0, !names.isEmpty {
      picture.lines.append(StyledLine())
      picture.lines += grid(columns: columns, rows: rest)
    }
    picture.lines = picture.lines.prefix(rows).map { $0.cut(to: columns) }
    return picture
  }

  private static func text(_ value: Defaults.StoredValue) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// Returns a line about a colour: its patch, its parts, and the nearest name.
  private func line(_ label: String, _ text: String) -> StyledLine {
    let label = SafeText(label).padded(to: 8)
    guard let color = RGBColor(css: text) else {
      let note =
        text.isEmpty
        ? "a name such as orange, or #ff8800"
        : text.contains("(") ? "not complete, or cannot be shown" : "no name of CSS"
      return StyledLine(spans: [
        .init(text: label, role: .quiet), .init(text: SafeText(note), role: .quiet),
      ])
    }
    let name = ColorNames.nearest(to: color)
    let isName = name == text.lowercased() || ColorNames.color(named: name) == color
    let near = isName ? name : "near \(name)"
    return StyledLine(spans: [
      .init(text: label, role: .quiet),
      .init(text: SafeText("████████"), role: .text, swatch: color),
      .init(
        text: SafeText("  \(near)   rgb \(color.red) \(color.green) \(color.blue)"),
        role: .text
      ),
    ])
  }

  /// Returns the listed colours in rows, from left to right.
  private func grid(columns: Int, rows: Int) -> [StyledLine] {
    let width = (names.map { SafeText($0).width }.max() ?? 0) + 5
    let perLine = max(1, columns / width)
    let lines = (names.count + perLine - 1) / perLine
    let current = (picked ?? 0) / perLine
    let first = max(0, min(current - rows + 1, lines - rows))
    return (first..<min(lines, first + rows)).map { row in
      let range = row * perLine..<min(names.count, (row + 1) * perLine)
      return StyledLine(
        spans: range.flatMap { index -> [StyledLine.Span] in
          let name = SafeText(names[index]).padded(to: width - 3)
          return [
            .init(text: "██", role: .text, swatch: ColorNames.color(named: names[index])),
            .init(text: " " + name, role: .text, isSelected: index == picked),
          ]
        }
      )
    }
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
      }
    )
  }
}
