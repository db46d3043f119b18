#if Configuration

import Configuration
import ConfigurationTesting
import Defaults
import DefaultsConfiguration
import DefaultsSchema
import DefaultsTesting
import Foundation
import TestSupport
import Testing

/// A suite as the values of swift-configuration.
struct DefaultsProviderTests {
  private let temporary = TemporarySuite()

  private var suite: Defaults.Suite { temporary.suite }
  private var provider: DefaultsProvider { DefaultsProvider(suite) }
  private var config: ConfigReader { ConfigReader(providers: [provider]) }

  private func store(_ values: [String: Defaults.StoredValue]) throws {
    try suite.setStoredValues(
      Dictionary(uniqueKeysWithValues: values.map { (Defaults.KeyName($0.key), $0.value) })
    )
  }

  /// The test that swift-configuration has for all providers.
  @Test func `the provider does what every provider must do`() async throws {
    let bytes = [Data("magic".utf8), Data("magic2".utf8)]
    try store([
      "string": .string("Hello"), "other.string": .string("Other Hello"), "int": .integer(42),
      "other.int": .integer(24), "double": .real(3.14), "other.double": .real(2.72),
      "bool": .bool(true), "other.bool": .bool(false), "bytes": .data(bytes[0]),
      "other.bytes": .data(bytes[1]),
      "stringy.array": .array([.string("Hello"), .string("World")]),
      "other.stringy.array": .array([.string("Hello"), .string("Swift")]),
      "inty.array": .array([.integer(42), .integer(24)]),
      "other.inty.array": .array([.integer(16), .integer(32)]),
      "doubly.array": .array([.real(3.14), .real(2.72)]),
      "other.doubly.array": .array([.real(0.9), .real(1.8)]),
      "booly.array": .array([.bool(true), .bool(false)]),
      "other.booly.array": .array([.bool(false), .bool(true), .bool(true)]),
      "byteChunky.array": .array(bytes.map(Defaults.StoredValue.data)),
      "other.byteChunky.array": .array(
        [bytes[0], bytes[1], bytes[0]].map(Defaults.StoredValue.data)
      ),
    ])
    try await ProviderCompatTest(provider: provider).runTest()
  }

  @Test func `a fetched value is that of the store at that moment`() async throws {
    let store = Defaults.InMemoryStore()
    // Suites of this store watch it, but the watch reports later than the fetch is made.
    let suite = Defaults.Suite(name: "fetched", store: store)
    let provider = DefaultsProvider(suite)
    let key = AbsoluteConfigKey(["http", "port"])
    for port in 1...20 {
      try store.commit(["http.port": .integer(Int128(port))])
      let result = try await provider.fetchValue(forKey: key, type: .int)
      #expect(result.value?.content == .int(port))
    }
  }

  // MARK: - Types

  struct Case: Sendable, CustomTestStringConvertible {
    var stored: Defaults.StoredValue
    var type: ConfigType
    /// The value; nil where the type does not fit.
    var content: ConfigContent?

    init(_ stored: Defaults.StoredValue, _ type: ConfigType, _ content: ConfigContent?) {
      self.stored = stored
      self.type = type
      self.content = content
    }

    var testDescription: String { "\(stored) as \(type.rawValue)" }
  }

  private static let cases: [Case] = [
    Case(.integer(3), .double, .double(3)), Case(.integer((1 << 53) + 1), .double, nil),
    Case(.real(3), .int, nil), Case(.integer(1 << 63), .int, nil), Case(.integer(1), .bool, nil),
    Case(.string("1"), .int, nil), Case(.string("true"), .bool, nil),
    Case(.bool(true), .string, nil),
    Case(.integer(1), .string, nil), Case(.string("AP8="), .bytes, nil),
    Case(.data(Data()), .bytes, .bytes([])), Case(.array([]), .intArray, .intArray([])),
    Case(.array([.integer(1), .real(2)]), .doubleArray, .doubleArray([1, 2])),
    Case(.array([.integer(1), .string("2")]), .intArray, nil),
    Case(.array([.integer(1)]), .int, nil), Case(.integer(1), .intArray, nil),
    Case(.dictionary(["a": .integer(1)]), .string, nil), Case(.date(Date()), .string, nil),
    Case(.uid(1), .int, nil),
  ]

  @Test(arguments: cases)
  func `a value is read as its own type only`(example: Case) async throws {
    try store(["k": example.stored])
    let key = AbsoluteConfigKey(["k"])
    for snapshot in [nil, provider.snapshot()] {
      func read() throws -> LookupResult {
        try snapshot?.value(forKey: key, type: example.type)
          ?? provider.value(forKey: key, type: example.type)
      }
      if let content = example.content {
        #expect(try read().value?.content == content)
      } else {
        let error = #expect(throws: DefaultsConfigurationError.self) { try read() }
        #expect(error?.description.contains("cannot be read as \(example.type.rawValue)") == true)
      }
    }
  }

  @Test func `components are joined by full stops, and a null is no value`() throws {
    try store(["a.b c.d": .integer(1), "n": .null])
    let result = try provider.value(forKey: AbsoluteConfigKey(["a", "b c", "d"]), type: .int)
    #expect(
      result == LookupResult(encodedKey: "a.b c.d", value: ConfigValue(.int(1), isSecret: false))
    )
    #expect(config.int(forKey: "a.b c.d") == 1)
    #expect(config.int(forKey: "n", default: 7) == 7)
    #expect(config.scoped(to: "a").int(forKey: "b c.d") == 1)
  }

  @Test func `registered defaults do not hide the next provider`() throws {
    suite.register(defaults: ["shade": "registered"])
    let next = InMemoryProvider(values: ["shade": "next"])
    let config = ConfigReader(providers: [provider, next])
    #expect(config.string(forKey: "shade") == "next")
    try store(["shade": .string("stored")])
    #expect(config.string(forKey: "shade") == "stored")
  }

  @Test func `secrets are marked by the schema, by the name and by the text`() throws {
    try store([
      "code": .string("1234"), "apiToken": .string("abc"), "plain": .string("x"),
      "address": .string("https://ada:secret@example.org/"),
    ])
    let document = """
      {"x-format": 1, "x-suite": "temporary", "title": "T", "type": "object", "properties": {
        "code": {"type": "string", "x-sensitive": true}, "plain": {"type": "string"}}}
      """
    let reading = SchemaDocument(name: "temporary.schema.json", text: document).read()
    let schema: Schema = try #require(reading.schema)
    let provider = DefaultsProvider(suite, schema: schema)
    for (key, isSecret) in [
      ("code", true), ("apiToken", true), ("address", true), ("plain", false),
    ] {
      let value = try provider.value(forKey: AbsoluteConfigKey([key]), type: .string).value
      #expect(value?.isSecret == isSecret, "\(key)")
    }
    #expect(!"\(provider)".contains("1234"))
  }

  // MARK: - Changes

  private func content(_ update: Result<LookupResult, any Error>?) throws -> ConfigContent? {
    try update?.get().value?.content
  }

  @Test func `a watched value is the stored one after every change`() async throws {
    try store(["k": .integer(0)])
    let (suite, provider) = (suite, provider)
    try await provider.watchValue(forKey: AbsoluteConfigKey(["k"]), type: .int) { updates in
      var iterator = updates.makeAsyncIterator()
      let update0 = try await iterator.next()
      #expect(try content(update0) == .int(0))
      suite.setStoredValue(.integer(1), forKey: "k")
      let update1 = try await iterator.next()
      #expect(try content(update1) == .int(1))
      // Of changes that nobody has waited for, the last one counts; other keys do not.
      suite.setStoredValue(.integer(5), forKey: "other")
      for number in 2...100 { suite.setStoredValue(.integer(Int128(number)), forKey: "k") }
      let update100 = try await iterator.next()
      #expect(try content(update100) == .int(100))
      suite.setStoredValue(.string("text"), forKey: "k")
      let failure = try await iterator.next()
      #expect(throws: DefaultsConfigurationError.self) { try content(failure) }
      suite.setStoredValue(nil, forKey: "k")
      let absent = try await iterator.next()
      #expect(absent != nil)
      #expect(try content(absent) == nil)
    }
  }

  @Test func `the last value that writers on many threads leave is seen`() async throws {
    let (suite, provider) = (suite, provider)
    let writers = Task {
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<8 {
          group.addTask {
            for number in 0..<200 {
              suite.setStoredValue(.integer(Int128(writer * 1000 + number)), forKey: "k")
            }
          }
        }
      }
      suite.setStoredValue(.integer(-1), forKey: "k")
    }
    try await provider.watchValue(forKey: AbsoluteConfigKey(["k"]), type: .int) { updates in
      for await update in updates where try update.get().value?.content == .int(-1) {
        break
      }
    }
    await writers.value
  }

  @Test func `a snapshot keeps its values, and the next one has the new ones`() async throws {
    try store(["a": .integer(1), "b": .integer(1)])
    let suite = suite
    try await provider.watchSnapshot { snapshots in
      var iterator = snapshots.makeAsyncIterator()
      let first = try #require(await iterator.next())
      try suite.setStoredValues(["a": .integer(2), "b": .integer(2)])
      let second = try #require(await iterator.next())
      for (snapshot, number) in [(first, 1), (second, 2)] {
        for key in ["a", "b"] {
          let result = try snapshot.value(forKey: AbsoluteConfigKey([key]), type: .int)
          #expect(result.value?.content == .int(number))
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a watch ends with its task`() async throws {
    let provider = provider
    let task = Task {
      try await provider.watchSnapshot { snapshots in
        for await _ in snapshots {}
      }
    }
    task.cancel()
    try await task.value
  }

  // MARK: - A server

  @Test func `a server changes its log level while it runs`() throws {
    let home = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": home.path + "/state"]
    func write(_ key: String, _ value: String) throws {
      let arguments = ["write", "org.example.server", key, value]
      try Program.run([BuildProducts.program("prefs")] + arguments, environment: environment)
    }
    let server = try Program(
      [BuildProducts.program("configuration-server")],
      environment: environment
    )
    expectOutput("log level info\n", of: server)
    #expect(!server.output.contains("a request"))
    try write("log.level", "debug")
    expectOutput("log level debug\nHello: a request\n", of: server)
    try write("greeting", "Good evening")
    expectOutput("Good evening: a request\n", of: server)
    try write("log.level", "error")
    expectOutput("log level error\n", of: server)
    server.send(signal: SIGTERM)
  }

  private func expectOutput(_ text: String, of server: Program) {
    let isThere = waitUntil { server.output.contains(text) }
    #expect(isThere, "\(text) in \(server.output)")
  }
}

#endif
