import DefaultsCore
import FoundationEssentials
import Synchronization

/// The last change of each key in the history of a suite, as far as it was read.
///
/// While another program changes keys, its history is needed again and again. Each time, only the
/// entries that were added since are read.
final class KnownHistory: Sendable {
  private struct State {
    /// The position up to which the history was read.
    var position: Defaults.HistoryPosition?
    var changes: [Defaults.KeyName: (change: Defaults.HistoryEntry.Change, author: ChangeAuthor)] =
      [:]
    var last: LastChanges = LastChanges()
    /// The changes without values that have named an author, by key and time.
    var named: [Defaults.KeyName: Date] = [:]
  }

  /// How long ago a change without values can have been made to be the one that was reported, in seconds.
  private static let latest: Double = 5

  private let suite: Defaults.Suite
  /// The name of this program in histories.
  private let program: String
  private let state = Mutex(State())

  init(of suite: Defaults.Suite, program: String) {
    self.suite = suite
    self.program = program
  }

  /// The name of the suite.
  var suiteName: String { suite.name }

  /// Returns the last change of each key.
  func lastChanges() throws(Defaults.StoreError) -> LastChanges {
    try state.withLock { state throws(Defaults.StoreError) -> LastChanges in
      try read(&state)
      return state.last
    }
  }

  /// Returns the authors of keys whose present value the history has as the last change.
  ///
  /// A program that keeps no history may have changed a secret, of which the history has no values. So
  /// the last recorded change of a secret counts only if it is new.
  ///
  /// With `isReloading`, the values are read again before: those of a file that the session does not show.
  func authors(
    of keys: [Defaults.KeyName],
    isReloading: Bool = false
  ) -> [Defaults.KeyName: ChangeAuthor] {
    if isReloading { suite.reload() }
    return state.withLock { state in
      // A history that cannot be read is reported when it is shown.
      try? read(&state)
      var authors: [Defaults.KeyName: ChangeAuthor] = [:]
      for key in keys {
        guard let (change, author) = state.changes[key] else { continue }
        if change.omission != nil {
          let age = -author.date.timeIntervalSinceNow
          guard age < Self.latest, state.named[key] != author.date else { continue }
          state.named[key] = author.date
        } else if change.new != suite.storedValue(forKey: key.string) {
          continue
        }
        authors[key] = author
      }
      return authors
    }
  }

  /// Reads the entries that were added since the last time.
  private func read(_ state: inout State) throws(Defaults.StoreError) {
    guard suite.keepsHistory else { return }
    let user = Defaults.HistoryEntry.Author.currentUser
    let (entries, areAll) = try suite.history(since: &state.position)
    if areAll { (state.changes, state.last) = ([:], LastChanges()) }
    for entry in entries {
      state.last.add(entry, user: user, program: program)
      let author = ChangeAuthor(name: entry.author.brief, date: entry.date)
      for change in entry.changes { state.changes[change.key] = (change, author) }
    }
  }
}
