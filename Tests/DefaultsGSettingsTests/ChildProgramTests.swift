import Testing

@testable import DefaultsGSettings

struct ChildProgramTests {
  private static let environment = ["PATH": "/usr/bin:/bin"]

  @Test(arguments: [
    (["sh", "-c", "exit 3"], ChildProgram.Outcome.status(3)),
    (["sh", "-c", "kill -9 $$"], .killed),
    (["no-such-program"], .notStarted),
  ])
  func `the end of a program is told`(arguments: [String], outcome: ChildProgram.Outcome) {
    #expect(ChildProgram.run(arguments, environment: Self.environment, limit: 60) == outcome)
  }

  @Test func `a program that does not end is ended, with what it has started`() {
    let arguments = ["sh", "-c", "sleep 1000 & wait"]
    #expect(ChildProgram.run(arguments, environment: Self.environment, limit: 0.2) == .killed)
  }
}
