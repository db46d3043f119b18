import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// The path of the program that uses a store from a process of its own.
let storeProbePath = BuildProducts.program("store-probe")

@Suite(.timeLimit(.minutes(10)))
struct StoreProcessTests {
  @Test func `keys that two processes write at once all survive and readers never fail`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("suite.plist")
    let count = Thorough.isOn ? 300 : 100
    let probes = try ["a", "b"].map { prefix in
      let probe = Process()
      probe.executableURL = URL(fileURLWithPath: storeProbePath)
      probe.arguments = ["write", path, prefix, "\(count)"]
      try probe.run()
      return probe
    }
    let store = Defaults.PropertyListStore(file: path)
    var version: Defaults.StoreVersion?
    var counts: [Int] = []
    while probes.contains(where: \.isRunning) {
      guard let snapshot = try store.load(unlike: version) else { continue }
      version = snapshot.version
      counts.append(snapshot.values.count)
    }
    #expect(probes.map(\.terminationStatus) == [0, 0])
    #expect(counts == counts.sorted())
    #expect(Set(counts).count > 10)
    var expected: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for number in 0..<count {
      expected["a\(number)"] = .integer(Int128(number))
      expected["b\(number)"] = .integer(Int128(number))
    }
    #expect(try store.load(unlike: nil)?.values == expected)
    #expect(try directory.names() == ["suite.plist"])
  }

  @Test func `keys that many threads write through many stores all survive`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("suite.plist")
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          let store = Defaults.PropertyListStore(file: path)
          for number in 0..<25 { try store.commit(["\(writer) \(number)": .bool(true)]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try Defaults.PropertyListStore(file: path).load(unlike: nil)?.values.count == 100)
  }

  @Test func `no descriptor is left open`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("suite.plist")
    let open = Mutex<Set<Int32>>([])
    let real = FileSystemCalls()
    var calls = real
    calls.openat = { a, b, c, d in
      let descriptor = real.openat(a, b, c, d)
      if descriptor >= 0 { open.withLock { _ = $0.insert(Int32(descriptor)) } }
      return descriptor
    }
    calls.close = { descriptor in
      open.withLock { _ = $0.remove(descriptor) }
      return real.close(descriptor)
    }
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
    for number in 0..<10 {
      try store.commit(["a": .integer(Int128(number))])
      _ = try store.load(unlike: nil)
      store.watch { _ in }?.cancel()
    }
    #expect(throws: Defaults.StoreError.self) { try store.commit(["a": .integer(.max)]) }
    #expect(open.withLock { $0 } == [])
  }
}
