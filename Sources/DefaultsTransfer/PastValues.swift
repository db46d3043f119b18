package import DefaultsCore
package import FoundationEssentials

/// The values of a suite at a time, from its present values and its history.
///
/// The changes since then are taken back, the latest first. Changes by programs that keep no history
/// are not known; of a key with such a change, the value is the one that the next recorded change
/// has replaced. Without a later one, a key that is gone has the value that was recorded last, because
/// its file may have been lost; another value stays, because nobody knows since when it is stored.
package struct PastValues: Hashable, Sendable {
  /// The values at the time.
  package private(set) var values: [Defaults.KeyName: Defaults.StoredValue]
  /// The keys whose values are not known, because the history has a change without its values.
  package private(set) var unknownKeys: Set<Defaults.KeyName> = []
  /// The keys that have another value than the last recorded one, so that it is not known whether they had it
  /// at the time.
  package private(set) var uncertainKeys: Set<Defaults.KeyName> = []
  /// The keys that are not stored now although no removal is recorded; they have the value recorded last.
  package private(set) var lostKeys: Set<Defaults.KeyName> = []
  /// Whether the history begins later, so that earlier changes are not known.
  package let isBeforeHistory: Bool

  /// Creates the values at a time from the present ones and the recorded changes, oldest first.
  ///
  /// The order of the entries decides, and not their dates alone: a clock may have been set back.
  /// The last entry that is not later than the time is the last one that is kept.
  package init(
    at date: Date,
    present: [Defaults.KeyName: Defaults.StoredValue],
    history: [Defaults.HistoryEntry]
  ) {
    values = present
    let kept = history.lastIndex { $0.date <= date }
    isBeforeHistory = kept == nil
    let later = history[(kept.map { $0 + 1 } ?? 0)...]
    for change in later.reversed().flatMap({ $0.changes.reversed() }) {
      if change.omission == nil {
        values[change.key] = change.old
        unknownKeys.remove(change.key)
      } else {
        unknownKeys.insert(change.key)
      }
    }
    for key in unknownKeys { values[key] = nil }
    var isLater = Set(later.flatMap { $0.changes.map(\.key) })
    for change in history[..<(kept.map { $0 + 1 } ?? 0)].reversed().flatMap(\.changes)
    where isLater.insert(change.key).inserted && change.omission == nil {
      guard change.new != present[change.key] else { continue }
      if present[change.key] == nil {
        values[change.key] = change.new
        lostKeys.insert(change.key)
      } else {
        uncertainKeys.insert(change.key)
      }
    }
  }
}
