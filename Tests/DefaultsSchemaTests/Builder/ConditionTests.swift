import Defaults
import DefaultsTesting
import Testing

@testable import DefaultsSchema

/// Conditions under which controls are disabled or hidden.
struct ConditionTests {
  enum Mode: String, CaseIterable, Defaults.Serializable { case list, table }

  private let temporary = TemporarySuite()
  private let syncs: Defaults.Key<Bool>
  private let mode: Defaults.Key<Mode>
  private let server: Defaults.Key<String>
  private let columns: Defaults.Key<Int>

  init() {
    let suite = temporary.suite
    syncs = Defaults.Key("syncs", default: false, suite: suite)
    mode = Defaults.Key("mode", default: .list, suite: suite)
    server = Defaults.Key("server", default: "", suite: suite)
    columns = Defaults.Key("columns", default: 3, suite: suite)
  }

  private func unavailable(
    _ change: (TextField<String>) -> TextField<String>
  ) -> Unavailability? {
    let schema = Schema(suite: temporary.suite, title: "Notes") {
      Section("Sync") {
        Toggle("Synchronize", key: syncs)
        Picker("Layout", key: mode, titles: [.table: "As a table"])
        NumberField("Columns", key: columns)
        change(TextField("Server", key: server))
      }
    }
    return schema.unavailableKeys()["server"]
  }

  @Test func `a condition follows the values of its keys`() {
    let field = { (server: TextField<String>) in
      server.disabled(when: .isOff(syncs)).hidden(when: .key(mode, equals: .table))
    }
    #expect(unavailable(field) == .disabled(reason: "Disabled while Synchronize is off."))
    Defaults[syncs] = true
    #expect(unavailable(field) == nil)
    Defaults[mode] = .table
    #expect(unavailable(field) == .hidden)
    Defaults[syncs] = false
    #expect(unavailable(field) == .hidden)
  }

  @Test func `conditions can be combined`() {
    let all: [(Defaults.Condition, Bool)] = [
      (.isOn(syncs), false), (.isOff(syncs), true), (!.isOff(syncs), false),
      (.isOff(syncs) && .key(mode, equals: .list), true), (.isOff(syncs) && .isOn(syncs), false),
      (.isOn(syncs) || .key(columns) { $0 > 2 }, true), (.isOn(syncs) || .isOn(syncs), false),
      (Defaults.Condition { Defaults[columns] == 3 }, true),
    ]
    for (number, (condition, isMet)) in all.enumerated() {
      #expect(condition.isMet() == isMet, "condition \(number)")
    }
  }

  @Test func `the reason is made from the condition, unless it is given`() {
    let reasons: [(Defaults.Condition, String)] = [
      (.key(mode, equals: .list), "Disabled while Layout is list."),
      (!.key(mode, equals: .table), "Disabled while Layout is not As a table."),
      (!.isOn(syncs), "Disabled while Synchronize is off."),
      (.key(columns, equals: 3), "Disabled while Columns is 3."),
      (.isOff(syncs) && .key(columns) { $0 > 2 }, "Disabled because of Synchronize and Columns."),
      (.init { true }, "Disabled at the moment."),
    ]
    for (condition, reason) in reasons {
      #expect(unavailable { $0.disabled(when: condition) } == .disabled(reason: reason))
    }
    let given = unavailable { $0.disabled(when: .isOff(syncs), reason: "Sync first.") }
    #expect(given == .disabled(reason: "Sync first."))
  }

  @Test func `a comparison with one value is a dependency for other programs`() {
    let field = TextField("Server", key: server)
    let on = Dependency(key: "syncs", value: .bool(true))
    #expect(field.disabled(when: .isOff(syncs)).entry.dependency == on)
    #expect(field.disabled(when: !.isOn(syncs)).entry.dependency == on)
    let table = Dependency(key: "mode", value: .string("table"))
    #expect(field.disabled(when: !.key(mode, equals: .table)).entry.dependency == table)
    #expect(field.disabled(when: .key(mode, equals: .table)).entry.dependency == nil)
    #expect(field.disabled(when: .isOff(syncs) || .isOn(syncs)).entry.dependency == nil)
    let elsewhere = TemporarySuite()
    let other = Defaults.Key<Bool>("syncs", default: false, suite: elsewhere.suite)
    #expect(field.disabled(when: .isOff(other)).entry.dependency == nil)
  }

  @Test func `conditions on keys of other suites are observed`() async {
    let elsewhere = TemporarySuite()
    let other = Defaults.Key<Bool>("other", default: false, suite: elsewhere.suite)
    let schema = Schema(suite: temporary.suite, title: "Notes") {
      Section("") {
        TextField("Server", key: server).disabled(when: .isOn(other) && .isOn(syncs))
      }
    }
    await confirmation(expectedCount: 1) { changed in
      let observations = schema.observeConditions { changed() }
      Defaults[syncs] = true
      Defaults[other] = true
      withExtendedLifetime(observations) {}
    }
    #expect(schema.hasConditions)
  }

  @Test func `modifiers keep the type of the control, and change nothing else`() {
    let field: TextField<String> = TextField("Server", key: server).help("Where.").tags("net")
      .onChange { _ in }.disabled(when: .isOff(syncs))
    #expect(field.entry.help == "Where." && field.entry.tags == ["net"])
    #expect(field.key == server)
    let secret = Defaults.SecureField("Server", key: server)
    #expect(secret.entry.isSecret && secret.entry.kind == .string(TextLimits()))
    let same = TextField("Server", key: server)
    #expect(same.onChange { _ in }.entry == same.entry)
  }

  @Test func `a field of any value has the kind of its type`() {
    #expect(ValueField("C", key: columns).entry.kind == NumberField("C", key: columns).entry.kind)
    #expect(ValueField("M", key: mode).entry.kind == .any)
  }

  @Test func `the forms of a field can be lists and objects`() throws {
    let suite = temporary.suite
    let forms = [
      Alternative(.bool), Alternative(.list(of: .url), title: "Servers"),
      Alternative(.table([TableMember("host", kind: .string(TextLimits()))], others: nil)),
    ]
    let key = Defaults.Key<Defaults.AnySerializable?>("proxy", suite: suite)
    let entry = Defaults.UnionField("Proxy", key: key, forms: forms).entry
    #expect(entry.isOptional && entry.kind == .alternatives(forms))
    let value: Defaults.StoredValue = .dictionary(["host": .string("a")])
    try entry.write(value, to: suite)
    #expect(suite.storedValue(forKey: "proxy") == value)
    #expect(throws: Defaults.WriteError.self) { try entry.write(.string("a"), to: suite) }
  }
}
