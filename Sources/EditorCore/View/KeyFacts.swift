import DefaultsCore
import DefaultsSchema

// The facts about a key, for the details, the page of the key and the editor on plain lines.
extension EditorState {
  /// Returns everything that is known of a key besides its title, its description and its parts, with the
  /// given marks as its state; an empty label continues the one above it.
  func facts(about item: Item, _ marks: [Mark]) -> [Fact] {
    var facts: [Fact] = []
    if item.entry.title != item.key.shown { facts.append(Fact("Key", item.key.string, .name)) }
    if let name = match(item.key)?.placeName(in: item) {
      facts.append(Fact("Found in", name, .state))
    }
    var now = [Fact("Now", nowText(item), .value)]
    if let hidden = hiddenText(item) { now.append(Fact("Yours", hidden, .value)) }
    facts += item.entry.facts(now: now, defaultText: defaultText(item), title: title(ofKey:))
    facts += marks.enumerated().map { number, mark in
      Fact(number == 0 ? "State" : "", "\(mark.glyph) \(mark.word)", .state)
    }
    if let lock = item.layers.lock { facts.append(Fact("Locked by", lock.location, .value)) }
    return facts
  }

  /// Returns the value in use and its source.
  func nowText(_ item: Item) -> String {
    guard item.value != nil || item.stored != nil else { return "unset" }
    let isShown = item.key == suite.shownSecret
    let value =
      isShown
      ? ValueText.brief(stored: item.value, in: item.entry, showingSecret: true)
      : ValueText.items(item.value, in: item.entry)
    guard item.value != nil else { return "unset, the stored value is invalid" }
    return "\(value) (\(sourceInUse(item)))"
  }

  /// Returns the words for the source of the value in use, which is not an invalid stored one.
  func sourceInUse(_ item: Item) -> String {
    guard item.layers.above == nil, let stored = item.stored else { return source(item) }
    if item.rejection != nil { return "\(item.sourceWhenReset), the stored value is invalid" }
    return item.converted == nil ? source(item) : "\(source(item)), stored as \(stored.kindName)"
  }

  /// Returns the user's value if a higher layer is used instead of it; otherwise nil.
  func hiddenText(_ item: Item) -> String? {
    guard item.layers.above != nil, let stored = item.stored else { return nil }
    return "\(ValueText.items(stored, in: item.entry)) (ignored)"
  }

  /// Returns the text of the default; `none` without one.
  func defaultText(_ item: Item) -> String {
    item.defaultValue.map { ValueText.items($0, in: item.entry) } ?? "none"
  }

  /// Returns the word for the source of the value in use, and whether it is on disk.
  func source(_ item: Item) -> String {
    document.isUncommitted(item) ? "\(item.source), \(Mark.uncommitted.word)" : item.source
  }

  /// Returns the title of another key; the key itself if it is not shown.
  func title(ofKey key: String) -> String { title(of: Defaults.KeyName(key)) }

  /// Returns the title of a key of the shown suite; its name if the suite does not have it.
  func title(of key: Defaults.KeyName) -> String { document.item(key)?.entry.title ?? key.string }

  /// Returns the title of a key; its name if its suite is not shown, or does not have it.
  func title(of key: SuiteKey) -> String {
    key.suiteName == document.suiteName ? title(of: key.key) : key.key.string
  }
}
