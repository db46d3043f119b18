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

  /// Creates the locks in the database where an administrator's locks belong.
  ///
  /// It fails when the profile has no such database.
  init(_ profile: DconfProfile, environment: [String: String]) throws(Defaults.StoreError) {
    if let database = profile.administratorsDatabases.first {
      self.init(database: database, environment: environment)
    } else if let file = profile.file {
      let reason = "it names no database for all users; add the line \"system-db:local\" to it"
      throw .permanent(reason, at: file)
    } else {
      self.init(
        database: DconfProfile.usualDatabase,
        newProfile: DconfProfile.usualFile,
        environment: environment
      )
    }
  }

  /// Gives all users a value, and locks it; the files are as before when that failed.
  ///
  /// The text is the value, as GVariant writes it. `isEffective` returns whether the lock holds,
  /// after dconf has made the database anew.
  func lock(
    _ path: String,
    at text: String,
    isEffective: () throws(Defaults.StoreError) -> Bool
  ) throws(Defaults.StoreError) {
    guard !DocumentFile.exists(database) || DocumentFile.isDirectory("\(database).d") else {
      let reason =
        "it was made without text files in \(database).d, from which it would be made anew"
      throw .permanent(reason, at: database)
    }
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
        let reason = "another text file or database has the last word about \(path)"
        throw .permanent(reason, at: database)
      }
    }
  }

  /// Returns the paths of the text files that lock a path.
  func files(locking path: String) throws(Defaults.StoreError) -> [String] {
    var files: [String] = []
    for name in try DocumentFile.names(in: locksDirectory) {
      let file = "\(locksDirectory)/\(name)"
      if try lines(of: file).contains(path) { files.append(file) }
    }
    return files
  }

  /// Removes a lock from the text files, and the value with it if this library has added it.
  ///
  /// `isEffective` returns whether the key can be written, after dconf has made the database anew.
  /// When this fails, the files are as before.
  func unlock(
    _ path: String,
    isEffective: () throws(Defaults.StoreError) -> Bool
  ) throws(Defaults.StoreError) {
    let files = try files(locking: path)
    try change(files + [valuesFile]) { () throws(Defaults.StoreError) in
      for file in files { try write(try lines(of: file).filter { $0 != path }, to: file) }
      if files.contains(locksFile) { try setValue(nil, at: path) }
      try update()
      guard try isEffective() else {
        throw .permanent("another database locks \(path)", at: database)
      }
    }
  }

  // MARK: - Files

  /// Changes files, and restores them when that fails.
  private func change(
    _ files: [String],
    _ body: () throws(Defaults.StoreError) -> Void
  ) throws(Defaults.StoreError) {
    // A lock that is half done would hold from the next update on.
    let signals = [SIGHUP, SIGINT, SIGTERM].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in signals { signal(number, handler) } }
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
    try makeDirectory(of: file)
    try DocumentFile.replace(file, with: Array(text.utf8), mode: 0o644, makesDirectories: false)
  }

  /// Creates the directories that a file needs.
  ///
  /// Programs of every user read the files, whatever the mask of this process is.
  private static func makeDirectory(of file: String) throws(Defaults.StoreError) {
    let directory = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    try SystemRoot.check(directory)
    guard !DocumentFile.isDirectory(directory) else { return }
    try makeDirectory(of: directory)
    if mkdir(directory, 0o755) == 0 {
      chmod(directory, 0o755)
    } else if errno != EEXIST {
      throw .system("mkdir", directory, errno)
    }
  }

  /// Lets dconf make the database from its text files; it prints what is wrong.
  private func update() throws(Defaults.StoreError) {
    // The programs of an image do not run, so none has to be told.
    let command =
      SystemRoot.current == nil
      ? ["update", DconfProfile.directory] : ["compile", database, "\(database).d"]
    // The program reads every file there.
    for directory in ["\(database).d", locksDirectory] {
      for name in try DocumentFile.names(in: directory) {
        try SystemRoot.check("\(directory)/\(name)")
      }
    }
    let outcome = ChildProgram.run(
      ["sh", "-c", "umask 022; exec dconf \"$@\"", "sh"] + command,
      environment: environment,
      limit: 30
    )
    let reason: String
    switch outcome {
    case .status(0): return
    case .status(127), .notStarted:
      reason = "dconf could not be started; install it, for example dconf-cli"
    case .status, .killed: reason = "dconf \(command[0]) has failed"
    }
    throw .permanent(reason, at: database)
  }
}
