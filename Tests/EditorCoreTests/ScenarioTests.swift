import Foundation
import Testing

/// Whole sessions: keys in, screens and stored values out.
///
/// `UPDATE_SCREENS=1 swift test` writes what is seen into the folders, for a person to review.
@Suite struct ScenarioTests {
  @Test func `there are scenarios`() {
    #expect(Scenario.all.count >= 20)
  }

  @Test(arguments: Scenario.all)
  func `shows and stores what its folder says`(scenario: Scenario) throws {
    let result = try scenario.run()
    if ProcessInfo.processInfo.environment["UPDATE_SCREENS"] == "1" {
      try scenario.record(result.screen, as: "screen.txt")
      try scenario.record(result.stored, as: "after.json")
      if scenario.hasStyles { try scenario.record(result.styles, as: "styles.txt") }
    }
    #expect(try result.screen == scenario.text("screen.txt"))
    #expect(try result.stored == scenario.text("after.json"))
    if scenario.hasStyles { #expect(try result.styles == scenario.text("styles.txt")) }
  }
}
