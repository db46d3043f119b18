import Foundation
import Testing

@testable import EditorCore

/// Whole sessions: keys in, screens and stored values out.
///
/// `UPDATE_SCREENS=1 swift test` writes what is seen into the folders, for a person to review.
@Suite struct ScenarioTests {
  @Test func `there are scenarios`() {
    #expect(Scenario.all.count >= 20)
  }

  /// What a control does with its keys is in the tests of controls.
  @Test func `every action outside of the controls is performed in a scenario`() throws {
    let modes = KeyMode.allCases.filter { !KeyMode.ofValues.contains($0) }
    var performed: Set<String> = []
    for scenario in Scenario.all { performed.formUnion(try scenario.outcome().actions) }
    // The commands that edit a line or move are the same code in all modes.
    let shared = Set(FieldCommand.allCases.map { KeyAction($0).name })
      .union(MoveCommand.allCases.map { KeyAction($0).name })
      .union(GlobalCommand.allCases.map { KeyAction($0).name })
    let names = Set(performed.compactMap { $0.split(separator: ".").last.map(String.init) })
    let missing = modes.flatMap { mode in
      Keybindings.standard.bindings(in: mode).compactMap(\.row.action?.name)
        .filter { !(shared.contains($0) && names.contains($0)) }
        .map { "\(mode).\($0)" }
        .filter { !performed.contains($0) }
    }
    #expect(missing == [])
  }

  @Test(arguments: Scenario.all)
  func `shows and stores what its folder says`(scenario: Scenario) throws {
    let result = try scenario.outcome()
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
