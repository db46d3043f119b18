import Defaults
import DefaultsTesting
import TestSupport
import Testing

extension Defaults.Keys {
  fileprivate static let tool = Key<String>("tool", default: "brush")
}

struct Viewer {
  let zoom: Defaults.Key<Double>

  func zoomIn() { Defaults[zoom] *= 2 }
}

struct TestingWithDefaultsArticleTests {
  @Test func `a suite in memory`() {
    let suite = Defaults.Suite(inMemory: "test")
    let zoom = Defaults.Key<Double>("zoom", default: 1, suite: suite)
    Defaults[zoom] = 2
    Viewer(zoom: zoom).zoomIn()
    #expect(suite.double(forKey: "zoom") == 4)
  }

  @Test func `other values for existing keys`() {
    let used = Recorder<String>()
    func use(_ tools: String...) { tools.forEach(used.record) }
    Defaults.withOverrides([.init(.tool, "pen")]) {
      let tool = Defaults[.tool]
      Defaults[.tool] = "eraser"
      use(tool, Defaults[.tool])
    }
    #expect(used.elements == ["pen", "eraser"])
    #expect(Defaults[.tool] == "brush")
  }

  @Test func `a file of its own`() throws {
    let temporary = try TemporarySuite(onDisk: "test")
    temporary.suite.set(true, forKey: "isStored")
    try temporary.suite.flush()
    let isStored = temporary.neighbour()?.bool(forKey: "isStored")
    #expect(isStored == true)
  }
}
