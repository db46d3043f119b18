import Defaults
import DefaultsSchema
@testable import EditorCore

/// The list of a session computed from all keys after each step: what the maintained list of
/// `EditorState` is compared with.
///
/// It shares with the editor only the model of a single key and the words of a query. Sections and keys are named here by title and name, so that no slot is compared.
struct NaiveList {
  enum Line: Hashable {
    case heading(String)
    case key(Defaults.KeyName)
  }

  let schema: Schema
  let height: Int
  var layers: [Defaults.KeyName: KeyLayers]
  var query = Query("")
  var folded: Set<String> = []
  /// The sections that were folded before the query was set.
  private var foldedBefore: Set<String> = []
  var selection: Line?
  var top = 0
  /// The line that the query has hidden, and the first visible line with it; nil after the cursor was
  /// moved.
  private var displaced: (line: Line, top: Int)?
  private let declared: [Defaults.KeyName: (section: Int, entry: Entry)]
  /// The keys that are listed while a query is set, with their ranks.
  private var kept: [Defaults.KeyName: UInt32] = [:]
  private var hadValue: Set<Defaults.KeyName> = []
  private(set) var lines: [Line] = []

  init(schema: Schema, layers: [Defaults.KeyName: KeyLayers], height: Int) {
    self.schema = schema
    self.layers = layers
    self.height = height
    let declared = schema.sections.indices.flatMap { index in
      schema.sections[index].entries.map { ($0.key, (section: index, entry: $0)) }
    }
    self.declared = Dictionary(uniqueKeysWithValues: declared)
    hadValue = Set(layers.keys)
    refresh(near: 0)
  }

  // MARK: - Steps

  mutating func store(_ changes: [Action.Change]) {
    let place = place
    // A key that was removed and comes back has a new place in a ranked list.
    var new: Set<Defaults.KeyName> = []
    for change in changes {
      if declared[change.key] == nil, layers[change.key] == nil { new.insert(change.key) }
      layers[change.key] = change.layers.isEmpty ? nil : change.layers
      if !change.layers.isEmpty { hadValue.insert(change.key) }
    }
    for change in changes where !query.isEmpty {
      let key = change.key
      if kept[key] == nil || new.contains(key), matches(key) {
        kept[key] = rank(key)
      } else if new.contains(key), kept[key] != nil {
        kept[key] = .max
      }
    }
    refresh(near: place)
  }

  mutating func narrow(to text: String) {
    let old = query
    query = Query(text)
    kept = [:]
    if !query.isEmpty {
      for key in Set(declared.keys).union(layers.keys) where matches(key) { kept[key] = rank(key) }
    }
    if query.isRanked, query != old { (selection, displaced, top) = (nil, nil, 0) }
    displaced = displaced ?? selection.map { ($0, top) }
    if let displaced { (selection, top) = displaced }
    if old.isEmpty, !query.isEmpty { (foldedBefore, folded) = (folded, []) }
    if !old.isEmpty, query.isEmpty { folded = foldedBefore }
    // The key at the cursor, which a search may have found in a folded section, stays in the list.
    if query.isEmpty, query != old, case .key? = selection {
      _ = selection.flatMap(section).map { folded.remove($0) }
    }
    list()
    if selection.flatMap(lines.firstIndex) != nil, selection.map(isStop) == true {
      displaced = nil
    } else {
      selection = selection.flatMap(nearest)
    }
    settle(near: 0)
  }

  mutating func move(by distance: Int) {
    let stops = lines.filter(isStop)
    guard !stops.isEmpty else { return }
    displaced = nil
    let current = selection.flatMap(stops.firstIndex) ?? 0
    selection = stops[max(0, min(stops.count - 1, current + distance))]
    refresh(near: nil)
  }

  /// Folds or unfolds the section of the cursor.
  mutating func toggleFold() {
    guard let selection, let section = section(of: selection), !query.isRanked else { return }
    displaced = nil
    let isFolded = folded.remove(section) != nil
    if !isFolded { folded.insert(section) }
    list()
    let heading = lines.firstIndex(of: .heading(section))
    self.selection = isFolded ? heading.map { lines[$0 + 1] } : .heading(section)
    settle(near: nil)
  }

  /// Returns the line of the shown key that is nearest to a line that is not shown: by rank, then by the
  /// number of keys between them, the one above first.
  private func nearest(to line: Line) -> Line? {
    let all =
      schema.sections.flatMap { $0.entries.map(\.key) }
      + layers.keys.filter { declared[$0] == nil }.sorted()
    let shown = all.filter {
      query.isEmpty ? !(item($0).map { isWithheld($0.entry) } ?? false) : kept[$0] != nil
    }
    func row(_ key: Defaults.KeyName) -> Line? {
      let section = section(of: .key(key))
      return !query.isRanked && section.map(folded.contains) == true
        ? section.map(Line.heading) : .key(key)
    }
    switch line {
    case .heading(let title):
      guard !query.isRanked else { return nil }
      let titles = schema.sections.map(\.title) + ["Not in the schema"]
      let later = titles.drop { $0 != title }
      return shown.first { later.contains(section(of: .key($0)) ?? "") }.flatMap(row)
    case .key(let key):
      guard let item = item(key), let place = all.firstIndex(of: key) else { return nil }
      if shown.contains(key) { return row(key) }
      let section = section(of: line) ?? ""
      var rank = 0
      if query.isRanked {
        guard NaiveQuery(query).matches(item, sectionTitle: section) else { return nil }
        rank = Int(self.rank(key))
      }
      func distance(_ other: Defaults.KeyName) -> (Int, Int) {
        let otherRank = query.isRanked ? Int(kept[other] ?? 0) : 0
        return (abs(otherRank - rank), abs((all.firstIndex(of: other) ?? 0) - place))
      }
      let ranked = shown.sorted { left, right in
        let (first, second) = (
          query.isRanked ? kept[left] ?? 0 : 0, query.isRanked ? kept[right] ?? 0 : 0
        )
        return first == second
          ? (all.firstIndex(of: left) ?? 0) < (all.firstIndex(of: right) ?? 0) : first < second
      }
      return ranked.min { distance($0) < distance($1) }.flatMap(row)
    }
  }

  // MARK: - The old algorithm

  private var place: Int? { selection.flatMap(lines.firstIndex) }

  private func isStop(_ line: Line) -> Bool {
    guard case .heading(let section) = line else { return true }
    return folded.contains(section)
  }

  private func section(of line: Line) -> String? {
    switch line {
    case .heading(let section): section
    case .key(let key):
      declared[key].map { schema.sections[$0.section].title } ?? "Not in the schema"
    }
  }

  /// The item of a key; nil if the key is neither declared nor stored.
  private func item(_ key: Defaults.KeyName) -> Item? {
    let layers = layers[key] ?? KeyLayers()
    if let (section, entry) = declared[key] {
      return Item(entry: entry, section: section, isDeclared: true, layers: layers)
    }
    guard let value = layers.stored else { return nil }
    let entry = Entry(untypedKey: key.string, title: key.string, kind: .inferred(from: value))
    return Item(entry: entry, section: schema.sections.count, isDeclared: false, layers: layers)
  }

  private func isWithheld(_ entry: Entry) -> Bool {
    (entry.isHidden || entry.deprecation != nil) && !hadValue.contains(entry.key)
  }

  private func matches(_ key: Defaults.KeyName) -> Bool {
    guard let item = item(key), let section = section(of: .key(key)) else { return false }
    return (!isWithheld(item.entry) || query.includesWithheldKeys)
      && NaiveQuery(query).matches(item, sectionTitle: section)
  }

  private func rank(_ key: Defaults.KeyName) -> UInt32 {
    item(key).map { NaiveQuery(query).rank(of: $0) } ?? 0
  }

  private mutating func refresh(near wanted: Int?) {
    list()
    settle(near: wanted)
  }

  private mutating func list() {
    lines = []
    // A ranked list has no sections, so none is folded.
    let folded = query.isRanked ? [] : folded
    func add(_ section: String, _ keys: some Sequence<Defaults.KeyName>) {
      let keys = Array(keys)
      guard !keys.isEmpty else { return }
      lines.append(.heading(section))
      if !folded.contains(section) { lines += keys.map(Line.key) }
    }
    for section in schema.sections {
      add(
        section.title,
        section.entries.filter { query.isEmpty ? !isWithheld($0) : kept[$0.key] != nil }
          .map(\.key)
      )
    }
    add(
      "Not in the schema",
      layers.keys.filter { declared[$0] == nil && (query.isEmpty || kept[$0] != nil) }.sorted()
    )
    guard query.isRanked else { return }
    lines.removeAll { if case .heading = $0 { true } else { false } }
    let ranked = lines.enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return first == second ? left.offset < right.offset : first < second
    }
    lines = ranked.map(\.element)
  }

  private func rank(_ line: Line) -> UInt32 {
    guard case .key(let key) = line else { return 0 }
    return kept[key] ?? 0
  }

  private mutating func settle(near wanted: Int?) {
    if selection.flatMap(lines.firstIndex) == nil || selection.map(isStop) == false {
      let wanted = min(wanted ?? top, max(0, lines.count - 1))
      selection =
        lines.indices.filter { isStop(lines[$0]) }
        .min { abs($0 - wanted) < abs($1 - wanted) }.map { lines[$0] }
    }
    scroll()
  }

  private mutating func scroll() {
    guard let place else { return top = 0 }
    var first = place
    if first > 0, case .heading = lines[first - 1] { first -= 1 }
    if first < top { top = first }
    if place >= top + height { top = place - height + 1 }
    top = max(0, min(top, lines.count - height))
  }
}
