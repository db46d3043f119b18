import DefaultsCore
import DefaultsSchema
import EditorCore
import Synchronization

/// A watch on the suites that exist and on their schemas.
///
/// Every write of a suite changes its directory too, so a change of the directory is reported only if
/// the names of the suites are others than before.
final class SuiteListWatch: Sendable {
  private struct State {
    /// The schemas that were read last; nil until they have been read.
    var schemas: SchemaCatalog?
    /// The names that were found last.
    var names: [String] = []
    var watches: (schemas: SchemaWatch, directory: any Defaults.StoreWatch)?
  }

  /// The suite that is listed even if it stores nothing.
  private let name: String
  /// The schemas of other programs' suites.
  private let unread: UnreadSchemas
  private let report: @Sendable (SuiteCatalog) -> Void
  private let state = Mutex(State())

  /// Creates a watch; it ends when the object is released.
  ///
  /// The suite `name` is listed even if it stores nothing. `report` gets all suites after every
  /// change, on any thread.
  init(
    _ searchPath: SchemaSearchPath,
    with name: String,
    _ options: SchemaReadingOptions,
    known: SchemaCatalog,
    _ report: @escaping @Sendable (SuiteCatalog) -> Void
  ) {
    self.name = name
    unread = Origin.schemas(options)
    self.report = report
    let schemas = SchemaWatch(
      searchPath,
      options: options,
      known: known
    ) { [weak self] in self?.replaceSchemas($0) }
    let directory = DocumentFile.watch("\(Defaults.ConfigurationHome().directory)/.") {
      [weak self] in self?.listNames()
    }
    state.withLock { $0.watches = (schemas, directory) }
  }

  private func replaceSchemas(_ schemas: SchemaCatalog) {
    let names = (try? KnownSchemas.storedSuites()) ?? []
    state.withLock { state in
      state.schemas = schemas
      state.names = names
    }
    report(schemas)
  }

  /// Lists the suites, and reports them if their names have changed.
  private func listNames() {
    // If the directory cannot be read at this moment, the editor keeps the suites it has.
    guard let names = try? KnownSchemas.storedSuites() else { return }
    let schemas: SchemaCatalog? = state.withLock { state in
      guard state.names != names else { return nil }
      state.names = names
      // Without schemas yet, the suites are reported together with them.
      return state.schemas
    }
    if let schemas { report(schemas) }
  }

  private func report(_ schemas: SchemaCatalog) {
    let known = KnownSchemas(schemas, unread)
    if let suites = try? known.suitesWithPrograms(name) { report(suites) }
  }
}
