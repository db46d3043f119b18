import Defaults

/// The file that keeps whether the user allowed editing keys that no schema declares, by suite.
///
/// It is a property list beside the suite's history, as ``ParkedInputFile`` is. Suites of the same name
/// in other directories share the file, so each value's name is the location of its suite.
struct UndeclaredEditingFile: Sendable {
  private let store: any Defaults.Store
  /// The name of the value.
  private let name: Defaults.KeyName

  /// Creates the file of a suite; nil if the suite's history is not kept on disk.
  init?(of suite: Defaults.Suite, _ history: Defaults.HistoryOptions?) {
    guard let history, history.isOnDisk else { return nil }
    store = Defaults.PropertyListStore(
      file: history.path(ofSuite: suite.name, extension: "undeclared")
    )
    name = Defaults.KeyName(Defaults.HistoryOptions.location(of: suite))
  }

  /// Whether editing is allowed; false if the file cannot be read, because then the user is asked again.
  var isAllowed: Bool {
    (try? store.load(unlike: nil))?.values[name] == .bool(true)
  }

  /// Records whether editing is allowed.
  ///
  /// - Throws: `Defaults.StoreError` when the file cannot be written.
  func save(_ isAllowed: Bool) throws(Defaults.StoreError) {
    _ = try store.commit([name: isAllowed ? .bool(true) : nil])
  }
}
