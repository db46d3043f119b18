import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Whole sessions of random input over a suite: nothing stored is lost, and what is shown is stored.
///
/// `.ci/soak` runs a million steps; the number here is for every run of the tests.
@Suite struct SoakTests {
  @Test(arguments: RandomSession.Company.allCases)
  fileprivate func `whatever is pressed, the screen shows what is stored, and undo brings it back`(
    company: RandomSession.Company
  ) throws {
    var (undone, asked) = (0, 0)
    for number in 0..<Soak.sessionCount {
      let seed = Soak.firstSeed &+ UInt64(number)
      let session = try RandomSession(seed: seed, company)
      let problems = session.run(steps: Soak.sessionLength)
      undone += session.undoCount
      asked += session.questionCount
      #expect(problems == [], "seed \(seed)")
      guard problems.isEmpty else { return }
    }
    // Without these, sessions in which no key is ever saved, or changed by two, would pass.
    #expect(undone > 0 || company != .alone)
    #expect(asked > 0 || company != .contending)
  }

  /// Another program replaces the list between two additions and their outcomes, and both are kept.
  @Test func `an addition on top of one that was refused is merged and not lost`() throws {
    let sessions = try InterruptedSessions(seed: 20_261_246)
    #expect(try sessions.run(sessions: Soak.leavingCount) == [])
  }

  /// Another program replaces a list while an item is added, and the next item is being typed when
  /// the outcome arrives: no question takes its place.
  @Test func `an item that is being typed when its list is refused is kept`() throws {
    let sessions = try InterruptedSessions(seed: 90)
    #expect(try sessions.run(sessions: Soak.leavingCount) == [])
  }

  @Test
  func `whenever and however a session is left, nothing is lost that anybody has stored or typed`()
    throws
  {
    var (stored, parked) = (0, 0)
    for number in 0..<Soak.sessionCount {
      let seed = Soak.firstSeed &+ UInt64(number)
      let sessions = try InterruptedSessions(seed: seed)
      let problems = try sessions.run(sessions: Soak.leavingCount)
      stored += sessions.saved.count
      parked += sessions.parkedCount
      #expect(problems == [], "seed \(seed)")
      guard problems.isEmpty else { return }
    }
    #expect(stored > 0 && parked > 0)
  }
}

/// How long the random sessions are; `.ci/soak` sets the environment variables.
enum Soak {
  /// The number of events for the state alone.
  static let stepCount = variable("SOAK_STEPS") ?? (Thorough.isOn ? 2000 : 200)
  /// The number of whole sessions of each kind.
  static let sessionCount =
    variable("SOAK_STEPS").map { max(1, $0 / 2 / sessionLength) } ?? (Thorough.isOn ? 2 : 1)
  /// The number of events in one session; few enough for its undos to be in the history.
  static let sessionLength = 250
  /// The number of short sessions, one after the other, each of which is left at a random point.
  static let leavingCount = 20
  /// The seed of the first session.
  static let firstSeed = UInt64(variable("SOAK_SEED") ?? 1)

  /// Prints an event with the screen after it if the environment variable is set.
  static func trace(
    _ name: String,
    _ event: String?,
    _ state: EditorState,
    _ screen: RecordingScreen
  ) {
    guard variable("SOAK_TRACE") != nil else { return }
    let rows = screen.frame.text.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = "=== \(event ?? "start")   \(state.keyMode)  \(state.currentNotice?.text ?? "")"
    let lines = [heading] + rows.prefix(40).map { String($0.prefix(120)) }
    print(lines.map { "\(name): \($0)" }.joined(separator: "\n"))
  }

  private static func variable(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }
}

extension Event {
  /// The event in the list of what was done before a failure.
  var trailName: String {
    if case .key(let press) = self { press.name } else { "\(self)" }
  }
}
