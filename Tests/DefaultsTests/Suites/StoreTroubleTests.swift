import Dispatch
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Suites over a file system on which calls of one kind fail until the trouble ends.
@Suite(.timeLimit(.minutes(10)))
struct StoreTroubleTests {
  private let directory: TemporaryDirectory
  private let saboteur = Saboteur()
  private let reports = Recorder<Defaults.Diagnostic.Kind>()

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("<dict><key>old</key><true/></dict>".utf8, to: "suite.plist")
  }

  private var path: String { directory.file("suite.plist") }

  private var stored: [Defaults.KeyName: Defaults.StoredValue]? {
    get throws { try Defaults.PropertyListStore(file: path).load(unlike: nil)?.values }
  }

  /// Opens the suite and has it loaded.
  private func open(retryDelays: ClosedRange<Double>) -> (Defaults.Suite, any Defaults.Observation)
  {
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: saboteur.calls))
    let core = SuiteCore(name: "trouble", store: store, retryDelays: retryDelays)
    let suite = Defaults.Suite(core: core)
    let observation = suite.observeDiagnostics { [reports] in reports.record($0.kind) }
    #expect(suite.storedValues() == ["old": .bool(true)])
    return (suite, observation)
  }

  /// The failures of commits that were reported until now.
  private func commitFailures(of suite: Defaults.Suite) -> [Defaults.Diagnostic.Kind] {
    suite.core.outbox.queue.finish()
    return reports.elements.filter { kind in
      if case .commitFailed = kind { true } else { false }
    }
  }

  @Test(
    arguments: [
      .openat, .read, .write, .fsync, .fstat, .fstatat, .faccessat, .fchmod, .renameat, .lock,
    ]
      as [Saboteur.Kind],
    [ENOSPC, EIO, EACCES, EROFS, EDQUOT, EMFILE]
  )
  func `a value that cannot be stored waits, is reported once, and is stored in the end`(
    kind: Saboteur.Kind,
    errorNumber: Int32
  ) throws {
    let (suite, observation) = open(retryDelays: 3600...3600)
    // Of a file that is as it was left nothing needs to be read.
    let date = Date(timeIntervalSinceNow: -3600)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    saboteur.damage(kind, with: errorNumber)
    suite.set("value", forKey: "new")
    for _ in 0..<3 {
      let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
      guard error?.errorNumber == errorNumber else {
        Issue.record("unexpected error: \(String(describing: error))")
        return
      }
      #expect(error?.location == path)
      #expect(suite.string(forKey: "new") == "value")
    }
    let failures = commitFailures(of: suite)
    #expect(failures.count == 1)
    guard case .commitFailed(_, keys: ["new"]) = failures.first else {
      Issue.record("unexpected report: \(failures)")
      return
    }
    // Only a directory that cannot be made durable lets the file be replaced.
    #expect(try stored?["old"] == .bool(true))
    saboteur.heal()
    try suite.flush()
    #expect(try stored == ["old": .bool(true), "new": .string("value")])
    #expect(try directory.names() == ["suite.plist"])
    #expect(commitFailures(of: suite).count == 1)
    observation.invalidate()
  }

  @Test(arguments: [.unlinkat, .close, .names] as [Saboteur.Kind])
  func `cleaning up that fails is no failure`(kind: Saboteur.Kind) throws {
    let (suite, observation) = open(retryDelays: 3600...3600)
    saboteur.damage(kind, with: EIO)
    suite.set("value", forKey: "new")
    try suite.flush()
    #expect(try stored == ["old": .bool(true), "new": .string("value")])
    #expect(commitFailures(of: suite).isEmpty)
    observation.invalidate()
  }

  @Test func `what a failed commit could not remove is removed by the next one`() throws {
    let (suite, observation) = open(retryDelays: 3600...3600)
    suite.set("first", forKey: "new")
    try suite.flush()
    saboteur.damage(.write, with: ENOSPC)
    saboteur.damage(.unlinkat, with: EIO)
    suite.set("second", forKey: "new")
    #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    #expect(try directory.names().count > 1)
    saboteur.heal()
    try suite.flush()
    #expect(try directory.names() == ["suite.plist"])
    observation.invalidate()
  }

  @Test func `a value is stored by itself when the trouble ends`() throws {
    let (suite, observation) = open(retryDelays: 0.001...0.004)
    saboteur.damage(.write, with: ENOSPC)
    suite.set("value", forKey: "new")
    let before = saboteur.count
    #expect(waitUntil { saboteur.log.dropFirst(before).count { $0 == .write } > 3 })
    saboteur.heal()
    #expect(try waitUntil { try stored == ["old": .bool(true), "new": .string("value")] })
    #expect(commitFailures(of: suite).count == 1)
    observation.invalidate()
  }

  @Test(arguments: [.openat, .read, .fstat, .fstatat] as [Saboteur.Kind])
  func `a change that could not be read is noticed when the trouble ends`(
    kind: Saboteur.Kind
  ) throws {
    let (suite, observation) = open(retryDelays: 0.001...0.004)
    saboteur.damage(kind, with: EMFILE)
    try Defaults.PropertyListStore(file: path).commit(["old": .bool(false)])
    suite.reload()
    #expect(suite.loadError != nil)
    #expect(suite.bool(forKey: "old"))
    // Nobody changes the file any more, so nothing else makes the suite look again.
    saboteur.heal()
    #expect(waitUntil { suite.storedValues() == ["old": .bool(false)] })
    #expect(suite.loadError == nil)
    #expect(waitUntil { reports.elements.last == .loaded(location: path) })
    #expect(reports.elements.count == 2)
    observation.invalidate()
  }

  @Test func `a suite that could not be read at first is read when the trouble ends`() throws {
    saboteur.damage(.openat, with: EMFILE)
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: saboteur.calls))
    let core = SuiteCore(name: "trouble", store: store, retryDelays: 0.001...0.004)
    let suite = Defaults.Suite(core: core)
    #expect(suite.storedValues() == [:])
    saboteur.heal()
    #expect(waitUntil { suite.storedValues() == ["old": .bool(true)] })
  }
}
