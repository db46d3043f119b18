import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Store = Defaults.PropertyListStore

/// Files behind links: symbolic ones that lead nowhere, and hard ones.
struct LinkedFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  // MARK: - Directories behind symbolic links

  @Test(
    arguments: [
      (path: "config/app.plist", link: "config", target: "gone"),
      ("config/deep/down/app.plist", "config", "../gone"),
      ("config/app.plist", "config", "/nowhere"),
    ]
  )
  func `a link to a directory that does not exist is named with its target`(
    path: String,
    link: String,
    target: String
  ) throws {
    symlink(target, directory.file(link))
    let store = Store(file: directory.file(path))
    let error = #expect(throws: Defaults.StoreError.self) { try store.commit(["k": .bool(true)]) }
    let expected = Defaults.StoreError.Cause.danglingLink(
      link: directory.file(link),
      target: FilePath.join(directory.path, target)
    )
    #expect(error?.cause == expected)
    #expect(try directory.names() == [link])
    // Removing what is not there changes nothing.
    try store.commit(["k": nil])
  }

  @Test func `of several links the one that leads nowhere is named`() throws {
    symlink("second", directory.file("first"))
    symlink("gone", directory.file("second"))
    let error = #expect(throws: Defaults.StoreError.self) {
      try Store(file: directory.file("first/app.plist")).commit(["k": .bool(true)])
    }
    let (link, target) = (directory.file("second"), directory.file("gone"))
    #expect(error?.cause == .danglingLink(link: link, target: target))
    #expect(throws: Defaults.StoreError.self) {
      try DocumentFile.replace(directory.file("first/x.json"), with: [], mode: 0o644)
    }
    mkdir(target, 0o700)
    try Store(file: directory.file("first/app.plist")).commit(["k": .bool(true)])
    #expect(access(target + "/app.plist", F_OK) == 0)
  }

  // MARK: - Hard links

  @Test func `of a file with two names the other one keeps the content that was there`() throws {
    let old = Array("<dict><key>old</key><true/></dict>".utf8)
    let path = try directory.write(old, to: "app.plist")
    chmod(path, 0o640)
    link(path, directory.file("backup.plist"))
    try Store(file: path).commit(["new": .bool(true)])
    #expect(try directory.read("backup.plist") == old)
    #expect(try Store(file: path).load(unlike: nil)?.values.keys.sorted() == ["new", "old"])
    let status = try #require(try FileSystem().status(of: path, following: false))
    #expect(status.mode == 0o640)
    #expect(status.linkCount == 1)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a hard link to a file of root in a home changes nothing of root's`() throws {
    let old = Array("<dict><key>old</key><true/></dict>".utf8)
    for name in ["home", "root"] { mkdir(directory.file(name), 0o755) }
    chown(directory.file("home"), 4711, 4711)
    let victim = try directory.write(old, to: "root/victim.plist")
    chmod(victim, 0o600)
    let path = directory.file("home/app.plist")
    link(victim, path)
    try Store(file: path).commit(["new": .bool(true)])
    #expect(try directory.read("root/victim.plist") == old)
    // The copy can be read by nobody who could not read the file.
    let status = try #require(try FileSystem().status(of: path, following: false))
    #expect((status.owner, status.mode) == (0, 0o600))
  }
}
