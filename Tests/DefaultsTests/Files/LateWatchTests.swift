import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// The files of a suite are watched only after a while, so that a process that reads a few keys and ends
/// has no watches.
@Suite(.timeLimit(.minutes(10)))
struct LateWatchTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let directories: Defaults.LayerDirectories

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("suite.plist")
    var directories = Defaults.LayerDirectories(environment: ["HOME": directory.path])
    directories.managedDirectory = directory.file("managed")
    directories.managedOwner = geteuid()
    self.directories = directories
    try commit(1, to: path)
  }

  private func commit(_ number: Int128, to path: String) throws {
    try Defaults.PropertyListStore(file: path).commit(["a": .integer(number)])
  }

  private func suite(watchDelay: Double) -> Defaults.Suite {
    Defaults.Suite(
      core: SuiteCore(
        name: "late",
        store: Defaults.PropertyListStore(file: path),
        layerDirectories: directories,
        watchDelay: watchDelay
      )
    )
  }

  @Test func `reading, writing and flushing set no watch`() throws {
    let suite = suite(watchDelay: 3600)
    #expect(suite.integer(forKey: "a") == 1)
    try suite.write(["b": .integer(2)])
    try suite.flush()
    #expect(suite.core.watches.withLock { $0 == nil })
    #expect(!suite.isPolling)
    #expect(suite.core.watches.withLock { $0?.isEmpty == false })
  }

  @Test func `what others store before the watches are set is read with them`() throws {
    let suite = suite(watchDelay: 0.2)
    let seen = Recorder<StoredValue?>()
    let observation = suite.observeStoredValues { seen.record($0.new) }
    #expect(suite.integer(forKey: "a") == 1)
    try commit(2, to: path)
    #expect(waitUntil { suite.integer(forKey: "a") == 2 && seen.elements == [.integer(2)] })
    try commit(3, to: path)
    #expect(waitUntil { seen.elements == [.integer(2), .integer(3)] })
    observation.invalidate()
  }

  @Test func `a policy that is made before the watches are set holds with them`() throws {
    let suite = suite(watchDelay: 0.2)
    #expect(suite.integer(forKey: "a") == 1)
    try commit(7, to: directory.file("managed/late.plist"))
    #expect(waitUntil { suite.integer(forKey: "a") == 7 })
  }

  @Test func `a suite that is released in the meantime is not kept`() {
    weak var core: SuiteCore?
    do {
      let suite = suite(watchDelay: 3600)
      #expect(suite.integer(forKey: "a") == 1)
      core = suite.core
    }
    #expect(core == nil)
  }
}
