import Defaults
import DefaultsSchema
import Testing

@Suite struct SchemaTests {
  enum Paper: Int, CaseIterable, Hashable, Defaults.Serializable {
    case blank, lined
  }

  private let suite = Defaults.Suite(name: "org.example.test", store: Defaults.InMemoryStore())

  private var schema: Schema {
    Schema(suite: suite, title: "Test") {
      Section("One") {
        Toggle("On", key: Defaults.Key<Bool>("on", default: true, suite: suite)).help(
          "Turns it on."
        )
        NumberField("Small", key: Defaults.Key<Int8>("small", default: 1, suite: suite))
        NumberField("Share", key: Defaults.Key<Double?>("share", suite: suite), in: 0...1)
      }
      Section("Two") {
        Picker("Paper", key: Defaults.Key<Paper>("paper", default: .lined, suite: suite))
      }
    }
  }

  private func refusal(_ body: () throws(Defaults.WriteError) -> Void) -> Defaults.WriteError? {
    do throws(Defaults.WriteError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private func rejection(_ body: () throws(Defaults.Rejection) -> Void) -> String? {
    do throws(Defaults.Rejection) {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `what a key says of itself is its entry's help, unless the schema says more`() {
    let told = Defaults.Key<Bool>("told", default: true, suite: suite, help: "Tells.")
    let asked = Defaults.Key<Int?>("asked", suite: suite, help: "Asks.")
    let level = Defaults.Key<Int>("level", default: 1, suite: suite, in: 0...3, help: "Levels.")
    #expect(Toggle("Told", key: told).entry.help == "Tells.")
    #expect(NumberField("Asked", key: asked).entry.help == "Asks.")
    #expect(NumberField("Level", key: level).entry.help == "Levels.")
    #expect(Toggle("Told", key: told).help("Says more.").entry.help == "Says more.")
  }

  @Test func `what a key demands of its values is what its entry says`() throws {
    let level = Defaults.Key<Int>("level", default: 1, suite: suite, in: 0...10)
    let size = Defaults.Key<Float?>("size", suite: suite, validation: .range(0.5...))
    let word = Defaults.Key<String>(
      "word",
      default: "a",
      suite: suite,
      validation: .pattern("^[a-z]+$", message: "Small letters only.")
    )
    let pick = Defaults.Key<String>(
      "pick",
      default: "a",
      suite: suite,
      validation: .oneOf(["a", "b"])
    )
    let own = Defaults.Key<Int>(
      "own",
      default: 2,
      suite: suite,
      validation: .init { if $0 == 1 { throw CancellationError() } }
    )
    #expect(
      NumberField("Level", key: level).entry.kind
        == .integer(NumberLimits(minimum: 0, maximum: 10))
    )
    // The narrower limit counts, wherever it stands.
    #expect(
      NumberField("Level", key: level, in: -5...8, step: 2).entry.kind
        == .integer(NumberLimits(minimum: 0, maximum: 8, step: 2))
    )
    #expect(NumberField("Size", key: size).entry.kind == .real(NumberLimits(minimum: 0.5)))
    #expect(
      TextField("Word", key: word).entry.kind
        == .string(
          TextLimits(
            pattern: "^[a-z]+$",
            patternSyntax: .icu,
            patternMessage: "Small letters only."
          )
        )
    )
    #expect(
      TextField("Pick", key: pick).entry.kind
        == .choice([Choice(.string("a"), title: "a"), Choice(.string("b"), title: "b")])
    )
    #expect(NumberField("Own", key: own).entry.kind == .integer(.word))
    #expect(throws: Defaults.Rejection.self) {
      try NumberField("Own", key: own).entry.validate(.integer(1))
    }
  }

  @Test func `the choices of a picker have the form in which their key stores them`() {
    let key = Defaults.Key<Paper>("coded", default: .blank, suite: suite, coding: .rawValue)
    let entry = Picker("Paper", key: key).entry
    guard case .choice(let choices, _) = entry.kind else {
      Issue.record("no choice")
      return
    }
    #expect(choices.map(\.value) == [.integer(0), .integer(1)])
    #expect(entry.defaultValue == .integer(0))
  }

  @Test func `entries keep their order and their sections`() {
    #expect(schema.entries.map(\.key) == ["on", "small", "share", "paper"])
    #expect(schema.sections.map(\.title) == ["One", "Two"])
    #expect(schema.entry(forKey: "on")?.help == "Turns it on.")
    #expect(schema.entry(forKey: "off") == nil)
  }

  @Test func `the default comes from the key`() {
    #expect(schema.entry(forKey: "paper")?.defaultValue == .integer(1))
    #expect(schema.entry(forKey: "share")?.defaultValue == nil)
  }

  @Test func `a number without a range has the limits of its type`() throws {
    let entry = try #require(schema.entry(forKey: "small"))
    #expect(
      rejection { () throws(Defaults.Rejection) in _ = try entry.parse("128") }
        == "128 is above the maximum 127"
    )
  }

  @Test func `a value written through an entry is stored as the key's type stores it`() throws {
    let entry = try #require(schema.entry(forKey: "share"))
    try entry.write(.integer(1), to: suite)
    #expect(suite.storedValue(forKey: "share") == .real(1))
    try entry.write(nil, to: suite)
    #expect(suite.storedValue(forKey: "share") == nil)
  }

  @Test func `a value that does not fit changes nothing`() throws {
    let entry = try #require(schema.entry(forKey: "paper"))
    try entry.write(.integer(0), to: suite)
    #expect(
      refusal { () throws(Defaults.WriteError) in try entry.write(.integer(7), to: suite) } != nil
    )
    #expect(suite.storedValue(forKey: "paper") == .integer(0))
  }

  @Test func `an entry without a type writes what fits its kind`() throws {
    let entry = Entry(untypedKey: "free", title: "Free", kind: .bool)
    #expect(
      refusal { () throws(Defaults.WriteError) in try entry.write(.integer(1), to: suite) } != nil
    )
    try entry.write(.bool(true), to: suite)
    #expect(suite.storedValue(forKey: "free") == .bool(true))
  }

  @Test func `the registry finds a schema by its suite, the latest one`() {
    var registry = SchemaRegistry([schema])
    registry.register(Schema(suite: suite, title: "Newer") {})
    #expect(registry.schemas.count == 1)
    #expect(registry.schema(for: suite)?.title == "Newer")
    #expect(registry.schema(named: "org.example.test")?.title == "Newer")
    #expect(registry.schema(named: "org.example.other") == nil)
  }
}
