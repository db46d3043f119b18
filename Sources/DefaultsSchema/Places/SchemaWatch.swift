import Defaults
import Dispatch
import Synchronization

/// A watch on the places of schemas, which are read again after every change.
public final class SchemaWatch: Sendable {
  /// How long to wait for further changes before reading, in milliseconds: a package installs many
  /// files at once.
  private static let pause = 50

  private let places: SchemaPlaces
  private let options: SchemaReadingOptions
  private let report: @Sendable (SchemaCatalog) -> Void
  private let queue = DispatchQueue(label: "prefs.schemas")
  private let isLookScheduled = Atomic<Bool>(false)
  private let watches = Mutex<[any Defaults.StoreWatch]>([])

  /// Creates a watch; it ends when the object is released.
  ///
  /// - Parameters:
  ///   - places: the places to watch.
  ///   - options: the options for reading documents.
  ///   - report: called with all schemas, on a queue of its own: first soon after this call, then
  ///     after every change.
  public init(
    _ places: SchemaPlaces,
    options: SchemaReadingOptions = .init(),
    _ report: @escaping @Sendable (SchemaCatalog) -> Void
  ) {
    self.places = places
    self.options = options
    self.report = report
    let paths = places.files + places.directories.map { "\($0)/." }
    let watches = paths.map { path in
      DocumentFile.watch(path) { [weak self] in self?.placesMayHaveChanged() }
    }
    self.watches.withLock { $0 = watches }
    // The caller's own schemas may be older than the watch, so they are read once now.
    placesMayHaveChanged()
  }

  private func placesMayHaveChanged() {
    guard !isLookScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { [weak self] in
      guard let self else { return }
      isLookScheduled.store(false, ordering: .releasing)
      report(SchemaCatalog(places: places, options: options))
    }
  }
}
