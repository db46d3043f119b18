import DefaultsCore
import DefaultsINI
import Glibc

/// The values that an administrator gives all users, and those that are locked: text files beside a database
/// of dconf, which is made from them.
struct DconfLocks {
  /// The path of the database.
  let database: String
  /// The profile that names it, if it has to be created.
  private let newProfile: String?
  private let environment: [String: String]

  /// The text file with the values that this library adds, which is read after most others.
  var valuesFile: String { "\(database).d/90-prefs" }
  /// The text file with the paths that it locks.
  private var locksFile: String { "\(locksDirectory)/90-prefs" }
  private var locksDirectory: String { "\(database).d/locks" }

  /// The text files of a database.
  init(database: String, newProfile: String? = nil, environment: [String: String]) {
    self.database = database
    self.newProfile = newProfile
    self.environment = environment
  }

  /// Finds the database in which an administrator's locks belong.
  ///
  /// - Throws: `Defaults.StoreError` when the profile has none.
  init(_ profile: DconfProfile, environment: [String: String]) throws(Defaults.StoreError) {
    if let database = profile.databases.first {
      self.init(database: database, environment: environment)
    } else if let file = profile.file {
      let reason = "it names no database for all users; add the line \"system-db:local\" to it"
      throw Defaults.StoreError(location: file, reason: reason, isTemporary: false)
    } else {
      self.init(
        database: DconfProfile.usualDatabase,
        newProfile: DconfProfile.usualFile,
        environment: environment
      )
    }
  }

  /// Gives all users a value, and locks it.
  ///
  /// - Parameters:
  ///   - path: the path of the key.
  ///   - text: the value, as GVariant writes it.
  ///   - isEffective: whether the lock holds, after dconf has made the database anew.
  /// - Throws: `Defaults.StoreError` when that failed; the files are then as before.
  func lock(
    _ path: String,
    at text: String,
    isEffective: () throws(Defaults.StoreError) -> Bool
  ) throws(Defaults.StoreError) {
    let files = [valuesFile, locksFile] + (newProfile.map { [$0] } ?? [])
    try change(files) { () throws(Defaults.StoreError) in
      if let newProfile {
        try Self.write("user-db:user\nsystem-db:local\n", to: newProfile)
      }
      try setValue(text, at: path)
      let lines = try lines(of: locksFile)
      if !lines.contains(path) { try write(lines + [path], to: locksFile) }
      try update()
      guard try isEffective() else {
        let reason = "another file or database has the last word about \(path)"
        throw Defaults.StoreError(location: database, reason: reason, isTemporary: false)
      }
    }
  }

  /// Returns the path of the text file that locks a path; nil if none does.
  ///
  /// - Throws: `Defaults.StoreError` when one cannot be read.
  func file(locking path: String) throws(Defaults.StoreError) -> String? {
    for name in try DocumentFile.names(in: locksDirectory) {
      let file = "\(locksDirectory)/\(name)"
      if try lines(of: file).contains(path) { return file }
    }
    return nil
  }

  /// Removes a lock from a text file, and the value with it if this library has added it.
  ///
  /// - Returns: whether the value stays.
  /// - Throws: `Defaults.StoreError` when a file cannot be written; the files are then as before.
  func unlock(_ path: String, in file: String) throws(Defaults.StoreError) -> Bool {
    let isOurs = file == locksFile
    try change([file, valuesFile]) { () throws(Defaults.StoreError) in
      try write(try lines(of: file).filter { $0 != path }, to: file)
      if isOurs { try setValue(nil, at: path) }
      try update()
    }
    return !isOurs
  }

  // MARK: - Files

  /// Changes files, and restores them when that fails.
  private func change(
    _ files: [String],
    _ body: () throws(Defaults.StoreError) -> Void
  ) throws(Defaults.StoreError) {
    var before: [(file: String, bytes: [UInt8]?)] = []
    for file in files { before.append((file, try Self.content(of: file))) }
    do {
      try body()
    } catch {
      let changed = before.filter { (try? Self.content(of: $0.file)) != $0.bytes }
      for (file, bytes) in changed {
        if let bytes {
          try? DocumentFile.replace(file, with: bytes, mode: 0o644)
        } else {
          try? DocumentFile.remove(file)
        }
      }
      if !changed.isEmpty { try? update() }
      throw error
    }
  }

  /// Returns the content of a file; nil if it does not exist.
  private static func content(of file: String) throws(Defaults.StoreError) -> [UInt8]? {
    DocumentFile.exists(file) ? try DocumentFile.contents(of: file, limit: 1 << 24) : nil
  }

  private func setValue(_ text: String?, at path: String) throws(Defaults.StoreError) {
    // The keys of the file have no slash before them.
    let key = Defaults.KeyName(String(path.dropFirst()))
    _ = try INIStore(file: valuesFile, dialect: .plain, modes: .shared)
      .commit([key: text.map { .string($0) }])
  }

  private func lines(of file: String) throws(Defaults.StoreError) -> [String] {
    let text = String(decoding: try Self.content(of: file) ?? [], as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String], to file: String) throws(Defaults.StoreError) {
    try Self.write(lines.map { $0 + "\n" }.joined(), to: file)
  }

  private static func write(_ text: String, to file: String) throws(Defaults.StoreError) {
    let directory = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    // Programs of every user read the files. That it cannot be made is told by the file itself.
    _ = mkdir(String(directory), 0o755)
    try DocumentFile.replace(file, with: Array(text.utf8), mode: 0o644, makesDirectories: false)
  }

  /// Lets dconf make the databases of the directory from their text files; it prints what is wrong.
  private func update() throws(Defaults.StoreError) {
    let directory = String(database[..<(database.lastIndex(of: "/") ?? database.startIndex)])
    let status = ChildProgram.run(["dconf", "update", directory], environment: environment)
    guard status != 0 else { return }
    let reason =
      status == nil
      ? "dconf could not be started; install it, for example dconf-cli" : "dconf update has failed"
    throw Defaults.StoreError(location: database, reason: reason, isTemporary: false)
  }
}
