#if Fleet

public import DefaultsCore
public import FoundationEssentials

/// A change that etcd still has: that of a value in a scope, or of the schema of a suite.
public struct FleetChange: Sendable {
  /// The name of the suite.
  public var suite: String
  /// The key and its scope; nil for the schema.
  public var place: Place?
  /// The value before; nil for none, and for the schema.
  public var old: Defaults.StoredValue?
  /// The value after; nil for none, and for the schema.
  public var new: Defaults.StoredValue?
  /// The revision of etcd that has the change; all changes of a transaction have the same one.
  public var revision: Int64
  /// Who has made it; nil if a program has made it that does not say who it is.
  public var author: FleetAuthor?
  /// When it was made, by the clock of the author's machine; nil without an author.
  public var time: Date?

  /// Where a value is.
  public struct Place: Hashable, Sendable {
    /// The scope.
    public var scope: EtcdScope
    /// The name of the key.
    public var key: Defaults.KeyName
  }
}

/// The changes that etcd still has of a fleet.
public struct FleetHistory: Sendable {
  /// The changes, the latest first.
  public var changes: [FleetChange]
  /// The revision after which the changes are; that of the last compaction, or 1.
  public var start: Int64
  /// Whether older changes were left out because there are more than the limit.
  public var isCut: Bool
}

extension EtcdFleet {
  /// Returns the latest changes of a suite, or of all suites; blocks the thread.
  ///
  /// The changes are read as events of a watch, and their authors as those of the journal's keys, which have the same
  /// revisions.
  public func history(
    of suite: String? = nil,
    limit: Int
  ) throws(Defaults.StoreError) -> FleetHistory {
    let (start, suites, journal) = try EtcdExecutor.shared.wait {
      [self] () async throws(Defaults.StoreError) in
      let revisions = try await readableRevisions()
      let suites = try await replay(
        FleetKey.prefix(name, suite: suite),
        revisions,
        limit: limit
      )
      let journal = try await replay(
        FleetJournal.prefix(name, suite: suite),
        revisions,
        // A transaction has a journal entry for each scope at most, so this is enough for all that have one.
        limit: max(limit, suites.changes.count) * 2
      )
      return (revisions.lowerBound, suites, journal)
    }
    let authors = Authors(journal, below: FleetJournal.prefix(name))
    let prefix = FleetKey.prefix(name)
    let changes = suites.changes.compactMap { FleetChange($0, below: prefix, authors) }.sorted {
      $0.revision == $1.revision ? $0.order < $1.order : $0.revision > $1.revision
    }
    return FleetHistory(
      changes: Array(changes.prefix(limit)),
      start: start,
      isCut: suites.isCut || changes.count > limit
    )
  }
}

/// The entries of the journal by revision and key.
private struct Authors {
  private struct Place: Hashable {
    let path: [UInt8]
    let revision: Int64
  }

  private var entries: [Place: FleetJournal] = [:]

  init(_ journal: FleetReplay, below prefix: Data) {
    for change in journal.changes {
      let place = Place(path: Array(change.key.dropFirst(prefix.count)), revision: change.revision)
      entries[place] = change.new.flatMap { FleetJournal(json: $0) }
    }
  }

  func entry(of suite: Defaults.KeyName, _ scope: EtcdScope, at revision: Int64) -> FleetJournal? {
    let path = "\(EtcdName.encode(suite.string))/\(scope.path)"
    return entries[Place(path: Array(path.utf8), revision: revision)]
  }
}

extension FleetChange {
  /// Creates a change; nil for one of a key that no suite has.
  fileprivate init?(_ change: FleetReplay.Change, below prefix: Data, _ authors: Authors) {
    guard let (suite, key) = FleetKey.parse(Data(change.key.dropFirst(prefix.count))) else {
      return nil
    }
    self.suite = suite.string
    revision = change.revision
    guard case .value(let scope, let key) = key else { return }
    place = Place(scope: scope, key: key)
    old = change.old.map(EtcdValue.decode)
    new = change.new.map(EtcdValue.decode)
    let entry = authors.entry(of: suite, scope, at: revision)
    author = entry?.author
    time = entry?.time
  }

  /// Sorts the changes of a revision.
  fileprivate var order: (String, String, Defaults.KeyName) {
    (suite, place?.scope.path ?? "", place?.key ?? "")
  }
}

#endif
