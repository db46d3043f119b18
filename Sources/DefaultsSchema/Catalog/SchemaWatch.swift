import DefaultsCore
import Synchronization

/// A watch on a search path, which reads all schemas again after every change.
public final class SchemaWatch: Sendable {
  /// How long to wait for further changes before reading, in seconds: a package installs many
  /// files at once.
  private static let pause = 0.05

  private let searchPath: SchemaSearchPath
  private let options: SchemaReadingOptions
  private let report: @Sendable (SchemaCatalog) -> Void
  /// The schemas that were read last.
  private let known: Mutex<SchemaCatalog?>
  private let queue = SerialQueue("prefs.schemas")
  private let isReadingScheduled = Atomic<Bool>(false)
  private let watches = Mutex<[any Defaults.StoreWatch]>([])

  /// Creates a watch; it ends when the object is released.
  ///
  /// - Parameters:
  ///   - searchPath: the files and directories to watch.
  ///   - options: the options for reading documents.
  ///   - known: the schemas of the search path, or that of one suite, if they have been read with the
  ///     same options; they are not read again as long as no document has changed.
  ///   - report: called with all schemas, on a queue of its own: first soon after this call, then
  ///     after every change.
  public init(
    _ searchPath: SchemaSearchPath,
    options: SchemaReadingOptions = .init(),
    known: SchemaCatalog? = nil,
    _ report: @escaping @Sendable (SchemaCatalog) -> Void
  ) {
    self.searchPath = searchPath
    self.options = options
    self.report = report
    self.known = Mutex(known)
    let paths = searchPath.files + searchPath.directories.map { "\($0)/." }
    let watches = paths.map { path in
      DocumentFile.watch(path) { [weak self] in self?.scheduleReading() }
    }
    self.watches.withLock { $0 = watches }
    // The caller's own schemas may be older than the watch.
    scheduleReading()
  }

  private func scheduleReading() {
    guard !isReadingScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async(after: Self.pause) { [weak self] in
      guard let self else { return }
      isReadingScheduled.store(false, ordering: .releasing)
      report(current())
    }
  }

  /// Returns the schemas, of which those are read that are unread or have changed.
  private func current() -> SchemaCatalog {
    let catalog =
      known.withLock(\.self)?.updated(searchPath, options)
      ?? SchemaCatalog(searchPath: searchPath, options: options)
    known.withLock { $0 = catalog }
    return catalog
  }
}
