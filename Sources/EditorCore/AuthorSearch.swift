import Defaults
import Synchronization

/// Finds in the histories who has changed keys elsewhere, for the session.
///
/// Another program may change keys many times a second, and it records a change only after its commit. So
/// there is one search at a time, for all keys that have changed until it begins, and a second between
/// two searches; a key that is not found is looked for once more. A search is no closure of the work
/// queue, where it would delay writes.
struct AuthorSearch {
  /// The number of searches for a key.
  private static let attempts = 2

  /// How often a key is still to be looked for.
  private var wanted: [SuiteKey: Int] = [:]
  /// The histories that were searched, by the name of the suite.
  private var histories: [String: LastEntries] = [:]
  /// Whether a search is running, or was less than a second ago.
  private var isBusy = false

  /// Adds keys of a suite whose authors are wanted.
  mutating func add(_ keys: [Defaults.KeyName], of suite: Defaults.Suite) {
    histories[suite.name] = histories[suite.name] ?? LastEntries(of: suite)
    for key in keys { wanted[SuiteKey(suiteName: suite.name, key: key)] = Self.attempts }
  }

  /// Begins a search.
  ///
  /// - Returns: a closure that searches and returns the authors; nil if there is none to begin now.
  mutating func begin() -> (@Sendable () -> [SuiteKey: ChangeAuthor])? {
    guard !isBusy, !wanted.isEmpty else { return nil }
    isBusy = true
    let keys = Array(wanted.keys)
    wanted = wanted.mapValues { $0 - 1 }.filter { $0.value > 0 }
    let histories = histories
    return {
      var authors: [SuiteKey: ChangeAuthor] = [:]
      for (name, keys) in Dictionary(grouping: keys, by: \.suiteName) {
        for (key, author) in histories[name]?.authors(of: keys.map(\.key)) ?? [:] {
          authors[SuiteKey(suiteName: name, key: key)] = author
        }
      }
      return authors
    }
  }

  /// Ends a search that has found the authors of keys.
  mutating func end(found keys: some Sequence<SuiteKey>) {
    for key in keys where wanted[key] != Self.attempts { wanted[key] = nil }
  }

  /// Allows the next search.
  mutating func rest() { isBusy = false }
}

/// The last change of each key in a history, of which only what is new is read.
private final class LastEntries: Sendable {
  private struct State {
    var snapshot: Defaults.StoreSnapshot?
    var changes: [Defaults.KeyName: (change: Defaults.HistoryEntry.Change, author: ChangeAuthor)] =
      [:]
  }

  private let suite: Defaults.Suite
  private let state = Mutex(State())

  init(of suite: Defaults.Suite) {
    self.suite = suite
  }

  /// Returns the authors of keys whose present value the history has as the last change.
  func authors(of keys: [Defaults.KeyName]) -> [Defaults.KeyName: ChangeAuthor] {
    let changes = state.withLock { state in
      // A history that cannot be read is reported when it is shown.
      for entry in (try? suite.history(since: &state.snapshot)) ?? [] {
        let author = ChangeAuthor(name: entry.author.brief, date: entry.date)
        for change in entry.changes { state.changes[change.key] = (change, author) }
      }
      return state.changes
    }
    var authors: [Defaults.KeyName: ChangeAuthor] = [:]
    for key in keys {
      guard let (change, author) = changes[key],
        change.omission != nil || change.new == suite.storedValue(forKey: key.string)
      else { continue }
      authors[key] = author
    }
    return authors
  }
}

extension Effect {
  /// Find in the history who has changed keys elsewhere, and report it.
  static func findAuthors(suiteName name: String, keys: [Defaults.KeyName]) -> Effect {
    Effect("find who changed \(keys.logText) of \(name)", OfSuite(name, keys)) { session in
      guard session.source.history?.isOnDisk == true, let suite = session.openedSuite(name) else {
        return
      }
      session.authorSearch.add(keys, of: suite)
      session.searchAuthors()
    }
  }
}

extension Action {
  /// The authors of changes that were made elsewhere have been found.
  static func authors(suiteName name: String, _ authors: [Defaults.KeyName: ChangeAuthor]) -> Action
  {
    Action("authors in \(name): \(authors.count)") { $0.addAuthors(authors, ofSuite: name) }
  }
}

extension EditorSession {
  /// Begins a search for authors if some are wanted.
  fileprivate func searchAuthors() {
    guard let search = authorSearch.begin() else { return }
    let inbox = inbox
    lookUp {
      let found = search()
      inbox.post { session in
        session.authorSearch.end(found: found.keys)
        for (name, authors) in Dictionary(grouping: found, by: \.key.suiteName) {
          let authors = authors.map { ($0.key.key, $0.value) }
          session.dispatch(.authors(suiteName: name, Dictionary(authors) { $1 }))
        }
        session.later(1) {
          inbox.post { session in
            session.authorSearch.rest()
            session.searchAuthors()
          }
        }
      }
    }
  }
}
