import Defaults
import Testing

extension Defaults.Keys {
  fileprivate static let description = Key<String?>(
    "description",
    suite: Defaults.Suite(inMemory: "org.example.described")
  )
}

struct DescriptionTests {
  @Test func `keys and suites print their names`() {
    #expect("\(Defaults.Keys.description.suite)" == "org.example.described")
    #expect("\(Defaults.Keys.description)" == "org.example.described description")
    let key: Defaults.AnyKey = .description
    #expect(String(describing: key) == "org.example.described description")
  }
}
