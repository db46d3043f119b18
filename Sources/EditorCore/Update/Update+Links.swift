import DefaultsCore
import DefaultsSchema
import Terminal

// Links between keys: the replacement of a deprecated key, "See also", and the key on whose value
// another one depends. Each jump keeps the place that it left, filter included, for the way back.
extension EditorState {
  /// A key to which another key leads.
  private struct Link {
    var key: Defaults.KeyName
    /// Why it leads there.
    var reason: String
  }

  /// Returns the links of an item to keys of the suite, each key once.
  private func links(of item: Item) -> [Link] {
    var links: [Link] = []
    if let replacement = item.entry.deprecation?.replacement {
      links.append(Link(key: Defaults.KeyName(replacement), reason: "replaces it"))
    }
    links += item.entry.seeAlso.map { Link(key: Defaults.KeyName($0), reason: "see also") }
    if let dependency = item.entry.dependency {
      links.append(Link(key: Defaults.KeyName(dependency.key), reason: "it depends on this"))
    }
    var seen: Set<Defaults.KeyName> = [item.key]
    return links.filter { document.slot(of: $0.key) != nil && seen.insert($0.key).inserted }
  }

  /// Returns whether a key leads to others.
  func hasLinks(_ item: Item) -> Bool { !links(of: item).isEmpty }

  /// Goes to the key to which the selected one leads; of several, the user chooses.
  mutating func followLinks() {
    guard let item = selectedItem else { return refuse(textWithoutKey) }
    let links = links(of: item).prefix(MenuScreen.limit)
    guard let first = links.first else {
      return refuse("\(item.entry.title) names no other key.")
    }
    guard links.count > 1 else { return jump(to: first.key) }
    show(MenuScreen(title: item.entry.title, links.map(choice)))
  }

  /// Offers the replacement of a deprecated key before it is edited.
  ///
  /// - Returns: false if the selected key is not deprecated, or its replacement is not in the suite.
  mutating func offerReplacement() -> Bool {
    guard let item = selectedItem, let deprecation = item.entry.deprecation,
      let replacement = deprecation.replacement,
      let link = links(of: item).first(where: { $0.key == Defaults.KeyName(replacement) })
    else { return false }
    var go = choice(link)
    go.title = "go to \(go.title)"
    go.help = deprecation.message
    let key = item.key
    let edit = MenuScreen.Choice(
      title: "edit \(item.entry.title)",
      note: "deprecated",
      help: deprecation.message
    ) { if $0.reselect(key) { $0.edit() } }
    show(MenuScreen(title: "Deprecated", [go, edit]))
    return true
  }

  private func choice(_ link: Link) -> MenuScreen.Choice {
    .init(title: title(of: link.key), note: link.reason) { $0.jump(to: link.key) }
  }

  /// Selects another key, and keeps the present place for the way back.
  ///
  /// If the filter excludes the key, it is cleared. A key that no list shows, because it is hidden or
  /// deprecated, is added to the list.
  mutating func jump(to key: Defaults.KeyName) {
    guard let slot = document.slot(of: key) else { return refuse("\(key) is not in this suite.") }
    suite.visited.append(
      VisitedPlace(selection: suite.selection, top: suite.top, filter: suite.filter)
    )
    if suite.visited.count > 100 { suite.visited.removeFirst() }
    if !suite.listing.contains(slot), suite.filter.isActive { clearFilter() }
    if !suite.listing.contains(slot) {
      let inserted = RankedSlot(slot: slot, rank: suite.ordering?[slot] ?? .max)
      suite.listing.change(inserting: [inserted], of: document)
    }
    select(.key(key))
    unfoldSelectedSection()
    ensureSelection()
    let back = keyText(ListCommand.back, "goes back")
    note("Went to \(document.title(of: slot))", hint: back)
  }

  /// Returns to the place that the last jump left, or to the search in all suites, or to the suite that was
  /// shown before.
  mutating func goBack() {
    guard !isSearchPreviousPlace else { return resumeSearch(goingBack: true) }
    guard let place = suite.visited.popLast() else {
      if !openEarlierSuite() { refuse("There is no earlier place.") }
      return
    }
    if !place.filter.hasConditions(of: suite.filter) { setFilter { $0 = place.filter } }
    select(place.selection)
    suite.top = place.top
    unfoldSelectedSection()
    ensureSelection()
  }

  /// Opens the suite that was shown before; returns whether there is one.
  @discardableResult
  mutating func openEarlierSuite() -> Bool {
    while let name = earlierSuites.popLast() {
      guard name == document.suiteName else {
        send(.open(suiteName: name))
        return true
      }
    }
    return false
  }

  // MARK: - Matches

  /// Selects the next or previous key that matches the last filter, also after it was cleared; if all suites
  /// were searched since, returns to that search.
  ///
  /// After the last key, the search continues at the first one.
  mutating func moveToMatch(forward isForward: Bool) {
    if catalog.search?.isLastFilter == true { return resumeSearch(goingBack: false) }
    guard !suite.lastQuery.isEmpty else {
      let advice = keyText(ListCommand.filter, "filters.")
      return refuse(["There was no filter yet.", advice].line())
    }
    let shown = suite.listing.shown
    let firstKey = selectedSection.flatMap { suite.listing.firstKey(ofSection: $0) }
    // On the heading of a folded section, the search begins with the first key of the section.
    let start =
      selectedPlace
      ?? firstKey.flatMap { suite.listing.index(of: $0, in: document) }.map {
        isForward ? $0 - 1 : $0
      }
      ?? -1
    for step in stride(from: 1, through: shown.count, by: 1) {
      let index = start + (isForward ? step : -step)
      let place = (index % shown.count + shown.count) % shown.count
      guard matchesLastQuery(shown[place]) else { continue }
      select(.key(document.key(at: shown[place])))
      unfoldSelectedSection()
      ensureSelection()
      if place != index {
        let end = isForward ? "the first" : "the last"
        note("The search continued at \(end) key.")
      }
      return
    }
    refuse("No key here matches \(suite.lastQuery.text)")
  }

  private mutating func matchesLastQuery(_ slot: Slot) -> Bool {
    var budget = 0
    let texts = suite.texts.prepare(slot, of: suite.document, &budget)
    return suite.lastQuery.match(slot, in: document, texts) != nil
  }
}
