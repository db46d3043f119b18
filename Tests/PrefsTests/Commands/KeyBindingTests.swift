import Foundation
import TestSupport
import Testing

/// The options `--bind` and `--list-keys`.
@Suite struct KeyBindingTests {
  /// The rows of `--list-keys`, each as its columns.
  private func rows(_ arguments: String...) throws -> [[String]] {
    let result = try Tool().run(arguments + ["--list-keys"])
    #expect(result.status == 0, "\(result.complaint)")
    return result.output.split(separator: "\n").map { line in
      line.components(separatedBy: "  ").filter { !$0.isEmpty }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test(arguments: [["edit"], ["demo"], []])
  func `all actions are listed with their keys`(command: [String]) throws {
    let result = try Tool().run(command + ["--list-keys"])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count > 150)
    let resets = lines.filter { $0.hasPrefix("list ") && $0.split(separator: " ")[1] == "reset" }
    #expect(resets.count == 1 && resets[0].hasSuffix("r Del F8          reset to the default"))
    let columns = Set(lines.map { $0.firstRange(of: "  ") != nil })
    #expect(columns == [true])
  }

  @Test func `the list has the keys that are bound`() throws {
    let rows = try rows(
      "edit",
      "--bind",
      "reset=J,Del",
      "--bind=undo=",
      "--bind",
      "settings=Comma, C-e",
      "--bind",
      "reset=F12",
      "--bind",
      "fold==",
      "--bind",
      "items.undo=z"
    )
    #expect(rows.contains(["list", "reset", "F12", "reset to the default"]))
    #expect(rows.contains(["list", "undo", "-", "undo"]))
    #expect(rows.contains(["items", "undo", "z", "undo in the list"]))
    #expect(rows.contains(["list", "settings", ", ^E", "settings of the editor"]))
    #expect(rows.contains(["list", "fold", "=", "fold the group"]))
  }

  @Test func `bound keys act and are shown, and Ctrl-C still quits`() throws {
    let tool = try Tool()
    let session = try tool.demo(
      "--bind",
      "toggle=F11",
      "--bind",
      "help=Q",
      "--bind",
      "quit=F12",
      "--bind",
      "undo=A-u"
    )
    try session.wait(for: " F11 toggle ")
    try session.wait(for: " Q help ")
    try session.sendKeys("F11")
    try session.wait(for: "Saved Show all-day events = off (was on)   A-u undo")
    try session.sendKeys("M-u")
    try session.wait(for: "Undone: Show all-day events")
    try session.sendKeys("q")
    try session.wait(for: "q does nothing here. Q shows what the keys do.")
    try session.sendKeys("Q")
    try session.wait(for: "A-u                undo")
    try session.sendKeys("Escape")
    try session.wait(for: "[x] on")
    try session.sendKeys("C-c")
    #expect(try session.waitForExit() == 0)
  }
}
