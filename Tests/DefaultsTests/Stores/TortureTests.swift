import TestSupport
import Testing

/// The short form of what `.ci/torture` does at length.
@Suite(.timeLimit(.minutes(10)))
struct TortureTests {
  @Test func `no acknowledged write is lost when writers are killed at any moment`() throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run([
      BuildProducts.program("store-probe"), "torture", directory.path, Thorough.isOn ? "3" : "1",
      "4",
    ])
    #expect(result.status == 0, "\(result.complaint)")
    #expect(result.output.hasSuffix("nothing lost.\n"))
  }
}
