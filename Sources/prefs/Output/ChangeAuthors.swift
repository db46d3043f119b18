import DefaultsCore
import Glibc
import Synchronization

/// Who makes the changes of a suite that is watched, from its history.
///
/// A program records a change a moment after its commit, so a change is waited for. Programs that use
/// other libraries record nothing: after one such change, the next ones are waited for only when there is
/// an author again, so that a storm of them is printed without delay.
final class ChangeAuthors: Sendable {
  private struct State {
    /// The position up to which the history was read.
    var position: Defaults.HistoryPosition?
    /// The recorded changes of each key since the last one that was asked for, the oldest first.
    var recorded: [Defaults.KeyName: [(change: Defaults.HistoryEntry.Change, author: Author)]] = [:]
    /// Whether the last change that was asked for was recorded.
    var isWaitingUseful = true
  }

  typealias Author = Defaults.HistoryEntry.Author

  private static let (pauses, pause): (Int, useconds_t) = (10, 10_000)
  /// The most changes of a key that are kept; a key that is not watched is never asked for.
  private static let limit = 20

  private let suite: Defaults.Suite
  private let state = Mutex(State())

  /// Creates the authors of the changes from now on; of a new suite also of the changes before.
  init(of suite: Defaults.Suite, isNew: Bool) {
    self.suite = suite
    guard !isNew else { return }
    // A history that cannot be read names nobody.
    state.withLock { _ = try? suite.history(since: &$0.position) }
  }

  /// Returns who has made a change, after at most a tenth of a second; nil if it is not recorded.
  func author(of change: WatchedChange) -> Author? {
    state.withLock { state in
      var author = next(change, &state)
      for _ in 0..<Self.pauses where author == nil && state.isWaitingUseful {
        usleep(Self.pause)
        author = next(change, &state)
      }
      state.isWaitingUseful = author != nil
      return author
    }
  }

  private func next(_ change: WatchedChange, _ state: inout State) -> Author? {
    for entry in (try? suite.history(since: &state.position).entries) ?? [] {
      for change in entry.changes {
        let earlier = state.recorded[change.key]?.suffix(Self.limit - 1) ?? []
        state.recorded[change.key] = earlier + [(change, entry.author)]
      }
    }
    let recorded = state.recorded[change.key] ?? []
    let new = change.newInLayer
    let index = recorded.firstIndex { $0.change.omission != nil || $0.change.new == new }
    guard let index else { return nil }
    state.recorded[change.key] = Array(recorded[(index + 1)...])
    return recorded[index].author
  }
}

/// Who makes the changes of a watched suite, in each file whose history this process can read.
struct LayerAuthors: Sendable {
  private var authors: [Defaults.Layer: ChangeAuthors]

  /// Creates the authors of the changes from now on; of a new suite also of the changes before in its own file.
  init(of suite: Defaults.Suite, isNew: Bool) {
    authors = [suite.ownLayer: ChangeAuthors(of: suite, isNew: isNew)]
    let name = suite.name
    guard suite.ownLayer == .user, !SuiteArgument.isPlace(name) else { return }
    let others: [(Defaults.Layer, Defaults.Suite?)] = [
      (.host, try? SuiteScope.host.suite(named: name)),
      (.global, try? SuiteScope.user.suite(named: SuiteArgument.global)),
      (.system, try? SuiteScope.system.suite(named: name)),
      // Root alone has the history of the locks.
      (.managed, try? ManagedSuite(name).rememberingFile()),
    ]
    for case (let layer, let file?) in others {
      authors[layer] = ChangeAuthors(of: file, isNew: false)
    }
  }

  /// Returns who has made a change, after at most a tenth of a second; nil if it is not recorded.
  func author(of change: WatchedChange) -> Defaults.HistoryEntry.Author? {
    authors[change.layer]?.author(of: change)
  }
}
