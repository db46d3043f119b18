import Defaults
import DefaultsCore
import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import DefaultsGSettings

private let schemas = """
  <enum id="org.example.Mode"><value nick="quick" value="1"/><value nick="slow" value="2"/></enum>
  <flags id="org.example.Parts"><value nick="left" value="1"/><value nick="right" value="2"/></flags>
  <schema id="org.example.texts" path="/org/example/texts/">
  \("abcdefgh".map { "<key name='\($0)' type='s'><default>''</default></key>" }.joined())
  </schema>
  <schema id="org.example.all" path="/org/example/all/">
    <key name="on" type="b"><default>true</default></key>
    <key name="scale" type="d"><range min="0.5" max="3.0"/><default>1.0</default></key>
    <key name="size" type="i"><default>24</default></key>
    <key name="big" type="t"><default>0</default></key>
    <key name="mode" enum="org.example.Mode"><default>'quick'</default></key>
    <key name="parts" flags="org.example.Parts"><default>['left']</default></key>
    <key name="sources" type="a(ss)"><default>[('xkb', 'us')]</default></key>
    <key name="map" type="a{ud}"><default>{}</default></key>
    <key name="bytes" type="ay"><default>b'x'</default></key>
    <key name="extra" type="a{sv}"><default>{}</default></key>
    <key name="maybe" type="mi"><default>just 5</default></key>
    <child name="list" schema="org.example.item"/>
  </schema>
  <schema id="org.example.item"><key name="name" type="s"><default>'n'</default></key></schema>
  """

private func process(
  _ session: GSettingsSession,
  otherServiceRuns: Bool = false
) -> GSettingsProcess {
  GSettingsProcess(
    executable: BuildProducts.program("prefs"),
    environment: session.variables,
    otherServiceRuns: { otherServiceRuns }
  )
}

private func open(
  _ name: String,
  _ session: GSettingsSession,
  otherServiceRuns: Bool = false
) throws -> GSettingsStore {
  let process = process(session, otherServiceRuns: otherServiceRuns)
  return try GSettingsStore(try #require(GSettingsName(name)), process)
}

private let contract = StoreContract(
  "in GSettings",
  samples: StoredSamples(
    values: StoredSamples.texts.filter { !$0.utf8.contains(0) }.map { .string($0) }
  )
) {
  let session = try GSettingsSession(schemas: schemas)
  let box = SessionBox(session)
  return StoreContract.Pair(
    store: try open("org.example.texts", session),
    other: try open("org.example.texts", session),
    owner: box,
    reopen: { try open("org.example.texts", box.session) }
  )
}

private final class SessionBox: @unchecked Sendable {  // The session never changes.
  let session: GSettingsSession

  init(_ session: GSettingsSession) {
    self.session = session
  }
}

/// The real GLib and dconf, where they are installed.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(
    if: GSettingsSession.missing.isEmpty,
    "Not installed: \(GSettingsSession.missing.joined(separator: ", "))"
  )
)
struct GSettingsStoreTests {
  @Test(arguments: StoreContract.Check.allCases)
  func `the store keeps the contract`(check: StoreContract.Check) async throws {
    let outcome = try await contract.run(check)
    let needsTransactions: [StoreContract.Check] = [
      .concurrentExpectationsHold, .loadsSeeWholeCommits,
    ]
    if !needsTransactions.contains(check) { #expect(outcome == .passed) }
  }

  @Test(arguments: [
    ("on", Defaults.StoredValue.bool(false), "false"), ("scale", .real(1.25), "1.25"),
    ("size", .integer(-3), "-3"),
    ("big", .integer(Int128(UInt64.max)), "uint64 18446744073709551615"),
    ("mode", .string("slow"), "'slow'"), ("parts", .array([.string("right")]), "['right']"),
    ("sources", .array([.array([.string("ibus"), .string("it's")])]), "[('ibus', \"it's\")]"),
    ("map", .dictionary(["7": .real(2)]), "{uint32 7: 2.0}"),
    ("bytes", .array([0xC3, 0xA4, 0].map { .integer($0) }), "b'\\303\\244'"),
    ("extra", .string("{'a': <uint32 1>}"), "{'a': <uint32 1>}"),
    ("maybe", .string("nothing"), "@mi nothing"),
  ])
  func `gsettings reads what is stored, and the reverse`(
    key: String,
    value: Defaults.StoredValue,
    text: String
  ) throws {
    let session = try GSettingsSession(schemas: schemas)
    let store = try open("org.example.all", session)
    let name = Defaults.KeyName(key)
    let commit = try store.commit([name: value])
    #expect(commit.snapshot.values == [name: value])
    #expect(try session.get("org.example.all", key) == text)
    try session.run("gsettings", "reset", "org.example.all", key)
    #expect(try store.load(unlike: nil)?.values == [:])
    try session.run("gsettings", "set", "org.example.all", key, text)
    #expect(try store.load(unlike: nil)?.values == [name: value])
  }

  @Test(arguments: [
    ("scale", Defaults.StoredValue.real(9), "the value is outside of the range of the schema"),
    ("mode", .string("fast"), "the value is outside of the range of the schema"),
    ("parts", .array([.string("up")]), "the value is outside of the range of the schema"),
    ("size", .string("x"), "the type i has no such value"),
    ("extra", .string("{'a': 1}"), "as a{sv}:"),
    ("none", .bool(true), "the schema has no such key"),
  ])
  func `what the schema does not allow is refused, and nothing is stored`(
    key: String,
    value: Defaults.StoredValue,
    reason: String
  ) throws {
    let session = try GSettingsSession(schemas: schemas)
    let store = try open("org.example.all", session)
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit([Defaults.KeyName(key): value, "on": .bool(false)])
    }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(try store.load(unlike: nil)?.values == [:])
  }

  @Test func `an administrator's values and locks are layers`() throws {
    let session = try GSettingsSession(
      schemas: schemas,
      site: "[org/example/all]\nsize=48\nmode='slow'\n",
      locks: "/org/example/all/mode\n"
    )
    let store = try open("org.example.all", session)
    let layers = try store.layers()
    #expect(layers[0].layer == .managed && layers[0].values == ["mode": .string("slow")])
    #expect(layers[1].layer == .system && layers[1].values["size"] == .integer(48))
    let suite = Defaults.Suite(foreign: "gnome:\(session.home.path)") { store }
    #expect(suite.lock(forKey: "mode") != nil)
    #expect(suite.effectiveValue(forKey: "size") == .integer(48))
    #expect(throws: Defaults.StoreError.self) { try store.commit(["mode": .string("quick")]) }
    _ = try store.commit(["size": .integer(50)])
    #expect(try session.get("org.example.all", "size") == "50")
  }

  @Test func `changes of other programs are reported`() throws {
    let session = try GSettingsSession(schemas: schemas)
    let store = try open("org.example.all", session)
    let suite = Defaults.Suite(foreign: "gnome:\(session.home.path)") { store }
    #expect(suite.storedValues().isEmpty)
    for size in [30, 31] {
      try session.run("gsettings", "set", "org.example.all", "size", "\(size)")
      #expect(waitUntil { suite.storedValue(forKey: "size") == .integer(Int128(size)) })
    }
  }

  @Test func `a helper that ends is started again, and reports changes as before`() throws {
    let session = try GSettingsSession(schemas: schemas)
    let process = process(session)
    let name = try #require(GSettingsName("org.example.all"))
    let store = try GSettingsStore(name, process)
    let suite = Defaults.Suite(foreign: "gnome:\(session.home.path)") { store }
    #expect(waitUntil { suite.storedValues().isEmpty })
    let helper = try #require(process.helper)
    kill(helper, SIGKILL)
    #expect(waitUntil { process.helper != nil && process.helper != helper })
    try session.run("gsettings", "set", "org.example.all", "size", "31")
    #expect(waitUntil { suite.storedValue(forKey: "size") == .integer(31) })
  }

  @Test func `without a bus values are read, and written over a bus of their own`() throws {
    let session = try GSettingsSession(schemas: schemas, hasBus: false)
    let store = try open("org.example.all", session, otherServiceRuns: false)
    let suite = Defaults.Suite(foreign: "gnome:\(session.home.path)") { store }
    #expect(suite.storedValues().isEmpty)
    _ = try store.commit(["size": .integer(30)])
    #expect(try store.load(unlike: nil)?.values == ["size": .integer(30)])
    // Nobody reports the change but the file.
    #expect(waitUntil { suite.storedValue(forKey: "size") == .integer(30) })
  }

  @Test func `without a bus processes that write at once lose no value`() throws {
    let session = try GSettingsSession(schemas: schemas, hasBus: false)
    let keys = "abcdefgh".map { Defaults.KeyName(String($0)) }
    let stores = try keys.map { _ in try open("org.example.texts", session) }
    for value in ["x", "y", "z"].map(Defaults.StoredValue.string) {
      DispatchQueue.concurrentPerform(iterations: keys.count) { index in
        #expect(throws: Never.self) { try stores[index].commit([keys[index]: value]) }
      }
      let values = try open("org.example.texts", session).load(unlike: nil)?.values
      #expect(values == Dictionary(uniqueKeysWithValues: keys.map { ($0, value) }))
    }
  }

  @Test func `without a bus nothing is written while the service of another session runs`() throws {
    let session = try GSettingsSession(schemas: schemas, hasBus: false)
    let store = try open("org.example.all", session, otherServiceRuns: true)
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["size": .integer(30)])
    }
    #expect(error?.description.contains("set DBUS_SESSION_BUS_ADDRESS") == true)
    #expect(try store.load(unlike: nil)?.values == [:])
  }

  @Test func `schemas are listed with their paths, and described by their source`() throws {
    let session = try GSettingsSession(schemas: schemas)
    let list = GSettingsSchemas(process(session))
    let names = try list.all().map(\.name.text)
    #expect(names.contains("org.example.all"))
    #expect(names.contains("org.example.item:/org/example/all/list/"))
    #expect(!names.contains("org.example.item"))
    let source = try list.source(of: try #require(GSettingsName("org.example.all")))
    #expect(source.contains("<range max=\"3.0\" min=\"0.5\"></range>"))
  }

  @Test(arguments: [
    ("org.example.none", "the schema is not installed"),
    ("org.example.item", "the schema has no path of its own"),
    ("org.example.all:/x/", "the schema has the path /org/example/all/ and no other"),
  ])
  func `a schema that cannot be opened is refused`(name: String, reason: String) throws {
    let session = try GSettingsSession(schemas: schemas)
    let error = #expect(throws: Defaults.StoreError.self) { try open(name, session) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func `without a database nothing is taken`() throws {
    let session = try GSettingsSession(schemas: schemas)
    var variables = session.variables
    variables["GSETTINGS_BACKEND"] = "memory"
    let process = GSettingsProcess(
      executable: BuildProducts.program("prefs"),
      environment: variables
    )
    let name = try #require(GSettingsName("org.example.all"))
    let error = #expect(throws: Defaults.StoreError.self) { try GSettingsStore(name, process) }
    #expect(error?.description.contains("install dconf") == true)
  }

  // Programs that lost their arguments would otherwise start one helper after another.
  @Test func `a helper starts no other one`() throws {
    let session = try GSettingsSession(schemas: schemas)
    let process = GSettingsProcess(
      executable: BuildProducts.program("prefs"),
      environment: session.variables.merging(["PREFS_GSETTINGS_HELPER": "1"]) { $1 }
    )
    let name = try #require(GSettingsName("org.example.all"))
    #expect(throws: Defaults.StoreError.self) { try GSettingsStore(name, process) }
    #expect(process.helper == nil)
  }
}
