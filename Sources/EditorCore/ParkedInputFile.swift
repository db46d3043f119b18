import Defaults

/// The input of edits that were closed without saving, on disk for the next session.
///
/// One file has the input for all keys of a suite. A suite of the same name in another directory
/// uses the same file, so the location of the suite is part of the name of each value.
struct ParkedInputFile: Sendable {
  private let store: any Defaults.Store
  private let location: String
  private let hides: @Sendable (Defaults.KeyName, [Defaults.StoredValue]) -> Bool

  /// Creates access to the file beside a suite's history; nil if the history is not on disk.
  init?(of suite: Defaults.Suite, _ history: Defaults.HistoryOptions?) {
    guard let history, history.isOnDisk else { return nil }
    let path = history.path(ofSuite: suite.name, extension: "parked")
    store = Defaults.PropertyListStore(file: path)
    location = Defaults.HistoryOptions.location(of: suite)
    hides = history.hides
  }

  /// Returns the kept input, by key.
  ///
  /// - Throws: `Defaults.StoreError` when it cannot be read.
  func inputs() throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue] {
    var inputs: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (name, input) in try store.load(unlike: nil)?.values ?? [:]
    where name.string.hasPrefix(prefix) {
      inputs[Defaults.KeyName(String(name.string.dropFirst(prefix.count)))] = input
    }
    return inputs
  }

  /// Keeps or forgets the input for keys; a secret input is forgotten.
  ///
  /// - Throws: `Defaults.StoreError` when it cannot be written.
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

  /// The part of a name before the key.
  ///
  /// A line break separates the two, because nearly no path and no key has one.
  private var prefix: String { location + "\n" }
}
