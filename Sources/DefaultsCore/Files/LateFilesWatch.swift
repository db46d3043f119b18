import Synchronization

/// Watches files of a directory that most systems do not have, with one watch until it exists.
///
/// Each suite has such files, and each watch costs some system calls and memory. When the directory appears,
/// its files are watched before the change is reported, so a report follows every later change.
final class LateFilesWatch: Defaults.StoreWatch {
  private struct State {
    var watches: [any Defaults.StoreWatch] = []
    var areFilesWatched = false
    var isCancelled = false
  }

  private let directory: String
  private let paths: [String]
  private let changed: @Sendable () -> Void
  private let state = Mutex(State())

  /// Creates a watch that calls a closure whenever one of the files may have changed.
  init(_ paths: [String], in directory: String, _ changed: @escaping @Sendable () -> Void) {
    self.directory = directory
    self.paths = paths
    self.changed = changed
    guard !watchFiles() else { return }
    add([
      FileWatcher.shared.watch(directory) { [weak self] in
        if let self, self.watchFiles() { self.changed() }
      }
    ])
    // The directory may have been made before it was watched.
    _ = watchFiles()
  }

  deinit {
    cancel()
  }

  var isPolling: Bool { state.withLock { $0.watches }.contains(where: \.isPolling) }

  func cancel() {
    let watches = state.withLock { state in
      state.isCancelled = true
      return state.watches
    }
    for watch in watches { watch.cancel() }
  }

  /// Watches the files if their directory exists; returns whether they were not watched before.
  private func watchFiles() -> Bool {
    guard DocumentFile.exists(directory) else { return false }
    let isFirst = state.withLock { state in
      defer { state.areFilesWatched = true }
      return !state.areFilesWatched
    }
    guard isFirst else { return false }
    add(paths.map { FileWatcher.shared.watch($0, changed) })
    return true
  }

  private func add(_ watches: [any Defaults.StoreWatch]) {
    let isCancelled = state.withLock { state in
      state.watches += watches
      return state.isCancelled
    }
    guard isCancelled else { return }
    for watch in watches { watch.cancel() }
  }
}
