import Defaults

/// A search for the keys that match the filter, which goes on from one slice to the next.
///
/// To search in 100,000 keys takes longer than a person waits for a key press to be shown, at least
/// when their texts are not prepared yet. So a pass looks at a limited number of bytes, then the
/// session shows what was found and handles events that have come, and goes on with
/// `Action.proceed`. The limit counts bytes and not time, so that a session is repeatable.
///
/// Keys are looked at in the order of the list, so each slice adds rows below those that are shown.
/// The first slice nearly always fills the screen. The number of keys found is shown at the end.
///
/// A query that only grew is matched by none but keys that the one before matched. So a new pass
/// looks at those that the last pass found, and then at those that it had not come to.
///
/// The cursor stays on its key if that still matches, even where the pass has yet to find it: until
/// then the cursor stands on the first row, unless the user moves it.
struct FilterPass: Sendable {
  /// The keys to look at, in order.
  var candidates: [Slot]
  /// How many of them were looked at.
  var next: Int = 0
  /// The keys that stay in the list whether they match or not.
  var kept: Set<Slot> = []
  /// What the cursor stood on when the filter was set.
  var selection: Selection?
  /// The first line on the screen then.
  var top: Int
  /// Where the cursor stands meanwhile, if the user does not move it.
  var interimSelection: Selection?

  /// The keys that were not looked at yet.
  var remaining: ArraySlice<Slot> { candidates[next...] }

  /// Makes sure that a key is looked at to which the pass has not come yet.
  mutating func insertCandidate(_ slot: Slot, in document: Document) {
    let place = candidates.partitionPoint { document.precedes($0, slot) }
    guard place >= next, place == candidates.count || candidates[place] != slot else { return }
    candidates.insert(slot, at: place)
  }

  /// The limit of a slice in units of about 5 nanoseconds.
  static let slice = 600_000
}

extension EditorState {
  /// Whether there is work to do between two events.
  public var hasWork: Bool {
    if pass != nil { return true }
    guard case .filter = mode else { return false }
    return !texts.isComplete(for: document)
  }

  /// Goes on with the work, for a few milliseconds.
  mutating func proceed() {
    guard pass == nil else { return runSlice() }
    // The user has opened the filter's prompt: the first word is found faster with all texts ready.
    var budget = FilterPass.slice
    while budget > 0, !texts.isComplete(for: document) {
      budget -= 100 + texts.prepareNext(of: document)
    }
  }

  /// Changes the filter and begins a pass over the keys that can match.
  mutating func setFilter(_ change: (inout Filter) -> Void) {
    let old = filter
    change(&filter)
    filter.removedKeys = []
    let isNarrower =
      filter.query.narrows(old.query) && (filter.showsOnlySet || !old.showsOnlySet)
    beginPass(over: isNarrower ? listing.shown + (pass?.remaining ?? []) : document.order)
  }

  /// Begins the pass again over all keys, because keys were inserted or removed; the keys of the
  /// list stay in it.
  mutating func restartPass(keeping kept: [Slot]) {
    guard filter.isActive else { return beginPass(over: []) }
    beginPass(over: document.order, keeping: Set(kept))
  }

  private mutating func beginPass(over candidates: [Slot], keeping kept: Set<Slot> = []) {
    let isMoved = pass.map { $0.interimSelection != selection } ?? true
    let wanted = isMoved ? (selection, top) : (pass?.selection, pass?.top ?? top)
    pass = nil
    guard filter.isActive else {
      showAll()
      return ensureSelection(near: 0)
    }
    listing.clear(for: document)
    pass = FilterPass(
      candidates: candidates,
      kept: kept,
      selection: wanted.0,
      top: wanted.1,
      interimSelection: selection
    )
    runSlice()
  }

  /// Lists all keys, but for those that are withheld.
  mutating func showAll() {
    pass = nil
    listing.show(document.order.filter { !document.isWithheld($0) }, of: document)
  }

  /// Looks at the next keys of the pass.
  private mutating func runSlice() {
    guard var pass else { return }
    self.pass = nil
    var budget = FilterPass.slice
    var found: [Slot] = []
    while pass.next < pass.candidates.count, budget > 0 {
      let slot = pass.candidates[pass.next]
      pass.next += 1
      if matches(slot, &budget) || pass.kept.contains(slot) { found.append(slot) }
    }
    listing.append(found, of: document)
    if selection == pass.interimSelection {
      selection = pass.selection
      top = pass.top
    }
    ensureSelection(near: 0)
    pass.interimSelection = selection
    self.pass = pass.remaining.isEmpty ? nil : pass
  }

  /// Returns whether a key passes the filter now.
  mutating func matches(_ slot: Slot, _ budget: inout Int) -> Bool {
    budget -= 8
    if filter.showsOnlySet, !document.isSet(slot) { return false }
    if document.isWithheld(slot), !filter.query.includesWithheldKeys { return false }
    guard !filter.query.isEmpty else { return true }
    let (span, isNew) = texts.prepare(slot, of: document)
    budget -= isNew ? 100 + span.length : span.length / 8
    return filter.query.matches(slot, in: document, texts, span, &budget)
  }
}
