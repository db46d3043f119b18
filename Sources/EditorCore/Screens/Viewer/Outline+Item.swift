import Defaults
import DefaultsSchema
import Terminal

/// What the viewer knows of the recorded changes of a key.
enum KeyHistory: Hashable, Sendable {
  /// They are being read.
  case loading
  /// The entries with the changes, the newest first.
  case entries([Defaults.HistoryEntry])
  /// The changes cannot be read: the reason as a sentence.
  case failed(String)
}

extension Outline {
  /// The number of changes of a key that are shown.
  static let changeLimit = 20

  /// Creates the lines about a key: its value, description, layers and changes.
  ///
  /// - Parameters:
  ///   - item: the key.
  ///   - history: its recorded changes.
  ///   - state: the state with the location of the file, the marks and the clock.
  ///   - toggled: the values that the user has folded or unfolded.
  ///   - columns: the width of the lines.
  init(
    _ item: Item,
    _ history: KeyHistory,
    in state: EditorState,
    toggled: Set<Path>,
    columns: Int
  ) {
    var builder = Builder(columns: columns, toggled: toggled)
    builder.add(valueOf: item)
    builder.add(descriptionOf: item, in: state)
    builder.add(layersOf: item, location: state.document.location)
    builder.add(changesOf: item, history, state.session.clock)
    self.init(builder.lines)
  }
}

extension Outline.Builder {
  fileprivate mutating func add(valueOf item: Item) {
    add(heading: "Value (\(item.source))")
    if let value = item.value {
      let text = ValueText.display(value, item.entry)
      add(shown(value, item), tree: 0, text: text, note: note(value, item))
    } else {
      add(text: "unset", role: .quiet)
    }
    guard let stored = item.stored, let rejection = item.rejection else { return }
    add(heading: "Stored, but not valid")
    add(text: "! \(rejection.text(isSecret: item.entry.holdsSecret))", role: .warning)
    add(shown(stored, item), tree: 1, text: item.entry.isSecret ? ValueText.hidden : "")
  }

  fileprivate mutating func add(descriptionOf item: Item, in state: EditorState) {
    add(heading: "Description")
    if item.entry.help.isEmpty {
      let text =
        item.isDeclared ? "The schema has no description." : "No schema describes this key."
      add(text: text, role: .quiet)
    } else {
      add(text: item.entry.help)
    }
    add(choicesOf: item.entry.kind)
    add(text: "Title: \(item.entry.title)", role: .quiet)
    facts(item, in: state).forEach { add(text: $0, role: .quiet) }
  }

  private mutating func add(choicesOf kind: ValueKind) {
    switch kind {
    case .choice(let choices, _), .choices(let choices, _):
      for choice in choices {
        let value = choice.value.plainText
        let name = choice.title == value ? value : "\(value): \(choice.title)"
        add(text: choice.help.isEmpty ? name : "\(name). \(choice.help)", indent: Outline.step)
      }
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .list, .dictionary,
      .table, .alternatives, .json, .any:
      break
    }
  }

  fileprivate mutating func add(layersOf item: Item, location: String?) {
    add(heading: "Layers, the highest first")
    let layers = item.layerRows(file: location).compactMap { row in
      row.layer.flatMap { layer in row.value.map { (row, layer, $0) } }
    }
    for (number, (row, layer, value)) in layers.enumerated() {
      add(
        shown(value, item),
        tree: 2 + number,
        label: row.word,
        text: ValueText.display(value, item.entry),
        note: [row.isUsed ? "in use" : nil, row.location].line(separator: "  "),
        isFolded: true
      )
      if layer == .managed, let reason = item.layers.lock?.reason {
        add(text: reason, indent: 2 * Outline.step, role: .quiet)
      }
    }
    if let value = item.defaultValue {
      let number = 2 + layers.count
      let text = ValueText.display(value, item.entry)
      add(shown(value, item), tree: number, label: "default", text: text, isFolded: true)
    } else {
      add(text: "default  none", indent: 2 * Outline.step)
    }
  }

  fileprivate mutating func add(
    changesOf item: Item,
    _ history: KeyHistory,
    _ clock: LocalClock
  ) {
    switch history {
    case .loading: break
    case .failed(let reason):
      add(heading: "Changes")
      add(text: "! \(reason)", role: .warning)
    case .entries(let entries):
      add(heading: "Changes, the newest first")
      if entries.isEmpty { add(text: "None is recorded.", role: .quiet) }
      for entry in entries.prefix(Outline.changeLimit) {
        for change in entry.changes where change.key == item.key {
          add(text: "\(clock.text(entry.date))  \(ValueText.change(change, in: item.entry))")
          let author = entry.author
          add(
            text: "by \(author.user), \(author.program) [\(author.process)]",
            indent: Outline.step,
            role: .quiet
          )
        }
      }
    }
  }

  // MARK: - Texts

  private func facts(_ item: Item, in state: EditorState) -> [String] {
    let entry = item.entry
    var facts = ["Key: \(item.key.string)", "Type: \(ValueText.kind(entry))"]
    facts += state.marks(of: item).map { "State: \($0.glyph) \($0.word)" }
    if !entry.effect.isEmpty { facts.append("Takes effect \(entry.effect)") }
    if !entry.since.isEmpty { facts.append("Since \(entry.since)") }
    if !entry.until.isEmpty { facts.append("Until \(entry.until)") }
    if !entry.seeAlso.isEmpty { facts.append("See also: \(entry.seeAlso.joined(separator: ", "))") }
    if !entry.tags.isEmpty { facts.append("Tags: \(entry.tags.joined(separator: ", "))") }
    return facts
  }

  /// Returns the value to show as a tree; JSON that is stored as text is parsed.
  private func shown(_ value: Defaults.StoredValue, _ item: Item) -> Defaults.StoredValue {
    guard !item.entry.isSecret else { return .string(ValueText.hidden) }
    let value = item.entry.kind.hidingSecrets(of: value, behind: ValueText.hidden)
    guard case .json = item.entry.kind, case .string(let text) = value,
      let json = try? JSONValue(parsing: text), let tree = try? ValueKind.any.value(from: json)
    else { return value }
    return tree
  }

  private func note(_ value: Defaults.StoredValue, _ item: Item) -> String {
    guard !item.entry.isSecret else { return "secret" }
    switch value {
    case .data(let data): return DataGuess.name(of: data) ?? ""
    case .bool, .integer, .real, .string, .date, .uid, .null, .opaque, .array, .dictionary:
      return ""
    }
  }
}
