import DefaultsCore
import DefaultsSchema

/// What the editor knows of the recorded changes of a key or a suite.
enum KeyHistory: Hashable, Sendable {
  /// They are not needed yet.
  case unread
  /// They are being read.
  case loading
  /// The entries with the changes, the newest first, and those that are undone and not redone since.
  case entries([LayeredEntry], undone: Set<Defaults.HistoryEntry.ID> = [])
  /// The changes cannot be read: the reason as a sentence.
  case failed(String)

  /// Returns the histories of the files of one suite as one, the newest changes first; those that cannot be
  /// read are left out, unless it is the first one.
  static func merged(_ histories: [KeyHistory]) -> KeyHistory {
    var all: [LayeredEntry] = []
    var allUndone: Set<Defaults.HistoryEntry.ID> = []
    if case .failed? = histories.first { return histories[0] }
    for history in histories {
      guard case .entries(let entries, let undone) = history else { continue }
      all += entries
      allUndone.formUnion(undone)
    }
    // Of one file the order of the entries counts, because a clock may have been set back.
    guard Set(all.map(\.layer)).count > 1 else { return .entries(all, undone: allUndone) }
    let sorted = all.enumerated().sorted { left, right in
      let (first, second) = (left.element.entry.date, right.element.entry.date)
      return first == second ? left.offset < right.offset : first > second
    }
    return .entries(sorted.map(\.element), undone: allUndone)
  }
}

/// An entry of the history of one of a suite's files.
struct LayeredEntry: Hashable, Sendable {
  /// The entry.
  var entry: Defaults.HistoryEntry
  /// The layer of the file.
  var layer: Defaults.Layer = .user

  /// The scope of the file, in which going back stores values; nil for locks.
  var scope: WriteScope? { WriteScope.allCases.first { $0.layer == layer } }

  /// Returns the text of a change: that a key was locked or unlocked, or both values, with the word for the
  /// file before them unless it is the user's.
  func text(_ change: Defaults.HistoryEntry.Change, in entry: Entry) -> String {
    switch layer {
    case _ where change.omission != nil: return ValueText.change(change, in: entry)
    case .user: return ValueText.change(change, in: entry)
    case .managed:
      guard let value = change.new else { return "unlocked" }
      return "locked at \(ValueText.brief(stored: value, in: entry))"
    case .argument, .environment, .host, .global, .system, .registered:
      return "(\(layer.word)) \(ValueText.change(change, in: entry))"
    }
  }
}
