import Foundation
import FuzzTargets
import Testing

/// What the fuzzer has found, and what it begins with, keeps every promise.
struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzzing/Corpus")

  @Test(arguments: FuzzTarget.allCases)
  func `every input of the corpus is dealt with`(target: FuzzTarget) throws {
    let directory = Self.corpus.appendingPathComponent(target.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!names.isEmpty)
    for name in names {
      let bytes = Array(try Data(contentsOf: directory.appendingPathComponent(name)))
      #expect(throws: Never.self, "\(name)") { try target.check(bytes) }
    }
  }
}
