import DefaultsCore
import FoundationEssentials

/// The bookmarks and the last changes of the keys of a suite.
struct KeyAnnotations: Hashable, Sendable {
  /// The keys that the user has marked with a bookmark.
  var bookmarks: Set<Defaults.KeyName> = []
  /// The keys whose value has changed while the suite was shown in this session, by anyone.
  var recent: Set<Defaults.KeyName> = []
  /// The last changes in the history; nil until they have been read.
  private(set) var changes: LastChanges?
  /// Whether another program has changed a key since the history was read, so that its author is not
  /// known here.
  private(set) var isOutdated: Bool = false
  /// The number of the next change.
  private var next: Int = 0

  /// Returns the number of the last change of a key, greater for later ones; nil if none is recorded.
  func lastChange(of key: Defaults.KeyName) -> Int? { changes?.numbers[key] }

  /// Returns whether the user has made the last change of a key, with this program or the tool.
  func isOwn(_ key: Defaults.KeyName) -> Bool { changes?.own.contains(key) ?? false }

  /// Returns whether a key was changed in the last days, or while the suite was shown in this session.
  func isRecent(_ key: Defaults.KeyName) -> Bool {
    recent.contains(key) || changes?.recent.contains(key) ?? false
  }

  /// Replaces the changes by those that were read from the history.
  mutating func replace(_ changes: LastChanges) {
    self.changes = changes
    next = (changes.numbers.values.max() ?? -1) + 1
    isOutdated = false
  }

  /// Records a change of a key.
  mutating func record(_ key: Defaults.KeyName, isElsewhere: Bool) {
    recent.insert(key)
    guard changes != nil else { return }
    changes?.numbers[key] = next
    next += 1
    if isElsewhere {
      changes?.own.remove(key)
      isOutdated = true
    } else {
      changes?.own.insert(key)
    }
  }
}

/// The last change of each key, as the history of the suite says.
struct LastChanges: Hashable, Sendable {
  /// The number of the last change of each key; a later change has a greater number.
  var numbers: [Defaults.KeyName: Int] = [:]
  /// The keys whose last change the user has made with this program or the tool `prefs`.
  var own: Set<Defaults.KeyName> = []
  /// The keys that were changed less than seven days before the history was read.
  private(set) var recent: Set<Defaults.KeyName> = []
  /// The number of the next entry.
  private var next = 0

  /// Adds the next entry of a history; the oldest entry is added first.
  ///
  /// The order of the entries counts, not their dates, because a clock can be set back. `program`
  /// is the name of this program in the history, and `now` the time at which it is read.
  mutating func add(
    _ entry: Defaults.HistoryEntry,
    user: String,
    program: String,
    now: Date = Date()
  ) {
    let author = entry.author
    let isTool = author.program == "prefs" || author.program.hasPrefix("prefs ")
    let isOwn = author.user == user && (author.program == program || isTool)
    let isRecent = now.timeIntervalSince(entry.date) < 7 * 24 * 60 * 60
    for change in entry.changes {
      if isRecent { recent.insert(change.key) }
      numbers[change.key] = next
      if isOwn { own.insert(change.key) } else { own.remove(change.key) }
    }
    next += 1
  }
}
