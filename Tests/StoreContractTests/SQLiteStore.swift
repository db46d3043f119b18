import CSQLite
import Defaults
import Dispatch
import Synchronization

/// A store that keeps its values in an SQLite database, written with public declarations alone.
///
/// Keys and values are blobs, so that they are compared byte for byte. A row counts the commits that
/// changed something: that is the version. SQLite itself tells whether another connection has
/// changed the database (`PRAGMA data_version`), which the watch asks every few milliseconds.
final class SQLiteStore: Defaults.Store {
  let location: String
  private let connection: Mutex<SQLiteConnection>

  /// Opens a database, which is created if there is none.
  init(file: String) throws(Defaults.StoreError) {
    location = file
    let connection = try SQLiteConnection(file: file)
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.transaction { () throws(Defaults.StoreError) in
      try connection.run(
        "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, value BLOB NOT NULL)"
      )
      try connection.run("CREATE TABLE IF NOT EXISTS state (commits INTEGER NOT NULL)")
      try connection.run("INSERT INTO state SELECT 0 WHERE NOT EXISTS (SELECT * FROM state)")
    }
    self.connection = Mutex(connection)
  }

  var capabilities: Defaults.StoreCapabilities {
    Defaults.StoreCapabilities(kinds: Set(Defaults.StoredValue.Kind.allCases))
  }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try connection.withLock { connection throws(Defaults.StoreError) in
      try connection.transaction { () throws(Defaults.StoreError) in
        let version = try connection.version()
        return version == known ? nil : try connection.snapshot(version: version)
      }
    }
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try connection.withLock { connection throws(Defaults.StoreError) in
      try connection.transaction { () throws(Defaults.StoreError) in
        let before = try connection.snapshot(version: connection.version())
        try Defaults.StoreError.check(expected, for: location) { before.values[$0] }
        var replaced: [Defaults.KeyName: Defaults.StoredValue] = [:]
        var isChanged = false
        for (key, value) in edits {
          replaced[key] = before.values[key]
          guard before.values[key] != value else { continue }
          isChanged = true
          try connection.store(value, forKey: key)
        }
        if isChanged { try connection.run("UPDATE state SET commits = commits + 1") }
        return Defaults.StoreCommit(
          snapshot: try connection.snapshot(version: connection.version()),
          previousVersion: before.version,
          replaced: replaced
        )
      }
    }
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    try? SQLiteWatch(file: location, report: report)
  }
}

/// Ends the questions of a poller when it is cancelled or released.
private final class SQLiteWatch: Defaults.StoreWatch {
  let isPolling = true
  private let poller: Poller

  init(
    file: String,
    report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) throws(Defaults.StoreError) {
    poller = try Poller(file: file, report: report)
    poller.schedule()
  }

  deinit {
    cancel()
  }

  func cancel() {
    poller.isCancelled.store(true, ordering: .releasing)
  }
}

/// Asks a database every few milliseconds whether another connection has changed it.
private final class Poller: Sendable {
  let isCancelled = Atomic(false)
  private let connection: Mutex<SQLiteConnection>
  private let last: Mutex<Int64>
  private let report: @Sendable (Defaults.StoreEvent) -> Void
  private let queue = DispatchQueue(label: "sqlite.watch")

  /// Opens a connection of its own, to which the store's commits are those of another one.
  init(
    file: String,
    report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) throws(Defaults.StoreError) {
    let connection = try SQLiteConnection(file: file)
    last = Mutex(try connection.dataVersion())
    self.connection = Mutex(connection)
    self.report = report
  }

  func schedule() {
    queue.asyncAfter(deadline: .now() + .milliseconds(5)) {
      guard !self.isCancelled.load(ordering: .acquiring) else { return }
      if self.hasChanged() { self.report(.changed) }
      self.schedule()
    }
  }

  private func hasChanged() -> Bool {
    guard let version = try? connection.withLock({ try $0.dataVersion() }) else { return false }
    return last.withLock { last in
      defer { last = version }
      return last != version
    }
  }
}
