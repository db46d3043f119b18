import Defaults
import Dispatch
import Synchronization

/// Looks for schemas again whenever one comes, changes or goes.
public final class SchemaWatch: Sendable {
  /// How long to wait for more changes before looking, in milliseconds: a package brings many
  /// files at once.
  private static let pause = 50

  private let places: SchemaPlaces
  private let options: SchemaReadingOptions
  private let report: @Sendable (SchemaCatalog) -> Void
  private let queue = DispatchQueue(label: "prefs.schemas")
  private let isLookScheduled = Atomic<Bool>(false)
  private let watches = Mutex<[any Defaults.StoreWatch]>([])

  /// Starts to watch; the calls end when the object is released.
  ///
  /// - Parameters:
  ///   - places: where schemas are found.
  ///   - options: how documents are read.
  ///   - report: takes what was found, soon for the first time, on a queue of its own.
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
    // What is known already was read before anything was watched.
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
