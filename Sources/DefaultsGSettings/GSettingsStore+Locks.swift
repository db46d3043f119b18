package import DefaultsCore

extension GSettingsStore: Defaults.LockableStore {
  package func fileForLocks() throws(Defaults.StoreError) -> String {
    try locks().valuesFile
  }

  package func lock(
    _ key: Defaults.KeyName,
    at value: Defaults.StoredValue
  ) throws(Defaults.StoreError) {
    guard let text = try text(value, forKey: key), let path = try path(of: key) else { return }
    try locks().lock(path, at: text) { () throws(Defaults.StoreError) in
      // A helper that runs may know the old database.
      process.restart()
      return try layers().contains { $0.layer == .managed && $0.values[key] == value }
    }
  }

  package func file(locking key: Defaults.KeyName) throws(Defaults.StoreError) -> String? {
    guard let path = try path(of: key) else { return nil }
    return try databases(locking: path).first?.file
  }

  package func unlock(
    _ key: Defaults.KeyName,
    in file: String
  ) throws(Defaults.StoreError) -> Bool {
    defer { process.restart() }
    guard let path = try path(of: key),
      let locks = try databases(locking: path).first(where: { $0.file == file })?.locks
    else { return false }
    return try locks.unlock(path, in: file)
  }

  /// The text files in which keys are locked.
  private func locks() throws(Defaults.StoreError) -> DconfLocks {
    let environment = process.environment
    return try DconfLocks(DconfProfile(environment: environment), environment: environment)
  }

  /// Returns the databases with a text file that locks a path, and the file.
  private func databases(
    locking path: String
  ) throws(Defaults.StoreError) -> [(locks: DconfLocks, file: String)] {
    var found: [(DconfLocks, String)] = []
    let environment = process.environment
    for database in try DconfProfile(environment: environment).databases {
      let locks = DconfLocks(database: database, environment: environment)
      if let file = try locks.file(locking: path) { found.append((locks, file)) }
    }
    return found
  }
}
