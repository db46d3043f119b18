import DefaultsCore
import FoundationEssentials

/// Who has changed a key elsewhere, from the history that this program and others share.
///
/// A change is reported with its values only, so the texts about it get the name a moment later.
struct ChangeAuthor: Hashable, Sendable {
  /// The program and its process, such as `notesd (4711)`.
  var name: String
  /// The time of the change.
  var date: Date
}

/// The notice about changes that were made elsewhere, to be completed with their author.
struct Announcement: Sendable {
  /// The keys.
  var keys: [Defaults.KeyName]
  /// The text of the notice as it is shown.
  var text: String
  /// The text in front of the author.
  var start: String
}

/// Finds in the histories who has changed keys elsewhere, for the session.
///
/// Another program records a change only after its commit, some milliseconds after the change is seen
/// here. So a key that is not found is looked for a few times more, the first time after a short pause.
/// Another program may also change keys many times a second. So there is one search at a time, for all
/// keys that have changed until it begins, and of searches within a second the pause between them
/// grows to a second. A search is no closure of the work queue, where it would delay writes.
struct AuthorSearch {
  /// The number of searches for a key.
  private static let attempts = 5
  /// The seconds between two searches.
  private static let pauses = 0.1...1

  /// How often a key is still to be looked for.
  private var wanted: [SuiteKey: Int] = [:]
  /// Whether a search is running, or the pause after it.
  private var isBusy = false
  /// When the last pause ended.
  private var rested: ContinuousClock.Instant?
  /// The seconds to wait after the present search.
  private(set) var pause: Double = Self.pauses.lowerBound

  /// Adds keys whose authors are wanted.
  mutating func add(_ keys: some Sequence<SuiteKey>) {
    for key in keys { wanted[key] = Self.attempts }
  }

  /// Begins a search, and returns the keys to look for, by suite; empty if none is to begin now.
  mutating func begin(at now: ContinuousClock.Instant = .now) -> [String: [Defaults.KeyName]] {
    guard !isBusy, !wanted.isEmpty else { return [:] }
    isBusy = true
    if let rested, rested.duration(to: now) > .seconds(1) { pause = Self.pauses.lowerBound }
    defer { wanted = wanted.mapValues { $0 - 1 }.filter { $0.value > 0 } }
    return Dictionary(grouping: wanted.keys, by: \.suiteName).mapValues { $0.map(\.key) }
  }

  /// Ends a search that has found the authors of keys; one that has changed since is still wanted.
  mutating func end(found keys: some Sequence<SuiteKey>) {
    for key in keys where wanted[key] != Self.attempts { wanted[key] = nil }
  }

  /// Ends the pause after a search, and chooses the next one.
  mutating func rest(at now: ContinuousClock.Instant = .now) {
    isBusy = false
    rested = now
    pause = min(2 * pause, Self.pauses.upperBound)
  }
}

extension Effect {
  /// Find in the history who has changed keys elsewhere, or their locks, and report it.
  static func findAuthors(
    suiteName name: String,
    keys: [Defaults.KeyName],
    ofLocks isOfLocks: Bool
  ) -> Effect {
    let subject = isOfLocks ? "the locks of " : ""
    return Effect("find who changed \(subject)\(keys.logText) of \(name)", OfSuite(name, keys)) {
      session in
      guard session.source.history?.isOnDisk == true else { return }
      let search = EditorSession.authorSearch(ofLocks: isOfLocks)
      session[keyPath: search].add(keys.map { SuiteKey(suiteName: name, key: $0) })
      session.searchAuthors(ofLocks: isOfLocks)
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

extension EditorState {
  /// Requests the authors of changes.
  ///
  /// A storm of changes is usually made by one program, so the authors of a few keys are enough.
  mutating func askAuthors(of keys: [Defaults.KeyName], ofLocks isOfLocks: Bool) {
    guard !keys.isEmpty else { return }
    let (name, keys) = (document.suiteName, Array(keys.suffix(50)))
    send(.findAuthors(suiteName: name, keys: keys, ofLocks: isOfLocks))
  }

  /// Adds authors, and completes the notice about their changes if it is still shown.
  mutating func addAuthors(_ found: [Defaults.KeyName: ChangeAuthor], ofSuite name: String) {
    guard name == document.suiteName else { return }
    suite.authors.merge(found) { $1 }
    guard let announcement = suite.announcement, feedback.notice?.text == announcement.text else {
      return
    }
    let names = Set(announcement.keys.compactMap { suite.authors[$0]?.name })
    guard names.count == 1, let author = names.first else { return }
    let text = "\(announcement.start) by \(author)"
    note(text)
    suite.announcement?.text = text
  }
}

extension EditorSession {
  /// The search for the authors of changed values, or of changed locks.
  fileprivate static func authorSearch(
    ofLocks isOfLocks: Bool
  ) -> any ReferenceWritableKeyPath<EditorSession, AuthorSearch> & Sendable {
    isOfLocks ? \.lockAuthorSearch : \.authorSearch
  }

  /// Begins a search for authors if some are wanted.
  fileprivate func searchAuthors(ofLocks isOfLocks: Bool) {
    let search = Self.authorSearch(ofLocks: isOfLocks)
    let wanted = self[keyPath: search].begin()
    guard !wanted.isEmpty else { return }
    let searches = wanted.compactMap { name, keys in
      (isOfLocks ? recordedLocks(ofSuite: name) : openedSuite(name))
        .map { (history: knownHistory(of: $0), keys: keys) }
    }
    let inbox = inbox
    lookUp {
      let found = searches.map { history, keys in
        (history.suiteName, history.authors(of: keys, isReloading: isOfLocks))
      }
      inbox.post { session in
        for (name, authors) in found where !authors.isEmpty {
          session[keyPath: search].end(
            found: authors.keys.map { SuiteKey(suiteName: name, key: $0) }
          )
          session.dispatch(.authors(suiteName: name, authors))
        }
        session.later(session[keyPath: search].pause) {
          inbox.post { session in
            session[keyPath: search].rest()
            session.searchAuthors(ofLocks: isOfLocks)
          }
        }
      }
    }
  }
}
