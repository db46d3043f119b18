import Defaults
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
    let directory = try TemporaryDirectory()
    let path = directory.file("test.plist")
    let stored = Defaults.Suite(name: "test", store: Defaults.PropertyListStore(file: path))
    stored.set(true, forKey: "isStored")
    try stored.flush()
    let other = Defaults.Suite(name: "test", store: Defaults.PropertyListStore(file: path))
    #expect(other.bool(forKey: "isStored"))
    withExtendedLifetime(directory) {}
  }
}
