package import DefaultsCore

extension GSettingsStore: Defaults.LockableStore {
  package func fileForLocks() throws(Defaults.StoreError) -> String {
    try locks().valuesFile
  }

  package func lock(
    _ key: Defaults.KeyName,
    at value: Defaults.StoredValue
  ) throws(Defaults.StoreError) {
    guard let text = try text(value, forKey: key), let form = forms[key],
      let path = try path(of: key)
    else { return }
    try locks().lock(path, at: form.annotated(text)) { () throws(Defaults.StoreError) in
      // A helper that runs may know the old database.
      process.restart()
      let lock = try self.lock(of: key)
      // Text in GVariant's notation may be written in another way.
      return form.isText ? lock != nil : lock == form.stored(text)
    }
  }

  package func lockOfOthers(
    _ key: Defaults.KeyName
  ) throws(Defaults.StoreError) -> String? {
    guard try lock(of: key) != nil, let path = try path(of: key) else { return nil }
    let database = try locks().database
    let (files, others) = (try files(locking: key), try databases(locking: path))
    let isOwn = others.contains { $0.locks.database == database }
    // A database without text files can have locks, too.
    return isOwn ? nil : files.first ?? "another database"
  }

  package func files(locking key: Defaults.KeyName) throws(Defaults.StoreError) -> [String] {
    guard let path = try path(of: key) else { return [] }
    var files: [String] = []
    for database in try databases(locking: path) { files += database.files }
    return files
  }

  package func unlock(_ key: Defaults.KeyName) throws(Defaults.StoreError) -> Bool {
    guard let path = try path(of: key) else { return false }
    let databases = try databases(locking: path)
    if databases.isEmpty, try self.lock(of: key) != nil {
      let reason = "no text file names the lock of \(path), so it came with its database"
      throw .permanent(reason, at: location)
    }
    for (locks, _) in databases {
      try locks.unlock(path) { () throws(Defaults.StoreError) in
        process.restart()
        let rest = try self.databases(locking: path)
        let lock = try self.lock(of: key)
        return !rest.isEmpty || lock == nil
      }
    }
    let layers = try layers()
    return layers.contains { $0.layer == .system && $0.values[key] != nil }
  }

  /// Returns the value at which a key is locked; nil if it is not.
  private func lock(
    of key: Defaults.KeyName
  ) throws(Defaults.StoreError) -> Defaults.StoredValue? {
    try layers().first { $0.layer == .managed }?.values[key]
  }

  /// The text files in which keys are locked.
  private func locks() throws(Defaults.StoreError) -> DconfLocks {
    let environment = process.environment
    return try DconfLocks(DconfProfile(environment: environment), environment: environment)
  }

  /// Returns the databases with text files that lock a path, and these files.
  private func databases(
    locking path: String
  ) throws(Defaults.StoreError) -> [(locks: DconfLocks, files: [String])] {
    let environment = process.environment
    var found: [(DconfLocks, [String])] = []
    for database in try DconfProfile(environment: environment).administratorsDatabases {
      let locks = DconfLocks(database: database, environment: environment)
      let files = try locks.files(locking: path)
      if !files.isEmpty { found.append((locks, files)) }
    }
    return found
  }
}
