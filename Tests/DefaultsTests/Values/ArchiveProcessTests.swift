import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Archives that another process writes; in `.ci/static` that is one that is linked statically.
struct ArchiveProcessTests {
  @Test func `what a program stores is read by the next one, and what it cannot store is refused`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.file("suite.plist")
    let result = try Program.run([storeProbePath, "archive", path])
    #expect(result.status == 0, "\(result.complaint)")
    let lines = result.output.split(separator: "\n").map(String.init)
    let stored = try #require(try Defaults.PropertyListStore(file: path).load(unlike: nil)).values

    #expect(lines.contains("url https://example.org/a%20b?q=1"))
    #expect(lines.contains("relative x/y https://example.org/c/x/y"))
    #expect(lines.contains(#"urls ["https://example.org/1", "https://example.org/2"]"#))
    #expect(lines.contains("dates [0.25]"))
    guard case .data(let archive) = stored["url"] else {
      Issue.record("No archive is stored: \(stored)")
      return
    }
    let url = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: archive)
    #expect(url?.absoluteString == "https://example.org/a%20b?q=1")

    for key in ["swifty", "object"] {
      let refusal = lines.first { $0.hasPrefix("\(key) refused: ") }
      if let refusal {
        #expect(
          refusal.hasSuffix(
            "Foundation's archiver returned no data, as it does in a program "
              + "that is linked with -static-stdlib"
          )
        )
      }
      #expect(lines.contains(refusal == nil ? #"\#(key) ["a", "b"]"# : "\(key) []"))
      #expect((stored[Defaults.KeyName(key)] == nil) == (refusal != nil))
      #expect(BuildProducts.areForeign || refusal == nil)
    }
  }
}
