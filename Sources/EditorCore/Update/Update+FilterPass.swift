import Defaults

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
/// **Cursor.** In a ranked list, the cursor is on the first row, which is the best match. Otherwise it
/// returns to its key when the pass finds that key, and until then is on the first row
/// (`interimSelection`). If the user moves it in between, it stays where the user moved it.
struct FilterPass: Sendable {
  /// The keys to check, in the order of the document.
  var candidates: [Slot]
  /// The index of the next candidate to check.
  var next: Int = 0
  /// The selection when the filter was set; it is restored when its key is found.
  var selection: Selection?
  /// The first visible line when the filter was set.
  var top: Int
  /// The selection at the end of the last slice; a different one means that the user moved the cursor.
  var interimSelection: Selection?

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
  }

  /// Runs one slice of the work, for a few milliseconds.
  mutating func proceed() {
    if screen.hasWork {
      var screen = screen
      screen.proceed(in: self)
      _ = finish(.stay, screen)
      return
    }
    guard suite.pass == nil else { return runSlice() }
    if suite.repairs?.isComplete == false { return proceedWithRepairs() }
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
    if !suite.filter.query.isEmpty { suite.lastQuery = suite.filter.query }
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
    suite.selection = nil
    suite.top = 0
    suite.pass?.interimSelection = nil
    suite.pass?.selection = nil
    suite.pass?.top = 0
  }

  /// Evaluates the filter again for all keys.
  ///
  /// - Parameter kept: the keys that are listed even if they no longer match.
  mutating func restartPass(keeping kept: [Defaults.KeyName] = []) {
    suite.filter.keptKeys.formUnion(kept)
    beginPass(over: document.order)
  }

  /// Starts a pass, or shows all keys if the filter is empty, and runs the first slice.
  private mutating func beginPass(over candidates: [Slot]) {
    // If a pass is running and the cursor was not moved, continue to search for that pass's selection.
    let isMoved = suite.pass.map { $0.interimSelection != suite.selection } ?? true
    let wanted =
      isMoved ? (suite.selection, suite.top) : (suite.pass?.selection, suite.pass?.top ?? suite.top)
    (suite.pass, suite.repairs) = (nil, nil)
    foldForFilter()
    guard suite.filter.isActive else {
      showAll()
      unfoldSelectedSection()
      return ensureSelection(near: 0)
    }
    suite.listing.clear(for: document, isFlat: suite.filter.query.isRanked || suite.ordering != nil)
    suite.pass = FilterPass(
      candidates: candidates,
      selection: wanted.0,
      top: wanted.1,
      interimSelection: suite.selection
    )
    runSlice()
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
    (suite.pass, suite.repairs) = (nil, nil)
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
    // Select the wanted key again; `ensureSelection` replaces it as long as it is not in the list.
    if suite.selection == pass.interimSelection {
      suite.selection = pass.selection
      suite.top = pass.top
    }
    ensureSelection(near: 0)
    pass.interimSelection = suite.selection
    suite.pass = pass.next < pass.candidates.count ? pass : nil
    beginRepairs()
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
}
