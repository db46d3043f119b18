import Defaults
import DefaultsSchema
import DefaultsTesting
import DefaultsTransfer
import Testing

@Suite struct PlanTests {
  private static func schema() -> Schema {
    Schema(suite: Defaults.Suite(inMemory: "schema"), title: "Sample") {
      Section("General") {
        Entry(
          untypedKey: "level",
          title: "Level",
          kind: .integer(NumberLimits(minimum: 0, maximum: 10))
        )
      }
    }
  }

  @Test func `a plan shows what would happen to each key and changes nothing`() throws {
    let temporary = TemporarySuite()
    let before: [Defaults.KeyName: Defaults.StoredValue?] = [
      "changed": .integer(1), "removed": .bool(true), "same": .string("x"), "level": .integer(3),
    ]
    try temporary.suite.write(before)
    let plan = Plan(
      [
        "changed": .integer(2), "removed": nil, "same": .string("x"), "new": .real(1),
        "gone": nil, "level": .integer(11),
      ],
      for: temporary.suite,
      schema: Self.schema()
    )
    #expect(plan.rows.map(\.key) == ["changed", "gone", "level", "new", "removed", "same"])
    #expect(plan.rows.map(\.result) == [.changed, .same, .refused, .new, .removed, .same])
    #expect(
      plan.refusals.map(\.refusal) == [
        .invalid(key: "level", .aboveMaximum(value: "11", maximum: "10"))
      ]
    )
    #expect(temporary.suite.storedValues().count == 4)
  }

  @Test func `a URL that is stored in its other form stays as it is`() throws {
    let temporary = TemporarySuite()
    let address = "https://example.org/a"
    let (plain, json) = (
      Defaults.StoredValue.string(address),
      Defaults.StoredValue.string(#""https:\/\/example.org\/a""#)
    )
    let schema = Schema(suite: Defaults.Suite(inMemory: "schema"), title: "URLs") {
      Section("General") {
        Entry(untypedKey: "url", title: "URL", kind: .url)
        Entry(untypedKey: "list", title: "List", kind: .list(of: .url))
        Entry(untypedKey: "text", title: "Text", kind: .string(TextLimits()))
      }
    }
    for (stored, wanted) in [(plain, json), (json, plain)] {
      let values: [Defaults.KeyName: Defaults.StoredValue] = [
        "url": stored, "list": .array([stored]), "text": stored,
      ]
      try temporary.suite.write(values.mapValues { $0 })
      let plan = Plan(
        ["url": wanted, "list": .array([wanted]), "text": wanted],
        for: temporary.suite,
        schema: schema
      )
      #expect(plan.changes.map(\.key) == ["text"])
    }
    let other = Plan(
      ["url": .string("https://example.org/b")],
      for: temporary.suite,
      schema: schema
    )
    #expect(other.changes.count == 1)
  }

  @Test(arguments: [
    (ValueKind.real(NumberLimits()), Defaults.StoredValue.integer(2), Defaults.StoredValue.real(2)),
    (.integer(NumberLimits()), .real(-3), .integer(-3)),
    (.integer(NumberLimits()), .real(1.5), .real(1.5)),
    (.list(of: .real(NumberLimits())), .array([.integer(1)]), .array([.real(1)])),
    (.any, .integer(2), .integer(2)),
  ])
  func `a number is planned in the form that the schema declares`(
    kind: ValueKind,
    given: Defaults.StoredValue,
    planned: Defaults.StoredValue
  ) throws {
    let temporary = TemporarySuite()
    try temporary.suite.write(["stored": planned])
    let schema = Schema(suite: Defaults.Suite(inMemory: "schema"), title: "Numbers") {
      Section("General") {
        Entry(untypedKey: "new", title: "New", kind: kind)
        Entry(untypedKey: "stored", title: "Stored", kind: kind)
      }
    }
    let plan = Plan(["new": given, "stored": given], for: temporary.suite, schema: schema)
    #expect(plan.rows.map(\.wanted) == [planned, planned])
    #expect(plan.rows[1].result == .same)
  }

  @Test func `a plan with a refused value changes nothing`() throws {
    let temporary = TemporarySuite()
    let wanted: [Defaults.KeyName: Defaults.StoredValue?] = [
      "a": .integer(1), "level": .integer(-1),
    ]
    let plan = Plan(wanted, for: temporary.suite, schema: Self.schema())
    #expect(throws: PlanError.self) { try plan.commit(to: temporary.suite) }
    #expect(temporary.suite.storedValues().isEmpty)
    let allowed = plan.filter { $0.result != .refused }
    try allowed.commit(to: temporary.suite)
    #expect(temporary.suite.storedValues() == ["a": .integer(1)])
  }

  @Test func `a stored value that breaks a rule may stay`() throws {
    let temporary = TemporarySuite()
    try temporary.suite.write(["level": .integer(99)])
    let plan = Plan(["level": .integer(99)], for: temporary.suite, schema: Self.schema())
    #expect(plan.rows.map(\.result) == [.same])
  }

  @Test func `a value that was changed since the plan was made is not overwritten`() throws {
    let temporary = try TemporarySuite(onDisk: "org.example.x")
    let plan = Plan(["a": .integer(1), "b": .integer(1)], for: temporary.suite, schema: nil)
    let neighbour = try #require(temporary.neighbour())
    try neighbour.write(["b": .integer(2)])
    try neighbour.flush()
    #expect(throws: PlanError.outdated(["b"])) { try plan.commit(to: temporary.suite) }
    #expect(temporary.suite.storedValues() == ["b": .integer(2)])
  }
}
