import DefaultsCore
import DefaultsSchema
import Terminal

extension Outline {
  /// The number of changes of a key that are shown.
  static let changeLimit = 20

  /// Creates the lines about a key: its value, description, layers and changes.
  ///
  /// The state has the location of the file, the marks and the clock. The user has folded or
  /// unfolded the `toggled` values; nil unfolds all.
  init(
    _ item: Item,
    _ history: KeyHistory,
    in state: EditorState,
    toggled: Set<Path>?,
    columns: Int
  ) {
    var builder = Builder(columns: columns, toggled: toggled)
    builder.add(valueOf: item, in: state)
    builder.add(descriptionOf: item, in: state)
    builder.add(layersOf: item, in: state)
    builder.add(changesOf: item, history, in: state)
    self.init(builder.lines)
  }
}

extension Outline.Builder {
  fileprivate mutating func add(valueOf item: Item, in state: EditorState) {
    add(heading: "Value (\(state.sourceInUse(item)))", of: .value)
    if let value = item.value {
      let item = state.suite.shownSecret == item.key ? item.unhidden : item
      let text = ValueText.display(value, item.entry)
      add(shown(value, item), tree: 0, text: text, note: note(value, item))
    } else {
      add(text: "unset", role: .quiet)
    }
    guard let stored = item.stored, let rejection = item.rejection else { return }
    add(heading: "Stored, but not valid")
    add(text: "! \(item.entry.text(of: rejection))", role: .warning)
    add(shown(stored, item), tree: 1, text: item.entry.isSecret ? ValueText.hidden : "")
  }

  fileprivate mutating func add(descriptionOf item: Item, in state: EditorState) {
    add(heading: "About", of: .about)
    if item.entry.help.isEmpty {
      let text =
        item.isDeclared
        ? "The schema has no description."
        : state.document.remark ?? "No schema describes this key."
      add(text: text, role: .quiet)
    } else {
      add(text: item.entry.help)
    }
    add(Fact("Title", item.entry.title))
    for fact in state.facts(about: item, state.marks(of: item)) where fact.subject != .value {
      add(fact)
      guard fact.label == "Type" else { continue }
      for part in item.entry.kind.parts({ ValueText.part($0, as: $1, unit: "") }) {
        add(text: part.line, indent: Outline.step * (part.level + 1))
      }
    }
  }

  /// Adds the layers that have a value or can be written, and the names of the others on one line.
  fileprivate mutating func add(layersOf item: Item, in state: EditorState) {
    add(heading: "Layers, the highest first", of: .layers)
    var others: [String] = []
    let rows = item.layerRows(file: state.document.location)
    for (number, row) in rows.enumerated() {
      var row = row
      row.scope = state.scopes.first {
        $0 == .user ? row.isOwn : $0.layer == row.layer
      }
      // Other programs do not know our layers, so those without a value are left out.
      if state.isOfOtherProgram, row.value == nil, !row.isOwn { continue }
      if row.value == nil, row.layer != nil, !row.isOwn, row.scope == nil {
        others.append(row.word)
      } else {
        add(about: .layer(row)) { $0.add(row, tree: 2 + number, of: item) }
      }
    }
    let remark =
      state.document.readsLayers
      ? "without a value: \(others.joined(separator: ", "))"
      : "Files that are used before or after this one are not looked at here."
    if !others.isEmpty { add(text: remark, indent: 4, role: .quiet) }
  }

  private mutating func add(_ row: LayerRow, tree: Int, of item: Item) {
    let label = row.word + String(repeating: " ", count: max(0, 11 - row.word.count))
    guard let value = row.value else {
      return add(text: "\(label)  –", indent: 2 * Outline.step, role: .quiet)
    }
    add(
      shown(value, item),
      tree: tree,
      label: label,
      text: ValueText.display(value, item.entry),
      note: row.isUsed ? "in use" : "ignored",
      isFolded: true
    )
    let lock = row.layer == .managed ? item.layers.lock : nil
    let rejection = row.isOwn ? item.rejection : nil
    let remarks = [
      row.location, lock.map { "Locked. \($0.reason ?? "Ask your administrator.")" },
      rejection.map { "Not valid: \(item.entry.text(of: $0))." },
    ]
    for remark in remarks.compactMap(\.self) {
      add(text: remark, indent: 3 * Outline.step, role: .quiet)
    }
  }

  fileprivate mutating func add(
    changesOf item: Item,
    _ history: KeyHistory,
    in state: EditorState
  ) {
    add(heading: "History, the newest first", of: .history)
    switch history {
    case .unread, .loading: add(text: "The history is being read.", role: .quiet)
    case .failed(let reason): add(text: "! \(reason)", role: .warning)
    case .entries(let entries, let undone):
      if entries.isEmpty { add(text: "No change is recorded.", role: .quiet) }
      for layered in entries.prefix(Outline.changeLimit) {
        let entry = layered.entry
        for change in entry.changes where change.key == item.key {
          let remark = undone.contains(entry.id) ? "(undone) " : ""
          let date = state.session.clock.text(entry.date)
          let text = "\(date)  \(remark)\(layered.text(change, in: item.entry))"
          add(about: .change(layered, change)) {
            $0.add(text: text)
            $0.add(text: "by \(entry.author.text)", indent: Outline.step, role: .quiet)
          }
        }
      }
    }
  }

  // MARK: - Texts

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
