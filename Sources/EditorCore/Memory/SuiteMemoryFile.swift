import DefaultsCore

/// The file with the memory of a suite (``SuiteMemory``).
///
/// It is a property list beside the suite's history, written with the same store as a suite, so it has
/// the same locking and atomic replacement, and only the user can read it. Only the values that have
/// changed are written, and each parked input, staged edit and bookmark is a value of its own. So two
/// editors of one suite do not remove what the other one has written. Secrets are never in the file.
///
/// Suites of the same name in other directories share the file. So the name of a value consists of its
/// part, the location of the suite, and the name in the part, which `undeclared` does not have. They are
/// separated by line breaks, because almost no path or key contains one.
struct SuiteMemoryFile: Sendable {
  private let store: any Defaults.Store
  /// The text that identifies the suite in the file.
  private let location: String
  private let history: Defaults.HistoryOptions

  /// The parts of the memory.
  private enum Part: String {
    case parked, staged, place, undeclared
  }

  /// The extension of the file.
  static let fileExtension = "memory"

  private typealias Values = [Defaults.KeyName: Defaults.StoredValue]

  /// Creates the file of a suite; nil if the suite's history is not kept on disk.
  init?(of suite: Defaults.Suite, _ history: Defaults.HistoryOptions?) {
    guard let history, history.isOnDisk else { return nil }
    let path = history.path(ofSuite: suite.name, extension: Self.fileExtension)
    store = Defaults.PropertyListStore(file: path)
    location = Defaults.HistoryOptions.location(of: suite)
    self.history = history
  }

  // MARK: - Reading

  /// Reads what can be read of the suite's memory, and returns why the rest cannot.
  func read() -> (memory: SuiteMemory, failure: Defaults.StoreError?) {
    do throws(Defaults.StoreError) {
      return (memory(try store.load(unlike: nil)?.values ?? [:]), nil)
    } catch {
      return (SuiteMemory(), error)
    }
  }

  private func memory(_ values: Values) -> SuiteMemory {
    func part(_ part: Part) -> Values {
      let start = name(part, "").string
      let found = values.filter { $0.key.string.hasPrefix(start) }
      return Dictionary(
        found.map { (Defaults.KeyName(String($0.key.string.dropFirst(start.count))), $0.value) }
      ) { $1 }
    }
    return SuiteMemory(
      parked: part(.parked),
      staged: part(.staged),
      place: RememberedPlace(stored: part(.place)),
      editsUndeclaredKeys: values[name(.undeclared)] == .bool(true)
    )
  }

  // MARK: - Writing

  /// Writes the parts that have changed, of which the later ones count, and leaves all other values as they
  /// are.
  func save(_ changes: [SuiteMemory.Change]) throws(Defaults.StoreError) {
    let edits: [Defaults.KeyName: Defaults.StoredValue?] = changes.reduce(into: [:]) {
      edits,
      change in
      edits.merge(self.edits(for: change)) { $1 }
    }
    if !edits.isEmpty { _ = try store.commit(edits) }
  }

  /// Returns the edits of the file for a change, without secrets.
  private func edits(for change: SuiteMemory.Change) -> [Defaults.KeyName: Defaults.StoredValue?] {
    switch change {
    case .parked(let inputs): return edits(.parked, inputs)
    case .staged(let inputs): return edits(.staged, inputs)
    case .place(let new, let old):
      let (new, old) = (stored(new), stored(old))
      let names = Set(new.keys).union(old.keys).filter { new[$0] != old[$0] }
      return Dictionary(names.map { (name(.place, $0.string), new[$0]) }) { $1 }
    case .editsUndeclaredKeys(let isAllowed):
      return [name(.undeclared): isAllowed ? .bool(true) : nil]
    }
  }

  /// Returns the edits for input by key; the input of a secret key is removed.
  private func edits(
    _ part: Part,
    _ inputs: [Defaults.KeyName: Defaults.StoredValue?]
  ) -> [Defaults.KeyName: Defaults.StoredValue?] {
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for (key, input) in inputs {
      let kept = input.flatMap { history.hides(key, [$0]) ? nil : $0 }
      edits.updateValue(kept, forKey: name(part, key.string))
    }
    return edits
  }

  private func stored(_ place: RememberedPlace) -> Values {
    place.stored { history.hides("filter", [.string($0)]) }
  }

  private func name(_ part: Part, _ name: String) -> Defaults.KeyName {
    Defaults.KeyName("\(part.rawValue)\n\(location)\n\(name)")
  }

  /// Returns the name of the only value of a part.
  private func name(_ part: Part) -> Defaults.KeyName {
    Defaults.KeyName("\(part.rawValue)\n\(location)")
  }
}
