import DefaultsCore
import DefaultsTransfer
import Synchronization

/// The suites that are watched: those that were named, and later ones that match a pattern.
final class WatchedSuites: Sendable {
  private struct State {
    /// The observations by the name of the suite.
    var observations: [String: [any Defaults.Observation]] = [:]
    /// The suites that could not be read; the error of each was printed once.
    var failed: Set<String> = []
    var directory: (any Defaults.StoreWatch)?
  }

  private let observe:
    @Sendable (_ name: String, _ isNew: Bool) throws -> [any Defaults.Observation]
  private let state = Mutex(State())
  /// Where later suites are opened: not on the thread that reports changes of files.
  private let queue = SerialQueue("prefs.watch")

  /// Creates an empty set of suites, of which `observe` begins to print the changes.
  init(
    _ observe:
      @escaping @Sendable (_ name: String, _ isNew: Bool) throws -> [any Defaults.Observation]
  ) {
    self.observe = observe
  }

  /// Whether no suite is watched.
  var isEmpty: Bool { state.withLock(\.observations.isEmpty) }

  /// Watches a suite; one that could not be read before may have been repaired.
  func add(_ name: String) throws { try add(name, isNew: false) }

  private func add(_ name: String, isNew: Bool) throws {
    do {
      let observations = try observe(name, isNew)
      state.withLock {
        $0.observations[name] = observations
        $0.failed.remove(name)
      }
    } catch {
      guard state.withLock({ $0.failed.insert(name).inserted }) else { return }
      throw error
    }
  }

  /// Watches also the suites that match a pattern as soon as they store something.
  func addLater(_ glob: Glob) {
    let directory = DocumentFile.watch("\(Defaults.ConfigurationHome().directory)/.") {
      [weak self] in self?.scheduleLook(glob)
    }
    state.withLock { $0.directory = directory }
    // A suite may have been stored while the others were opened.
    scheduleLook(glob)
  }

  private func scheduleLook(_ glob: Glob) {
    queue.async { [weak self] in self?.look(glob) }
  }

  private func look(_ glob: Glob) {
    let names = (try? Defaults.ConfigurationHome().suites()) ?? []
    for name in names where glob.matches(name) && !isKnown(name) {
      do {
        try add(name, isNew: true)
      } catch {
        Output.writeError(verbatim: Failure(describing: error)?.message(about: name) ?? "\(error)")
      }
    }
  }

  private func isKnown(_ name: String) -> Bool {
    state.withLock { $0.observations[name] != nil }
  }
}
