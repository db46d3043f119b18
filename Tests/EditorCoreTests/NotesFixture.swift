import Defaults
import DefaultsSchema
import Dispatch
import EditorCore
import Foundation
import Synchronization

/// A schema over an isolated suite, with every kind of control.
struct NotesFixture {
  enum Theme: String, CaseIterable, Hashable, Defaults.Serializable {
    case light, dark, auto, contrast
  }

  let suite: Defaults.Suite
  let store: TroubledStore
  let schema: Schema
  /// The settings of the editor, which the session uses only if they are asked for.
  let settings: SettingsSuite
  private let settingsStore: TroubledStore
  /// Where the files of the other layers are.
  let layers: LayerDirectory
  /// Tells the session of other schemas.
  let channel: CatalogChannel = CatalogChannel()
  /// What is done when the time of a secret on the screen is over.
  let timers: WorkQueue = WorkQueue()
  /// Signalled whenever the session is told of something from another thread.
  let wakes: DispatchSemaphore = DispatchSemaphore(value: 0)

  init() {
    store = TroubledStore()
    layers = LayerDirectory()
    suite = Defaults.Suite(
      name: "org.example.notes",
      store: store,
      layerDirectories: layers.directories
    )
    schema = Self.schema(suite)
    settingsStore = TroubledStore()
    settings = SettingsSuite(Defaults.Suite(name: SettingsSuite.name, store: settingsStore))
  }

  /// Stores settings of the editor before the session begins, also those that no rule allows.
  func storeSettings(_ values: [Defaults.KeyName: Defaults.StoredValue]) throws {
    _ = try settingsStore.commit(values.mapValues { $0 })
  }

  /// Makes every commit of the settings fail, or succeed again.
  func failSettings(_ isFull: Bool) {
    settingsStore.isFull = isFull
  }

  /// Changes a setting as another editor would, and waits until the session knows.
  func writeSetting(_ value: Defaults.StoredValue?, forKey key: String) throws {
    try expectNews(of: key, in: settings.suite) {
      _ = try settingsStore.commit([Defaults.KeyName(key): value])
    }
  }

  /// Writes behind the suite's back, as another process would, and waits until the session knows.
  func writeElsewhere(_ value: Defaults.StoredValue?, forKey key: String) throws {
    try expectNews(of: key, in: suite) { _ = try store.commit([Defaults.KeyName(key): value]) }
  }

  /// Writes a layer's file, as an administrator would, and waits until the session knows.
  func writeLayer(_ values: [Defaults.KeyName: Defaults.StoredValue], file: String) throws {
    try expectNews(of: file, in: suite) { try layers.write(values, file: file) }
  }

  /// Changes what the store can do, and waits until the session knows.
  ///
  /// - Parameters:
  ///   - isIt: whether the trouble begins or ends.
  ///   - path: the property of the store that says so.
  /// - Throws: ``NothingHappened`` when nothing was reported, and the error of a failed flush.
  func trouble(_ isIt: Bool, _ path: ReferenceWritableKeyPath<TroubledStore, Bool>) throws {
    store[keyPath: path] = isIt
    // A disk is known to be full when the next commit fails.
    if path == \.isFull, isIt || suite.storeStatus.uncommittedKeys.isEmpty { return }
    let isTold = DispatchSemaphore(value: 0)
    // Called after the session's own observer, which was added before.
    let observation = suite.observeDiagnostics { diagnostic in
      switch diagnostic.kind {
      case .loadFailed, .loaded, .committed: isTold.signal()
      default: break
      }
    }
    defer { observation.invalidate() }
    if path == \.isFull { try suite.flush() } else { suite.reload() }
    guard isTold.wait(timeout: .now() + 10) == .success else {
      throw NothingHappened(key: "the store")
    }
  }

  private func expectNews(
    of subject: String,
    in suite: Defaults.Suite,
    _ change: () throws -> Void
  ) throws {
    // A session that has an unread message is not woken again, and reads all of them at once.
    var isAwake = false
    while wakes.wait(timeout: .now()) == .success { isAwake = true }
    let isTold = DispatchSemaphore(value: 0)
    // Called after the session's own observer, which was added before.
    let observation = suite.observeStoredValues { _ in isTold.signal() }
    defer { observation.invalidate() }
    try change()
    suite.reload()
    guard isTold.wait(timeout: .now() + 10) == .success else {
      throw NothingHappened(key: subject)
    }
    // Another thread may still be telling the session.
    if !isAwake { _ = wakes.wait(timeout: .now() + 1) }
  }

  struct NothingHappened: Error { var key: String }

  private static func schema(_ suite: Defaults.Suite) -> Schema {
    Schema(suite: suite, title: "Notes") {
      Section("General") {
        Toggle(
          "Autosave documents",
          key: Defaults.Key<Bool>("general.autosave", default: true, suite: suite)
        )
        .help("Save open documents by themselves.")
        NumberField(
          "Autosave interval",
          key: Defaults.Key<Int>("general.autosaveInterval", default: 30, suite: suite),
          in: 5...3600,
          step: 5,
          unit: "s"
        )
        .help("How often an open document is saved, in seconds.")
        TextField(
          "Your name",
          key: Defaults.Key<String>("general.userName", default: "ada", suite: suite),
          length: 1...40
        )
        .help("Shown as the author of new notes.")
        DateField("Date of first run", key: Defaults.Key<Date?>("general.firstRun", suite: suite))
      }
      Section("Appearance") {
        Picker(
          "Theme",
          key: Defaults.Key<Theme>("appearance.theme", default: .light, suite: suite),
          titles: [.auto: "Follow the desktop"],
          help: [.dark: "Light text on a dark background."]
        )
        NumberField(
          "Zoom",
          key: Defaults.Key<Double>("appearance.zoom", default: 1, suite: suite),
          in: 0.5...4,
          step: 0.1
        )
      }
      Section("Advanced") {
        ListField(
          "Recent files",
          key: Defaults.Key<[String]>("advanced.recentFiles", default: [], suite: suite)
        )
        URLField("Server", key: Defaults.Key<URL?>("advanced.server", suite: suite))
      }
    }
  }
}

/// The way on which a session hears of other catalogs.
final class CatalogChannel: Sendable {
  private let learn = Mutex<(@Sendable (SuiteCatalog) -> Void)?>(nil)

  func open(_ learn: @escaping @Sendable (SuiteCatalog) -> Void) {
    self.learn.withLock { $0 = learn }
  }

  func send(_ catalog: SuiteCatalog) {
    learn.withLock { $0 }?(catalog)
  }
}
