import TestSupport
import Testing

struct VersionTests {
  @Test func `the version says of which build it is`() throws {
    let result = try Tool().run("--version")
    #expect(result.status == 0)
    let parts = try #require(result.output.wholeMatch(of: /(\d+\.\d+\.\d+) \((.+)\)\n/))
    // Programs that were built separately may be those of a package.
    if !BuildProducts.areForeign { #expect(parts.output.2 == "development build") }
  }
}
