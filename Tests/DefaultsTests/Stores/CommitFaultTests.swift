import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Store = Defaults.PropertyListStore

/// Something that a commit may find, with what must be there whatever fails.
private enum Scene: String, CaseIterable, Sendable {
  /// A file with a value in it.
  case file
  /// Nothing at all, two directories missing.
  case nothing
  /// A link to a link to a file in another directory.
  case links
  /// A file that belongs to somebody else.
  case foreign
  /// A file that cannot be parsed.
  case garbage
  /// What a killed process left behind.
  case litter

  static let old = Array("<dict><key>old</key><true/></dict>".utf8)
  static let garbageBytes = Array("garbage".utf8)

  /// The owner of the foreign file, where this process may give files away.
  static let owner: uid_t = geteuid() == 0 ? 1234 : geteuid()

  /// Makes it in a directory.
  ///
  /// - Returns: the path to commit to.
  func build(in directory: TemporaryDirectory) throws -> String {
    let content = self == .garbage ? Self.garbageBytes : Self.old
    switch self {
    case .nothing:
      return directory.file("a/b/suite.plist")
    case .links:
      mkdir(directory.file("a"), 0o700)
      try directory.write(content, to: "a/target.plist")
      symlink("target.plist", directory.file("a/link"))
      symlink("a/link", directory.file("suite.plist"))
    case .file, .foreign, .garbage, .litter:
      let path = try directory.write(content, to: "suite.plist")
      if self == .foreign { chown(path, Self.owner, getegid()) }
      if self == .litter { try directory.write("x".utf8, to: ".suite.plist.1.1.tmp") }
      let date = Date(timeIntervalSinceNow: -3600)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    return directory.file("suite.plist")
  }

  /// What is stored before the commit.
  var before: [Defaults.KeyName: Defaults.StoredValue] {
    self == .nothing || self == .garbage ? [:] : ["old": .bool(true)]
  }

  /// What is stored after it.
  var after: [Defaults.KeyName: Defaults.StoredValue] {
    before.merging(["new": .string("value")]) { $1 }
  }
}

extension Saboteur {
  /// Answers whether a power failure leaves a file and the names on the way to it as they are.
  fileprivate func isDurable(_ path: String) -> Bool {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    var places = [target]
    while let last = places.last, last != "/" { places.append(FilePath.parts(of: last).directory) }
    return undurable.isDisjoint(with: places.map { FileNumber($0) })
  }
}

/// A commit in which system calls fail, and those that follow when nothing fails any more.
struct CommitFaultTests {
  private static let errors = [ENOSPC, EIO, EACCES, EROFS, EDQUOT, EMFILE]

  /// Commits with calls failing, judges what is there, and commits again.
  ///
  /// - Returns: how many calls the first commit made.
  private func attempt(_ scene: Scene, failing errors: [Int: Int32]) throws -> Int {
    let directory = try TemporaryDirectory()
    let path = try scene.build(in: directory)
    let saboteur = Saboteur(failing: errors)
    let store = Store(file: path, files: FileSystem(calls: saboteur.calls))
    let result = Result { () throws(Defaults.StoreError) in
      try store.commit(["new": .string("value")])
    }
    let count = saboteur.count
    saboteur.heal()
    let log = saboteur.log.map(\.rawValue).joined(separator: " ")
    let comment = Comment(rawValue: "\(scene), failing \(errors), \(log)")
    try judge(scene, result, path, directory, comment)
    if case .success = result { #expect(saboteur.isDurable(path), comment) }

    let again = try store.commit(["new": .string("value")])
    #expect(again.snapshot.values == scene.after, comment)
    #expect(saboteur.isDurable(path), comment)
    #expect(try Store(file: path).load(unlike: nil)?.values == scene.after, comment)
    // A store that was never told of a failure has swept and does not sweep again.
    if case .failure = result {
      #expect(try names(in: directory).allSatisfy { !$0.hasSuffix(".tmp") }, comment)
    }
    return count
  }

  private func judge(
    _ scene: Scene,
    _ result: Result<Defaults.StoreCommit, Defaults.StoreError>,
    _ path: String,
    _ directory: TemporaryDirectory,
    _ comment: Comment
  ) throws {
    let stored: [Defaults.KeyName: Defaults.StoredValue]?
    do {
      stored = try Store(file: path).load(unlike: nil)?.values
    } catch {
      #expect(scene == .garbage, comment)
      stored = nil
    }
    switch result {
    case .success(let commit):
      #expect(stored == scene.after, comment)
      #expect(commit.snapshot.values == scene.after, comment)
    case .failure(let error):
      guard error.errorNumber != nil else {
        Issue.record("unexpected error: \(error)")
        return
      }
      // The one failure after which the new file is in its place.
      var isInstalled = false
      if case .notDurable = error.cause { isInstalled = stored == scene.after }
      #expect(isInstalled || stored == nil || stored == scene.before, comment)
    }
    guard scene == .garbage else { return }
    let kept = try names(in: directory).filter { name in
      try directory.read(name) == Scene.garbageBytes
    }
    #expect(!kept.isEmpty, comment)
  }

  private func names(in directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      .filter { !$0.hasSuffix(".prefs.lock") }
  }

  @Test(.thorough, arguments: Scene.allCases, Thorough.sample(Self.errors, every: 3))
  fileprivate func `whichever call fails, the next commit makes up for it`(
    scene: Scene,
    errorNumber: Int32
  ) throws {
    var failing = 0
    while try attempt(scene, failing: [failing: errorNumber]) > failing { failing += 1 }
    #expect(failing > 12)
  }

  @Test(.thorough, arguments: Thorough.sample(Scene.allCases, every: 3))
  fileprivate func `whichever two calls fail, the next commit makes up for it`(
    scene: Scene
  ) throws {
    for first in 0..<(try attempt(scene, failing: [:])) {
      // A failure changes what follows, and what cleans up after it may fail as well.
      let count = try attempt(scene, failing: [first: EIO])
      // Every fourth one, each time others; `.ci/inject` tries whole programs.
      for second in stride(from: first + 1 + first % 4, to: max(count, first + 2), by: 4) {
        _ = try attempt(scene, failing: [first: EIO, second: ENOSPC])
      }
    }
  }

  @Test(arguments: Scene.allCases)
  fileprivate func `signals may interrupt every call`(scene: Scene) throws {
    let directory = try TemporaryDirectory()
    let path = try scene.build(in: directory)
    // Every second call, as a repeated one is a call of its own.
    let errors = Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: 400, by: 2).map { ($0, EINTR) }
    )
    let saboteur = Saboteur(failing: errors)
    let store = Store(file: path, files: FileSystem(calls: saboteur.calls))
    let commit = try store.commit(["new": .string("value")])
    #expect(commit.snapshot.values == scene.after)
    #expect(try Store(file: path).load(unlike: nil)?.values == scene.after)
  }

  @Test func `the content is durable before the name is, and both before the commit returns`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try Scene.file.build(in: directory)
    let saboteur = Saboteur()
    try Store(file: path, files: FileSystem(calls: saboteur.calls)).commit(["new": .bool(true)])
    let order = saboteur.log.filter { [.write, .fchmod, .fsync, .renameat].contains($0) }
    #expect(order == [.write, .fchmod, .fsync, .renameat, .fsync])
  }

  @Test func `a new file that cannot be looked at counts as stored, and is read once more`() throws
  {
    let directory = try TemporaryDirectory()
    let path = try Scene.file.build(in: directory)
    let real = FileSystemCalls()
    let isInstalled = Atomic<Bool>(false)
    var calls = real
    calls.renameat = { directory, old, new in
      isInstalled.store(true, ordering: .relaxed)
      return real.renameat(directory, old, new)
    }
    calls.fstat = { isInstalled.load(ordering: .relaxed) ? -Int(EIO) : real.fstat($0, $1) }
    let store = Store(file: path, files: FileSystem(calls: calls))
    let snapshot = try store.commit(["new": .string("value")]).snapshot
    #expect(snapshot.values == Scene.file.after)
    #expect(try Store(file: path).load(unlike: snapshot.version)?.values == Scene.file.after)
    unlink(path)
    #expect(try Store(file: path).load(unlike: snapshot.version)?.values == [:])
  }

  @Test func `a file system that takes a byte at a time, or none, is no endless loop`() throws {
    let directory = try TemporaryDirectory()
    let path = try Scene.file.build(in: directory)
    let real = FileSystemCalls()
    var calls = real
    calls.write = { real.write($0, UnsafeRawBufferPointer(rebasing: $1.prefix(1))) }
    calls.read = { real.read($0, UnsafeMutableRawBufferPointer(rebasing: $1.prefix(1))) }
    let slow = Store(file: path, files: FileSystem(calls: calls))
    #expect(try slow.commit(["new": .string("value")]).snapshot.values == Scene.file.after)
    calls.write = { _, _ in 0 }
    let stuck = Store(file: path, files: FileSystem(calls: calls))
    #expect(throws: Defaults.StoreError.system("write", path, EIO)) {
      try stuck.commit(["other": .bool(true)])
    }
    #expect(try names(in: directory) == ["suite.plist"])
  }
}
