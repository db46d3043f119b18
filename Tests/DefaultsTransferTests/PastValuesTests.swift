@testable import Defaults
@testable import DefaultsCore
import DefaultsTransfer
import Foundation
import Testing

@Suite struct PastValuesTests {
  private static func entry(
    _ second: Double,
    _ key: Defaults.KeyName,
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    _ omission: Defaults.HistoryEntry.Omission? = nil
  ) -> Defaults.HistoryEntry {
    Defaults.HistoryEntry(
      id: UUID().uuidString,
      date: Date(timeIntervalSinceReferenceDate: second),
      author: .init(user: "ada", program: "test", process: 1),
      changes: [.init(key: key, old: old, new: new, omission: omission)],
      cause: .edit
    )
  }

  private static let history = [
    entry(1, "k", nil, .integer(1)), entry(2, "l", .bool(true), nil),
    // The clock was set back.
    entry(1.5, "k", .integer(1), .integer(2)), entry(4, "k", .integer(2), .integer(3)),
    entry(5, "token", nil, nil, .secret),
  ]

  @Test(
    arguments: [
      (0.5, ["l": .bool(true)], true), (1, ["k": .integer(1), "l": .bool(true)], false),
      (3, ["k": .integer(2)], false), (4.5, ["k": .integer(3)], false),
    ] as [(Double, [Defaults.KeyName: Defaults.StoredValue], Bool)]
  )
  func `later changes are taken back`(
    second: Double,
    values: [Defaults.KeyName: Defaults.StoredValue],
    isBeforeHistory: Bool
  ) {
    let past = PastValues(
      at: Date(timeIntervalSinceReferenceDate: second),
      present: ["k": .integer(3), "token": .string("x")],
      history: Self.history
    )
    #expect(past.values == values)
    #expect(past.unknownKeys == ["token"])
    #expect(past.isBeforeHistory == isBeforeHistory)
  }
}
