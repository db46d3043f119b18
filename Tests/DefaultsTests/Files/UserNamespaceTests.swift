import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Owners that the user namespace of the process does not know.
struct UserNamespaceTests {
  @Test(
    arguments: [
      (map: "         0          0 4294967295\n", user: 65534, isKnown: true),
      ("         0       1000          1\n", 65534, false),
      ("0 1000 1\n1 100000 65536\n", 65534, true),
      ("0 1000 1\n1 100000 65533\n", 65534, false),
      ("0 1000 1\n1 100000 65534\n", 65534, true),
      ("70000 0 10\n", 65534, false), ("", 65534, false), ("1 2\nx y z\n", 1, false),
    ] as [(String, uid_t, Bool)]
  )
  func `a user is known if the map has it`(map: String, user: uid_t, isKnown: Bool) {
    #expect(UserNamespace.contains(user, in: map) == isKnown)
  }

  @Test func `all users but one are known without a look at the map`() {
    for user in [0, 1, 1000, 4_000_000_000] as [uid_t] { #expect(UserNamespace.knows(user)) }
  }

  /// System calls in which a directory belongs to a user without a number.
  private func calls(unknown path: String) -> FileSystemCalls {
    let real = FileSystemCalls()
    var calls = real
    calls.geteuid = { 0 }
    calls.isKnownUser = { $0 != 65534 }
    calls.fstatat = { directory, name, status, flags in
      let result = real.fstatat(directory, name, status, flags)
      if name == path { status.pointee.st_uid = 65534 }
      return result
    }
    return calls
  }

  @Test func `a path through a directory of an unknown owner is refused, and nobody accused`()
    throws
  {
    let directory = try TemporaryDirectory()
    let store = Defaults.PropertyListStore(
      file: directory.file("app.plist"),
      files: FileSystem(calls: calls(unknown: directory.path))
    )
    let error = #expect(throws: Defaults.StoreError.self) { try store.commit(["k": .bool(true)]) }
    #expect(error?.cause == .unknownOwner(path: directory.path))
    #expect(error?.description.contains("65534") == false)
    #expect(try directory.names() == [])
  }

  @Test func `locks of an unknown owner lock everything, and the reason is told`() throws {
    let layered = try LayeredSuite()
    try layered.put(["k": .integer(9)], at: "managed/app.plist")
    let managed = layered.directory.file("managed")
    let files = FileSystem(calls: calls(unknown: managed))
    let contents = LayerFiles(
      directories: layered.directories,
      suiteName: "app",
      files: files
    ).load()
    #expect(contents.lockOfAll?.location == managed)
    #expect(contents.lockOfAll?.reason?.contains("user namespace") == true)
  }

  @Test func `a file of an unknown owner is not replaced by one of another`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("<dict/>".utf8, to: "app.plist")
    let real = FileSystemCalls()
    var calls = real
    calls.isKnownUser = { $0 != 65534 }
    calls.fstat = { descriptor, status in
      let result = real.fstat(descriptor, status)
      if status.pointee.st_size == 7 { status.pointee.st_uid = 65534 }
      return result
    }
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
    #expect(throws: Defaults.StoreError(location: path, cause: .unknownOwner(path: path))) {
      try store.commit(["k": .bool(true)])
    }
    #expect(try directory.read("app.plist") == Array("<dict/>".utf8))
    #expect(try directory.names() == ["app.plist"])
  }
}
