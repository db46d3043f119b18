import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// Plans that are being made, and the rows of plans.
@Suite struct PlanScreenTests {
  private var state = EditorState(
    document: Document(suiteName: "org.example.a", stored: ["a": .integer(1), "b": .integer(1)]),
    size: Size(columns: 80, rows: 24)
  )

  private mutating func press(_ text: String) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  /// Shows the plan of values for the suite, which has the values of the document.
  private mutating func plan(
    _ values: [Defaults.KeyName: Defaults.StoredValue?],
    _ purpose: PlanRequest.Purpose,
    bases: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  ) {
    let suite = Defaults.Suite(
      name: "org.example.a",
      store: Defaults.InMemoryStore(["a": .integer(1), "b": .integer(1)])
    )
    let request = PlanRequest(
      suiteName: "org.example.a",
      wanted: .values(values),
      purpose: purpose,
      title: "A plan",
      bases: bases
    )
    let context = EditorSession.PlanContext(
      suite: suite,
      schema: nil,
      other: nil,
      date: Date(timeIntervalSince1970: 0),
      clock: .utc,
      backupPath: nil
    )
    _ = update(&state, .planned(request, EditorSession.outcome(of: request, context)))
  }

  @Test(arguments: [PlanRequest.Purpose.importing, .comparison, .copying, .assignment])
  mutating func `values that are stored already have no row, and are counted`(
    purpose: PlanRequest.Purpose
  ) {
    plan(["a": .integer(1), "b": .integer(2)], purpose)
    let shown = state.topScreen(PlanScreen.self)
    #expect(shown?.rows.map(\.key) == ["b"])
    #expect(view(state).text.contains(", 1 same"))
  }

  @Test mutating func `a staged edit that is stored already has a row, so that it can be dropped`()
  {
    plan(["a": .integer(1)], .staged)
    #expect(state.topScreen(PlanScreen.self)?.rows.map(\.key) == ["a"])
  }

  @Test mutating func `a single row that was changed elsewhere is not applied before it is taken`()
    throws
  {
    plan(["a": .integer(5), "b": .integer(5)], .staged, bases: ["a": .integer(0)])
    var applied = try press("p").filter { $0.request is ApplyRequest }
    #expect(applied.isEmpty)
    let text = state.feedback.notice?.text
    let advice = "Space on a row overwrites the newer value; a second time it leaves it."
    #expect(text == "Nothing was changed: a changed elsewhere. \(advice)")
    applied = try press(" <Up>p").filter { $0.request is ApplyRequest }
    #expect(applied.count == 1)
  }

  // MARK: - While the suites are read

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
          #expect(state.screen is PlanScreen && !screen.contains("Enter apply"))
        },
        .release, .release, .release,
      ],
      Self.addUsers
    )
    #expect(screen.contains("2 changes"), "\(screen)")
    #expect(!screen.contains("being read"), "\(screen)")
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
