#if Fleet

import Foundation
import Testing

@testable import DefaultsEtcd

/// The status of an agent as JSON, which anybody may have stored.
struct FleetStatusTests {
  @Test func `a status is read as it was written`() throws {
    var status = FleetStatus(FleetMember(host: "ada", groups: ["web", "é"]), version: "1")
    status.since = Date(timeIntervalSinceReferenceDate: 1)
    status.seen = status.since
    status.revision = 12
    let long = String(repeating: "x", count: 1000)
    status.setRefusals(
      (0..<8).map { FleetRefusal(suite: "s\($0)", key: long, scope: "all/system", reason: long) }
    )
    #expect(status.refusedCount == 8)
    #expect(status.refusals.count == 5)
    #expect(status.json.count < 3000)
    #expect(FleetStatus(json: status.json) == status)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{\"host\": 1}", String(repeating: "[", count: 10_000),
    "{\"host\": \"a\", \"groups\": [], \"revision\": 1e99, \"refused\": 0, \"refusals\": []}",
  ])
  func `what is no status is ignored`(text: String) {
    #expect(FleetStatus(json: Data(text.utf8)) == nil)
  }
}

#endif
