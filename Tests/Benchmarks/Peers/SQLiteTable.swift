import CSQLite

/// A table of keys and values in an SQLite database that is durable after every transaction.
final class SQLiteTable {
  /// What SQLite says when it fails.
  struct Failure: Error {
    /// The result code.
    let code: Int32
    /// SQLite's words for it.
    let message: String
  }

  private var database: OpaquePointer?
  private var insertion: OpaquePointer?

  /// Creates a database with so many keys.
  ///
  /// - Parameters:
  ///   - file: where, in place of what is there.
  ///   - journal: SQLite's word for the way of its journal: `DELETE`, its default, or `WAL`.
  ///   - count: how many keys.
  /// - Throws: ``Failure``.
  init(file: String, journal: String, count: Int) throws {
    try check(sqlite3_open(file, &database))
    try execute(
      """
      PRAGMA journal_mode = \(journal); PRAGMA synchronous = FULL; DROP TABLE IF EXISTS entry;
      CREATE TABLE entry (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
      """
    )
    let sql = "INSERT INTO entry VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
    try check(sqlite3_prepare_v2(database, sql, -1, &insertion, nil))
    try transaction {
      for number in 0..<count { try set("value \(number)", forKey: Fixture.key(number)) }
    }
  }

  deinit {
    sqlite3_finalize(insertion)
    sqlite3_close(database)
  }

  /// Makes several writes durable together.
  ///
  /// - Throws: ``Failure``, or what the writes throw.
  func transaction(_ body: () throws -> Void) throws {
    try execute("BEGIN IMMEDIATE")
    try body()
    try execute("COMMIT")
  }

  /// Stores a value; durable on return outside of a transaction.
  ///
  /// - Throws: ``Failure``.
  func set(_ value: String, forKey key: String) throws {
    // The texts live until the statement has run, so SQLite need not copy them.
    try key.withCString { key in
      try value.withCString { value in
        try check(sqlite3_bind_text(insertion, 1, key, -1, nil))
        try check(sqlite3_bind_text(insertion, 2, value, -1, nil))
        try check(sqlite3_step(insertion), is: SQLITE_DONE)
        try check(sqlite3_reset(insertion))
      }
    }
  }

  private func execute(_ sql: String) throws {
    try check(sqlite3_exec(database, sql, nil, nil, nil))
  }

  private func check(_ code: Int32, is expected: Int32 = SQLITE_OK) throws {
    guard code == expected else {
      throw Failure(code: code, message: String(cString: sqlite3_errmsg(database)))
    }
  }
}
