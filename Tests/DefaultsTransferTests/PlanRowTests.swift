@testable import Defaults
import DefaultsTransfer
import Testing

@Suite struct PlanRowTests {
  @Test func `only keys with different values are differences, sorted`() {
    let rows = Plan.Row.differences(
      from: ["c": .integer(1), "a": .integer(1), "same": .string("x")],
      to: ["b": .null, "a": .real(1), "same": .string("x")]
    )
    #expect(rows.map(\.key) == ["a", "b", "c"])
    #expect(rows.map(\.now) == [.integer(1), nil, .integer(1)])
    #expect(rows.map(\.wanted) == [.real(1), .null, nil])
  }
}
