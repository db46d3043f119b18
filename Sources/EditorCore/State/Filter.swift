import DefaultsCore

/// The condition for keys to be in the list.
///
/// A key that has been in the list since the filter was set stays in it, dimmed, when it no longer
/// matches, so that editing a value does not remove its row.
struct Filter: Sendable {
  /// The words that a key must match.
  var query: Query = Query("")
  /// Whether only keys with a stored value are shown.
  var showsOnlySet: Bool = false
  /// Whether only keys with a bookmark are shown.
  var showsOnlyBookmarks: Bool = false
  /// Keys that are listed whether they match or not, because they were in the list when they were
  /// removed or the filter was evaluated again.
  var keptKeys: Set<Defaults.KeyName> = []

  /// Whether the filter can exclude keys.
  var isActive: Bool { showsOnlySet || showsOnlyBookmarks || !query.isEmpty }

  /// Returns whether a key matches another filter if and only if it matches this one.
  func hasConditions(of other: Filter) -> Bool {
    query.terms == other.query.terms && showsOnlySet == other.showsOnlySet
      && showsOnlyBookmarks == other.showsOnlyBookmarks
  }

  /// A condition besides those of the words.
  enum Switch: CaseIterable {
    /// Only keys with a stored value.
    case set
    /// Only keys with a bookmark.
    case bookmark
    /// No hidden or deprecated keys, unless the query names them.
    case shown
  }

  /// Returns whether a key meets a condition, which the filter may not have.
  func isMet(_ condition: Switch, _ slot: Slot, in document: Document) -> Bool {
    switch condition {
    case .set: !showsOnlySet || document.isSet(slot)
    case .bookmark:
      !showsOnlyBookmarks || document.annotations.bookmarks.contains(document.key(at: slot))
    case .shown: query.includesWithheldKeys || !document.isWithheld(slot)
    }
  }

  /// Returns how a key matches; nil if it does not.
  ///
  /// The budget is reduced by the cost of the check, in the units of ``FilterPass``.
  func match(
    _ slot: Slot,
    in document: Document,
    _ texts: inout TextIndex,
    _ budget: inout Int
  ) -> Query.Match? {
    budget -= 8
    guard isMet(.set, slot, in: document), isMet(.bookmark, slot, in: document),
      isMet(.shown, slot, in: document)
    else { return nil }
    guard !query.isEmpty else { return Query.Match() }
    budget -= query.cost
    return query.match(slot, in: document, texts.prepare(slot, of: document, &budget))
  }
}
