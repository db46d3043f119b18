import DefaultsCore
import DefaultsSchema
import Terminal

// What the user should know about a key besides its value: who locks it, what is staged, what a reset does.
extension DetailsView {
  /// Returns a text about a staged edit; nil if the key has none.
  func parkedText(_ item: Item) -> String? {
    if let staged = state.stagedValue(of: item.key) {
      let review = state.keyText(ManyCommand.review, "reviews and saves")
      let shown = state.tableItem(item.key, staged)
      let value =
        ValueText.changes(inUse: item.stored, staged, shown)
        ?? ValueText.brief(inUse: staged, shown)
      let text = "\(Mark.parked.glyph) staged: \(value)"
      return [text, review].line(separator: "   ")
    }
    guard state.marks(of: item).contains(.parked) else { return nil }
    let others = WriteScope.allCases.compactMap { scope in
      state.staged[StagedEdits.Target(state.suiteKey(item.key), scope)].map { staged in
        "for \(scope.words): \(ValueText.brief(stored: staged, in: item.entry))"
      }
    }
    let text = ["\(Mark.parked.glyph) \(Mark.parked.word)", others.joined(separator: ", ")].line()
    return [text, state.keyText(ManyCommand.review, "reviews and saves")].line(separator: "   ")
  }

  /// Returns the remarks about the key, the most important first.
  func remarks(_ item: Item) -> [String] {
    let problem = problem(item)
    let urgent: [String?] = [
      problem, lockText(item), item.disabledReason, parkedText(item), changeText(item),
      undeclaredText(item),
    ]
    let texts = urgent.compactMap(\.self) + warnings(item)
    // The text about a problem names the key that resets.
    let last = facts(item, canReset: problem == nil, isAlone: texts.isEmpty)
    return (texts + [last]).filter { !$0.isEmpty }
  }

  private func lockText(_ item: Item) -> String? {
    guard let lock = item.layers.lock else { return nil }
    let unlock = state.session.canLock ? state.keyText(ManyCommand.lock, "unlocks it") : nil
    let advice = unlock ?? "Ask your administrator"
    return lock.reason?.onOneLine ?? "\(advice). Your own value is used again without the lock."
  }

  private func changeText(_ item: Item) -> String? {
    guard item.isChangedElsewhere else { return nil }
    guard let author = state.suite.authors[item.key] else { return "Changed elsewhere." }
    return "Changed by \(author.name) at \(state.session.clock.timeOfDay(author.date))."
  }

  private func undeclaredText(_ item: Item) -> String? {
    item.isDeclared || !state.document.hasSchema ? nil : "Not in the schema."
  }

  /// Returns what a reset does, when a change takes effect, and keys to see also, or the layers.
  ///
  /// Only with `canReset`, it says what a reset does. With `isAlone`, there is no other remark;
  /// then the choices are named if there is room.
  private func facts(_ item: Item, canReset: Bool, isAlone: Bool) -> String {
    let key = state.bindings.name(of: ListCommand.reset, in: .list)
    let canReset = canReset && state.canReset(item)
    let isOwn = state.document.readsLayers
    let removal = isOwn ? "→ \(resetText(item))" : "removes it from this file"
    let reset = canReset ? "\(key ?? "reset") \(removal)" : ""
    if isOwn, item.layers.lock == nil, !item.layers.others.isEmpty {
      return layersText(item, reset: reset)
    }
    // A pane has a line of its own for it.
    let isSaid = item.entry.effect.isEmpty || layout.hasDetailsBeside
    let effect = isSaid ? "" : "takes effect \(item.entry.effect)"
    if isAlone, case .choice(let choices, _) = item.entry.kind, reset.isEmpty, effect.isEmpty {
      let titles = choices.map(\.title).joined(separator: " · ")
      return [titles, seeAlso(item)].filter { !$0.isEmpty }.joined(separator: "   ")
    }
    return [reset, effect, seeAlso(item)].filter { !$0.isEmpty }.joined(separator: "   ")
  }

  /// Returns the titles of the related keys, and the key press that goes there if there is room; empty
  /// without related keys, and in a pane, where the facts list them.
  func seeAlso(_ item: Item) -> String {
    guard !layout.hasDetailsBeside, !item.entry.seeAlso.isEmpty else { return "" }
    let titles = item.entry.seeAlso.map(state.title(ofKey:)).joined(separator: ", ")
    let hasRoom = layout.kind != .compact && state.hasLinks(item)
    let link = hasRoom ? state.keyText(ListCommand.links, "goes there") : nil
    return "See also \(titles)" + (link.map { " (\($0))" } ?? "")
  }

  /// Returns what the user should know before changing the key.
  private func warnings(_ item: Item) -> [String] {
    [
      deprecationText(item), dependencyText(item),
      item.entry.isReadOnly ? "The app itself sets it." : nil,
      item.entry.flaw.map { "Shown as it is stored: \($0)." },
    ].compactMap(\.self)
  }

  func deprecationText(_ item: Item) -> String? {
    guard let deprecation = item.entry.deprecation else { return nil }
    let title = deprecation.replacement.map(state.title(ofKey:))
    let message = deprecation.message
    let names = [title, deprecation.replacement.map { "`\($0)`" }].compactMap(\.self)
    let isNamed = names.contains { message.lowercased().contains($0.lowercased()) }
    let replacement = isNamed ? nil : title.map { "Use \($0) instead." }
    let link = state.hasLinks(item) ? state.keyText(ListCommand.links, "goes there.") : nil
    let isOpen = message.last.map { $0.isLetterOrDigit || $0 == "`" } ?? false
    return ["Deprecated.", isOpen ? message + "." : message, replacement ?? "", link ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the sentence about another key whose value makes this one ineffective; nil for none.
  func dependencyText(_ item: Item) -> String? {
    guard let (other, value) = state.unmetDependency(of: item) else { return nil }
    let wanted = ValueText.brief(stored: value, in: other.entry)
    return "No effect while \(other.entry.title) is not \(wanted)."
  }

  /// Returns the value that would be used after a reset, and its source.
  private func resetText(_ stored: Item) -> String {
    let item = stored.reset(in: .user)
    guard let value = item.value else { return "unset" }
    let text = ValueText.brief(stored: value, in: item.entry)
    let hasSameText = text == ValueText.brief(stored: stored.value, in: item.entry)
    let changes = hasSameText ? ValueText.changes(stored.value, value, in: item.entry) : nil
    return "\(changes ?? text) (\(item.source))"
  }

  /// Returns the value of each layer, from the highest to the default.
  private func layersText(_ item: Item, reset: String) -> String {
    var texts = item.layerRows(file: nil).compactMap { row in
      guard row.layer != nil, let value = row.value else { return nil as String? }
      return "\(row.word) \(ValueText.brief(stored: value, in: item.entry))"
    }
    texts.append("default \(state.defaultText(item))")
    let list = "layers: " + texts.joined(separator: " · ")
    return reset.isEmpty ? list : "\(reset)   \(list)"
  }
}
