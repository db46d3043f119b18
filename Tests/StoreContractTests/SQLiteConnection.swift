import CSQLite
import Defaults

/// A connection to a database of a store.
struct SQLiteConnection: ~Copyable {
  private let file: String
  private let database: OpaquePointer

  init(file: String) throws(Defaults.StoreError) {
    self.file = file
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let status = sqlite3_open_v2(file, &database, flags, nil)
    guard status == SQLITE_OK, let database else {
      sqlite3_close_v2(database)
      throw Defaults.StoreError(location: file, reason: "cannot be opened", isTemporary: false)
    }
    self.database = database
    sqlite3_busy_timeout(database, 10_000)
  }

  deinit {
    sqlite3_close_v2(database)
  }

  // MARK: - What the store needs

  /// Runs code that sees and makes one state of the database.
  borrowing func transaction<Result>(
    _ body: () throws(Defaults.StoreError) -> Result
  ) throws(Defaults.StoreError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(Defaults.StoreError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Returns the version of the values.
  borrowing func version() throws(Defaults.StoreError) -> Defaults.StoreVersion {
    var commits: Int64 = 0
    try query("SELECT commits FROM state") { commits = sqlite3_column_int64($0, 0) }
    return withUnsafeBytes(of: commits.littleEndian) { Defaults.StoreVersion(bytes: $0) }
  }

  /// Returns what changes whenever another connection changes the database.
  borrowing func dataVersion() throws(Defaults.StoreError) -> Int64 {
    var version: Int64 = 0
    try query("PRAGMA data_version") { version = sqlite3_column_int64($0, 0) }
    return version
  }

  /// Returns all values.
  borrowing func snapshot(
    version: Defaults.StoreVersion
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    try query("SELECT key, value FROM entries") { row in
      let key = Defaults.KeyName(String(decoding: Self.bytes(of: row, 0), as: UTF8.self))
      values[key] = Defaults.StoredValue(encoded: Self.bytes(of: row, 1))
    }
    return Defaults.StoreSnapshot(values: values, version: version)
  }

  /// Stores or removes a value.
  borrowing func store(
    _ value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName
  ) throws(Defaults.StoreError) {
    let name = Array(key.string.utf8)
    guard let value else { return try run("DELETE FROM entries WHERE key = ?", [name]) }
    try run("INSERT OR REPLACE INTO entries VALUES (?, ?)", [name, value.encoded])
  }

  // MARK: - Statements

  /// Runs a statement.
  borrowing func run(
    _ statement: String,
    _ blobs: [[UInt8]] = []
  ) throws(Defaults.StoreError) {
    try query(statement, blobs) { _ in }
  }

  private borrowing func query(
    _ statement: String,
    _ blobs: [[UInt8]] = [],
    row: (OpaquePointer) -> Void
  ) throws(Defaults.StoreError) {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(database, statement, -1, &prepared, nil) == SQLITE_OK, let prepared
    else { throw error() }
    defer { sqlite3_finalize(prepared) }
    for (index, blob) in blobs.enumerated() {
      // SQLite copies the bytes (the last argument), and takes a null pointer for NULL.
      let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      _ =
        blob.isEmpty
        ? sqlite3_bind_zeroblob(prepared, Int32(index + 1), 0)
        : sqlite3_bind_blob(prepared, Int32(index + 1), blob, Int32(blob.count), copy)
    }
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW: row(prepared)
      case SQLITE_DONE: return
      default: throw error()
      }
    }
  }

  private borrowing func error() -> Defaults.StoreError {
    let code = sqlite3_errcode(database)
    return Defaults.StoreError(
      location: file,
      reason: String(cString: sqlite3_errmsg(database)),
      isTemporary: code == SQLITE_BUSY || code == SQLITE_LOCKED
    )
  }

  private static func bytes(of row: OpaquePointer, _ column: Int32) -> [UInt8] {
    guard let blob = sqlite3_column_blob(row, column) else { return [] }
    let count = Int(sqlite3_column_bytes(row, column))
    return Array(UnsafeRawBufferPointer(start: blob, count: count))
  }
}
