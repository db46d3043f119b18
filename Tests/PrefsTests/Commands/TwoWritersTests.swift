import Foundation
import TestSupport
import Testing

@Suite struct TwoWritersTests {
  @Test(.thorough) func `no key of two writers is lost, and no reader sees a broken file`() throws {
    let tool = try Tool()
    let count = Thorough.isOn ? 60 : 20
    let script = """
      for i in $(seq 1 \(count)); do "$0" write org.example.sketchbook "$1$i" -int "$i" || exit 1; done
      """
    let writers = try ["a", "b"].map { prefix in
      try tool.start("/bin/sh", "-c", script, tool.program, prefix)
    }
    var reads = 0
    while writers.contains(where: \.isRunning) {
      if FileManager.default.fileExists(atPath: tool.file.path) {
        let data = try Data(contentsOf: tool.file)
        _ = try PropertyListSerialization.propertyList(from: data, format: nil)
        reads += 1
      }
    }
    #expect(reads > 0)
    #expect(writers.allSatisfy { $0.wait().status == 0 })
    let data = try Data(contentsOf: tool.file)
    let values = try PropertyListSerialization.propertyList(from: data, format: nil)
    #expect((values as? [String: Any])?.count == 2 * count)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.home.path)
    #expect(names.sorted() == [".prefs.lock", "org.example.sketchbook.plist"])
  }

  @Test(.thorough, arguments: [false, true])
  func `what many processes add to one value is all kept`(isDictionary: Bool) throws {
    let tool = try Tool()
    let (writers, count) = (6, 12)
    let added = isDictionary ? "-dict-add \"$1-$i\" x" : "-array-add \"$1-$i\""
    let script = """
      for i in $(seq 1 \(count)); do "$0" write org.example.sketchbook list \(added) || exit 1; done
      """
    let programs = try (1...writers).map {
      try tool.start("/bin/sh", "-c", script, tool.program, "w\($0)")
    }
    #expect(programs.allSatisfy { $0.wait().status == 0 })
    let expected = Set((1...writers).flatMap { writer in (1...count).map { "w\(writer)-\($0)" } })
    let data = try Data(contentsOf: tool.file)
    let values = try PropertyListSerialization.propertyList(from: data, format: nil)
    let list = (values as? [String: Any])?["list"]
    let items = isDictionary ? (list as? [String: Any])?.keys.map(\.self) : list as? [String]
    #expect(items?.count == expected.count)
    #expect(Set(items ?? []) == expected)
    let history = try tool.run("history", "org.example.sketchbook", "--json").output
    #expect(history.components(separatedBy: "\"program\"").count - 1 == min(expected.count, 500))
  }
}
