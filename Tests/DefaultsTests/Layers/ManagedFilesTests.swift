import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Locks that nobody can take away by making them unreadable.
struct ManagedFilesTests {
  private let layered: LayeredSuite
  private var suite: Defaults.Suite { layered.suite }
  private var managed: String { layered.directory.file("managed") }
  private var file: String { managed + "/app.plist" }

  init() throws {
    layered = try LayeredSuite()
    try layered.put(["k": .integer(9)], at: "managed/app.plist")
  }

  /// Reads the files of the layers with other system calls.
  private func load(_ calls: FileSystemCalls = FileSystemCalls()) -> LayerFiles.Contents {
    let files = FileSystem(calls: calls)
    return LayerFiles(directories: layered.directories, suiteName: "app", files: files).load()
  }

  private func isLocked(_ contents: LayerFiles.Contents) -> Bool {
    contents.lockOfAll != nil
      || contents.layers.contains { $0.layer == .managed && $0.values["k"] != nil }
  }

  private func expectEverythingLocked(_ path: String) throws {
    suite.reload()
    let lock = try #require(suite.lock(forKey: "anything"))
    #expect(lock.location == path)
    #expect(throws: Defaults.WriteError.locked(key: "anything", by: lock)) {
      try suite.write(["anything": .integer(1)])
    }
    suite.reload()
    #expect(suite.takeDiagnostics().map(\.kind) == [.unusableLocks(lock)])
  }

  @Test func `a file that others may write locks everything, and that is reported once`() throws {
    chmod(file, 0o664)
    try expectEverythingLocked(file)
    chmod(file, 0o644)
    suite.reload()
    #expect(suite.lock(forKey: "anything") == nil)
    #expect(suite.lock(forKey: "k")?.location == file)
  }

  @Test(arguments: [0o777, 0o775, 0o707] as [mode_t])
  func `a directory that others may write locks everything`(mode: mode_t) throws {
    chmod(managed, mode)
    try expectEverythingLocked(managed)
  }

  @Test func `so does a directory above it, even when the locks are gone`() throws {
    chmod(layered.directory.path, 0o777)
    try expectEverythingLocked(layered.directory.path)
    chmod(layered.directory.path, 0o1777)
    suite.reload()
    #expect(suite.lock(forKey: "anything") == nil)
  }

  @Test func `so do locks that were moved away where others may write`() throws {
    chmod(layered.directory.path, 0o777)
    rename(managed, managed + ".gone")
    try expectEverythingLocked(layered.directory.path)
  }

  @Test func `so does a link on the way that leads nowhere`() throws {
    var directories = layered.directories
    directories.managedDirectory = layered.directory.file("link/managed")
    symlink("elsewhere", layered.directory.file("link"))
    let contents = LayerFiles(directories: directories, suiteName: "app").load()
    #expect(contents.lockOfAll?.location == layered.directory.file("link"))
  }

  @Test(.thorough) func `so does an empty file`() throws {
    try layered.directory.write([], to: "managed/app.plist")
    try expectEverythingLocked(file)
  }

  @Test(.thorough) func `content that cannot be parsed locks everything`() throws {
    try layered.directory.write("garbage".utf8, to: "managed/app.plist")
    try expectEverythingLocked(file)
  }

  @Test func `what is no file, or a link to nothing, locks everything`() throws {
    unlink(file)
    mkfifo(file, 0o644)
    try expectEverythingLocked(file)
    unlink(file)
    symlink("gone.plist", file)
    try expectEverythingLocked(file)
  }

  @Test func `a link through a directory of others locks everything`() throws {
    let open = layered.directory.file("open")
    mkdir(open, 0o755)
    chmod(open, 0o777)
    #expect(rename(file, open + "/app.plist") == 0)
    symlink(open + "/app.plist", file)
    try expectEverythingLocked(open)
  }

  @Test func `a part of a directory that cannot be trusted locks everything`() throws {
    try layered.put(["l": .integer(1)], at: "managed/app.d/10.plist")
    suite.reload()
    #expect(suite.lock(forKey: "l") != nil)
    #expect(suite.lock(forKey: "anything") == nil)
    chmod(managed + "/app.d", 0o777)
    try expectEverythingLocked(managed + "/app.d")
  }

  @Test func `without the directory above the locks nothing is locked`() throws {
    var directories = layered.directories
    directories.managedDirectory = layered.directory.file("none/managed")
    chmod(layered.directory.path, 0o777)
    let contents = LayerFiles(directories: directories, suiteName: "app").load()
    #expect(contents.lockOfAll == nil)
    #expect(contents.diagnostics == [])
  }

  @Test(.thorough, arguments: [EIO, EACCES, ENOMEM, EPERM, EMFILE])
  func `whichever call fails, the key stays locked`(errorNumber: Int32) throws {
    try layered.put(["l": .integer(1)], at: "managed/app.d/10.plist")
    let counter = Saboteur()
    _ = load(counter.calls)
    #expect(counter.count > 20)
    for number in 0..<counter.count {
      #expect(isLocked(load(Saboteur(failing: [number: errorNumber]).calls)), "call \(number)")
    }
  }

  @Test(arguments: [.fstatat, .openat, .read, .names, .readlink] as [Saboteur.Kind])
  func `when all calls of a kind fail, the key stays locked`(kind: Saboteur.Kind) {
    let saboteur = Saboteur()
    saboteur.damage(kind, with: EACCES)
    #expect(isLocked(load(saboteur.calls)))
  }

  @Test(.enabled(if: geteuid() == 0))
  func `who may not read the locks may not write`() async {
    await #expect(processExitsWith: .success) {
      let layered = try LayeredSuite()
      try layered.put(["k": .integer(9)], at: "managed/app.plist")
      chmod(layered.directory.path, 0o755)
      chown(layered.directory.file("config"), 4711, 4711)
      chmod(layered.directory.file("managed"), 0o700)
      setuid(4711)
      let error = #expect(throws: Defaults.WriteError.self) {
        try layered.suite.write(["k": .integer(1)])
      }
      let lock = try #require(layered.suite.lock(forKey: "k"))
      #expect(error == .locked(key: "k", by: lock))
      #expect(lock.location == layered.directory.file("managed/app.d"))
      #expect(lock.reason?.contains("Permission denied") == true)
    }
  }

  // MARK: - Names

  @Test func `reasons of one suite are no locks of another`() throws {
    try layered.put(["k": .string("because")], at: "managed/app.reasons.plist")
    let reasons = LayerFiles(directories: layered.directories, suiteName: "app.reasons").load()
    #expect(reasons.layers.isEmpty)
    #expect(reasons.lockOfAll == nil)
    #expect(load().reasons == ["k": "because"])
    // The suite of that name can be locked, and its locks can have reasons.
    mkdir(managed + "/app.reasons.d", 0o755)
    try layered.put(["l": .integer(1)], at: "managed/app.reasons.d/1.plist")
    try layered.put(["l": .string("so")], at: "managed/app.reasons.reasons.plist")
    let locked = LayerFiles(directories: layered.directories, suiteName: "app.reasons").load()
    #expect(locked.layers.map(\.values) == [["l": .integer(1)]])
    #expect(locked.reasons == ["l": "so"])
  }

  @Test func `the user's own directory is no system layer, however it is spelled`() throws {
    symlink("config", layered.directory.file("link"))
    let home = layered.directory.file("config")
    for spelling in [home + "/", layered.directory.file("link"), home + "/../config"] {
      let directories = Defaults.LayerDirectories(environment: [
        "XDG_CONFIG_HOME": home, "XDG_CONFIG_DIRS": "\(spelling):/none",
      ])
      let paths = directories.sources(forSuite: "app").filter { $0.layer == .system }.map(\.path)
      #expect(!paths.contains("\(spelling)/app.plist"))
      #expect(paths.contains("/none/app.plist"))
    }
  }
}
