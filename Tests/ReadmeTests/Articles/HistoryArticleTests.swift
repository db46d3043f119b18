import Defaults
import Foundation
import TestSupport
import Testing

final class HistoryArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `changes are undone and redone`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      setenv("XDG_STATE_HOME", path, 1)
      useConfigurationHome(path)
      let suite = Defaults.Suite.standard
      suite.keepHistory()
      suite.set(5, forKey: "count")
      try suite.undo()
      #expect(suite.object(forKey: "count") == nil)
      try suite.redo()
      #expect(suite.integer(forKey: "count") == 5)

      try suite.undo(.thisProcess)
      #expect(suite.object(forKey: "count") == nil)

      suite.set(6, forKey: "count")
      try suite.undo(force: true)
      #expect(suite.object(forKey: "count") == nil)

      suite.keepHistory(
        Defaults.HistoryOptions(program: "Sketchbook", isSecret: { $0.hasPrefix("account.") })
      )
      suite.set("1234", forKey: "account.number")
      try suite.flush()
      #expect(try suite.history().last?.changes.first?.omission == .secret)
      #expect(try suite.history().last?.author.program == "Sketchbook")

      try suite.forgetHistory(forKey: "account.number")
      #expect(try suite.history().last?.changes.first?.key != "account.number")
    }
  }
}
