import DefaultsCore
import Testing

@testable import EditorCore

/// Plans that are being made.
@Suite struct PlanScreenTests {
  /// Two users, of whom one has two suites.
  private static func addUsers(to source: inout EditorSession.Source) {
    let stores = Dictionary(
      ["ada", "bob"].map { user in
        (user, Defaults.InMemoryStore(user == "ada" ? ["size": .integer(7)] : [:]))
      }
    ) { $1 }
    source.accountSuites = { user in
      user == "ada" ? ["org.example.mail", "org.example.term"] : []
    }
    source.scoped = { name, scope in
      guard case .account(let user) = scope, let store = stores[user] else { return nil }
      return Defaults.Suite(name: name, store: store)
    }
  }

  @Test func `a plan of several suites has its table while they are read`() throws {
    let screen = try SessionDriver().run(
      [
        .press("<M-m>3<Enter>ada<Enter>bob<Enter>"),
        .check { _, screen in
          #expect(screen.contains("Copy from ada to bob?"), "\(screen)")
          #expect(screen.contains("The suites are being read."), "\(screen)")
        },
        .press("<Enter>"),
        .check { state, screen in
          #expect(screen.contains("The suites are still being read."), "\(screen)")
          #expect(state.screen is PlanScreen)
        },
        .release, .release, .release,
      ],
      Self.addUsers
    )
    #expect(screen.contains("2 changes"), "\(screen)")
  }

  @Test func `closing the table of a plan ends the reading of its suites`() throws {
    let screen = try SessionDriver().run(
      [
        .press("<M-m>3<Enter>ada<Enter>bob<Enter>"), .release, .press("<Esc>"),
        .release, .release, .release,
        .check { state, _ in #expect(state.isInList) },
      ],
      Self.addUsers
    )
    #expect(screen.contains("Nothing was changed."), "\(screen)")
  }

  @Test func `a user who does not exist closes the table`() throws {
    let screen = try SessionDriver().run([
      .press("<M-m>3<Enter>ada<Enter>bob<Enter>"), .release,
      .check { state, _ in #expect(state.isInList) },
    ]) { source in
      source.accountSuites = { user throws(Reason) in throw Reason("There is no user \(user).") }
    }
    #expect(screen.contains("There is no user bob."), "\(screen)")
  }
}
