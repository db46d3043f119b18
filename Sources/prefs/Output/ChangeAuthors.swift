import DefaultsCore
import FoundationEssentials
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
  /// How many seconds old the record of a change can be that is reported now.
  private static let recent = 10.0

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

  /// Returns who has just changed another layer than the user's, after at most a tenth of a second; nil if it
  /// is not recorded, or the history of the layer cannot be read.
  static func authorInLayer(of change: WatchedChange) -> Author? {
    guard let suite = try? Self.suite(of: change.layer, of: change.suite.name) else { return nil }
    for _ in 0...pauses {
      let entries = ((try? suite.history()) ?? []).reversed()
      let last = entries.lazy.compactMap { entry in
        entry.changes.last { $0.key == change.key }.map { (entry, $0) }
      }.first
      // An earlier change of some other program was recorded, and this one was not.
      if let (entry, recorded) = last, entry.date.timeIntervalSinceNow > -Self.recent,
        recorded.omission != nil || recorded.new == change.newInLayer
      {
        return entry.author
      }
      usleep(pause)
    }
    return nil
  }

  private static func suite(
    of layer: Defaults.Layer,
    of name: String
  ) throws -> Defaults.Suite? {
    guard !SuiteArgument.isPlace(name) else { return nil }
    return switch layer {
    case .managed: try ManagedSuite(name).rememberingFile()
    case .host: try SuiteScope.host.suite(named: name)
    case .global: try SuiteScope.user.suite(named: SuiteArgument.global)
    case .system: try SuiteScope.system.suite(named: name)
    case .argument, .environment, .user, .registered: nil
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
