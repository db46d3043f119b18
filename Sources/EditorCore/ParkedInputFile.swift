import Defaults

/// The file that holds parked input: the input of edits that were closed without saving.
///
/// The next session reads this file and continues the edits. It is a property list beside the suite's
/// history, written with the same store as a suite, so it has the same locking and atomic replacement.
///
/// One file has the input for all keys of a suite name. Suites of the same name in other directories
/// share the file, so each value's name is the location of its suite, a line break, and the key.
struct ParkedInputFile: Sendable {
  private let store: any Defaults.Store
  /// The text that identifies the suite in the file.
  private let location: String
  /// Returns whether a key is secret, so that its input must not be written.
  private let hides: @Sendable (Defaults.KeyName, [Defaults.StoredValue]) -> Bool

  /// The end of the name of the file with parked input.
  static let parked = "parked"
  /// The end of the name of the file with staged edits, which has the same form.
  static let staged = "staged"

  /// Creates the file of a suite; nil if the suite's history is not kept on disk.
  init?(
    of suite: Defaults.Suite,
    _ history: Defaults.HistoryOptions?,
    _ fileExtension: String = Self.parked
  ) {
    guard let history, history.isOnDisk else { return nil }
    let path = history.path(ofSuite: suite.name, extension: fileExtension)
    store = Defaults.PropertyListStore(file: path)
    location = Defaults.HistoryOptions.location(of: suite)
    hides = history.hides
  }

  /// Reads the input of the suite, by key.
  ///
  /// - Throws: `Defaults.StoreError` when the file cannot be read.
  func inputs() throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue] {
    var inputs: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (name, input) in try store.load(unlike: nil)?.values ?? [:]
    where name.string.hasPrefix(prefix) {
      inputs[Defaults.KeyName(String(name.string.dropFirst(prefix.count)))] = input
    }
    return inputs
  }

  /// Writes or removes the input of some keys, and leaves that of all other keys as it is.
  ///
  /// The input of a secret key is removed.
  ///
  /// - Parameter inputs: the input by key; nil removes it.
  /// - Throws: `Defaults.StoreError` when the file cannot be written.
  func save(
    _ inputs: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) {
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for (key, input) in inputs {
      let kept = input.flatMap { hides(key, [$0]) ? nil : $0 }
      edits.updateValue(kept, forKey: Defaults.KeyName(prefix + key.string))
    }
    _ = try store.commit(edits)
  }

  /// The start of each name in the file: the location and a line break.
  ///
  /// A line break is the separator because almost no path or key contains one.
  private var prefix: String { location + "\n" }
}
