import DefaultsCore

/// A search for the keys that match the filter, divided into slices.
///
/// To search 100,000 keys takes longer than a key press may take, at least while their texts are not in
/// the ``TextIndex`` yet. So a pass checks keys until a budget of bytes is used up; the session then
/// presents the keys that were found, handles events that have arrived, and dispatches
/// `Action.proceed`, which continues the pass. The budget counts bytes and not time, so that a session
/// gives the same result each time it is replayed.
///
/// **Order.** Keys are checked in the order of the document. In a list with sections, each slice appends
/// rows below the ones that are shown. In a ranked list, it merges them, so a better match of a later
/// slice moves rows down. The first slice nearly always fills the screen, and is the only one up to
/// about 10,000 keys. The number of matches is shown when the pass is complete.
///
/// **Candidates.** If the last pass is complete and the new query can only match keys that the previous
/// query matched (``Query/narrows(_:)``), the candidates are the keys in the list. Otherwise all keys are
/// candidates.
///
/// **Changes.** A key that changes while a pass is running is checked at once, so the pass skips the keys
/// that are in the list. A candidate whose key was removed is skipped, too; if its slot was given to
/// another key, that one was checked when it was inserted.
///
/// **Cursor.** After a change of a query that ranks its matches, the cursor is on the first row, which is
/// the best match. Otherwise it stays on its row. A row that the filter hides is remembered
/// (``SuiteView/displaced``): the cursor is on the nearest row, and returns when a pass, this one or a later
/// one, shows the row again. If the user moves it in between, it stays where the user moved it.
struct FilterPass: Sendable {
  /// The keys to check, in the order of the document.
  let candidates: [Slot]
  /// The index of the next candidate to check.
  var next: Int = 0
  /// Whether the cursor is on the first row until the user moves it.
  var staysAtFirst: Bool

  /// The budget of a slice: about 3 milliseconds, in units of about 5 nanoseconds.
  static let slice = 600_000
}

extension EditorState {
  /// Whether the session must dispatch `Action.proceed` when no event is pending: a pass is running,
  /// or texts can be prepared while the filter's prompt is open.
  public var hasWork: Bool {
    isSearching || screen is FilterScreen && !suite.texts.isComplete(for: document)
  }

  /// Whether keys are being searched, so that the screen changes when a slice of the work is done.
  var isSearching: Bool {
    screen.hasWork || suite.pass != nil || suite.repairs?.isComplete == false
      || suite.elsewhere?.hasWork == true
  }

  /// Runs one slice of the work, for a few milliseconds.
  mutating func proceed() {
    if screen.hasWork {
      var screen = screen
      screen.proceed(in: self)
      return finish(.stay, screen)
    }
    guard suite.pass == nil else { return runSlice() }
    if suite.repairs?.isComplete == false { return proceedWithRepairs() }
    if suite.elsewhere?.hasWork == true {
      suite.elsewhere?.proceed()
      return
    }
    // The prompt is open and nothing was typed yet: prepare texts now, so that the first pass is fast.
    var budget = FilterPass.slice
    while budget > 0, !suite.texts.isComplete(for: document) {
      suite.texts.prepareNext(of: suite.document, &budget)
    }
  }

  /// Changes the filter and starts a pass over the keys that can match.
  mutating func setFilter(_ change: (inout Filter) -> Void) {
    let old = suite.filter
    change(&suite.filter)
    // Another text with the same words, such as one with a blank at its end, has the same matches.
    guard suite.filter.query == old.query || !suite.filter.hasConditions(of: old) else { return }
    if suite.filter.query.isRanked, suite.filter.query != old.query { moveToFirstMatch() }
    if !suite.filter.query.isEmpty {
      suite.lastQuery = suite.filter.query
      catalog.search?.isLastFilter = false
    }
    suite.filter.keptKeys = []
    // With "only set" switched off, keys that the last pass excluded can match again.
    let isNarrower =
      suite.pass == nil && suite.filter.query.narrows(old.query)
      && (suite.filter.showsOnlySet || !old.showsOnlySet)
      && (suite.filter.showsOnlyBookmarks || !old.showsOnlyBookmarks)
    beginPass(over: isNarrower ? document.order.filter(suite.listing.contains) : document.order)
  }

  /// Moves the cursor to the first row, which is the best match after each change of the query.
  private mutating func moveToFirstMatch() {
    (suite.selection, suite.displaced, suite.top) = (nil, nil, 0)
  }

  /// Evaluates the filter again for all keys; the kept keys are listed even if they do not match.
  mutating func restartPass(keeping kept: [Defaults.KeyName] = []) {
    suite.filter.keptKeys.formUnion(kept)
    beginPass(over: document.order)
  }

  /// Starts a pass, or shows all keys if the filter is empty, and runs the first slice.
  private mutating func beginPass(over candidates: [Slot]) {
    suite.displaced = suite.displaced ?? suite.selection.map { ($0, suite.top) }
    (suite.pass, suite.repairs, suite.elsewhere) = (nil, nil, nil)
    foldForFilter()
    guard suite.filter.isActive else {
      showAll()
      return selectDisplaced()
    }
    suite.listing.clear(for: document, isFlat: suite.filter.query.isRanked || suite.ordering != nil)
    suite.pass = FilterPass(candidates: candidates, staysAtFirst: suite.displaced == nil)
    runSlice()
  }

  /// Selects the row that was selected before the filter was changed; if it is not in the list, the
  /// nearest one.
  private mutating func selectDisplaced() {
    if let displaced = suite.displaced {
      (suite.selection, suite.top) = displaced
      if !suite.filter.isActive { unfoldSelectedSection() }
      if selectedRow != nil { suite.displaced = nil } else { suite.selection = nearestSelection }
    }
    ensureSelection(near: 0)
  }

  /// Unfolds all sections when a filter is set, so that every match is shown, and folds them again when
  /// the filter is cleared.
  private mutating func foldForFilter() {
    if suite.filter.isActive, suite.foldedBeforeFilter == nil {
      suite.foldedBeforeFilter = foldedSections
      suite.listing.fold([])
    } else if !suite.filter.isActive, let folded = suite.foldedBeforeFilter {
      suite.foldedBeforeFilter = nil
      suite.listing.fold(folded)
    }
  }

  /// Lists all keys except hidden and deprecated ones.
  mutating func showAll() {
    (suite.pass, suite.repairs, suite.elsewhere) = (nil, nil, nil)
    suite.listing.show(
      document.order.filter { !document.isWithheld($0) },
      of: document,
      by: suite.ordering
    )
  }

  /// Checks candidates until the budget is used up, and lists those that match.
  private mutating func runSlice() {
    guard var pass = suite.pass else { return }
    suite.pass = nil
    var budget = FilterPass.slice
    var found: [RankedSlot] = []
    while pass.next < pass.candidates.count, budget > 0 {
      let slot = pass.candidates[pass.next]
      pass.next += 1
      guard !document.isRemoved(slot), !suite.listing.contains(slot) else { continue }
      if let ranked = ranked(slot, &budget) { found.append(ranked) }
    }
    suite.listing.change(inserting: found, of: document)
    if pass.staysAtFirst { (suite.selection, suite.top) = (nil, 0) }
    selectDisplaced()
    suite.pass = pass.next < pass.candidates.count ? pass : nil
    beginRepairs()
    countElsewhere()
  }

  /// Returns a key with the number by which it is sorted if it is to be listed, and reduces the budget
  /// by the cost of the check.
  mutating func ranked(_ slot: Slot, _ budget: inout Int) -> RankedSlot? {
    let match = suite.filter.match(slot, in: suite.document, &suite.texts, &budget)
    guard match != nil || suite.filter.keptKeys.contains(document.key(at: slot)) else { return nil }
    guard suite.filter.query.isRanked else {
      return RankedSlot(slot: slot, rank: suite.ordering?[slot] ?? .max)
    }
    return RankedSlot(slot: slot, rank: match?.rank ?? .max)
  }

  /// The row that is nearest to the selection, which is not in the list; nil if none is known.
  private var nearestSelection: Selection? {
    switch suite.selection {
    case .key(let key): document.slot(of: key).flatMap(nearestSelection)
    case .section(let section): nearestSelection(toSection: section)
    case nil: nil
    }
  }

  /// Returns the row of the listed key that is nearest to another key in the order of the list.
  private func nearestSelection(to slot: Slot) -> Selection? {
    var texts = suite.texts
    var budget = 0
    let rank: UInt32
    if suite.filter.query.isRanked {
      let prepared = texts.prepare(slot, of: document, &budget)
      guard let match = suite.filter.query.match(slot, in: document, prepared) else { return nil }
      rank = match.rank
    } else {
      rank = suite.ordering?[slot] ?? .max
    }
    let near = suite.listing.nearest(to: RankedSlot(slot: slot, rank: rank), in: document)
    return near.map(rowSelection)
  }

  /// Returns the row that is nearest to a heading, which is not in the list or is not a stop.
  private func nearestSelection(toSection section: Int) -> Selection? {
    guard !suite.listing.isFlat else { return nil }
    if let first = suite.listing.firstKey(ofSection: section) { return rowSelection(of: first) }
    let next = suite.listing.section(after: true, section)
    return next.flatMap(suite.listing.firstKey).map(rowSelection)
  }

  /// Returns the selection for a listed key: its heading if its section is folded.
  private func rowSelection(of slot: Slot) -> Selection {
    let section = document.section(of: slot)
    return !suite.listing.isFlat && foldedSections.contains(section)
      ? .section(section) : .key(document.key(at: slot))
  }
}
