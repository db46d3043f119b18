import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What launch arguments set, which depends on the types of the keys that are declared.
struct LaunchArgumentTests {
  private static func suite(
    _ arguments: [String],
    stored: [Defaults.KeyName: Defaults.StoredValue] = [:],
    environment: [String: String] = [:]
  ) -> Defaults.Suite {
    var directories = Defaults.LayerDirectories(environment: ["HOME": "/nonexistent"])
    directories.managedDirectory = "/nonexistent/managed"
    directories.systemDirectory = "/nonexistent/system"
    return Defaults.Suite(
      core: SuiteCore(
        name: "tool",
        store: Defaults.InMemoryStore(stored),
        layerDirectories: directories,
        arguments: LaunchArguments(arguments),
        environment: environment
      )
    )
  }

  /// A command line, and what keys of four types read, each with a stored value: `9000`, `false`,
  /// `"light"` and `0.5`.
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var port = 9000
    var verbose = false
    var theme = "light"
    var ratio = 0.5
    /// The arguments that diagnostics name, without their values.
    var ignored: [String] = []
    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let cases: [Case] = [
    // Options with a value in the next argument.
    Case(arguments: ["--port", "3000"], port: 3000),
    Case(arguments: ["--theme", "dark"], theme: "dark"),
    Case(arguments: ["--theme", "-5"], theme: "-5"),
    Case(arguments: ["--ratio", "-.5e1"], ratio: -5),
    Case(
      arguments: ["--theme", "dark", "--port", "1", "--verbose"],
      port: 1,
      verbose: true,
      theme: "dark"
    ),
    Case(arguments: ["--theme", ""], theme: ""),
    Case(arguments: ["--theme", "(a b"], theme: "(a b"),
    // Options of a Boolean take none.
    Case(arguments: ["--verbose"], verbose: true),
    Case(arguments: ["--verbose", "file.txt"], verbose: true),
    Case(arguments: ["--verbose", "--no-verbose"], verbose: false),
    Case(arguments: ["--no-verbose", "--verbose", "--theme=dark"], verbose: true, theme: "dark"),
    // Options that set nothing hide nothing.
    Case(arguments: ["--port"]),
    Case(arguments: ["--port", "--theme"]),
    Case(arguments: ["--theme"]),
    Case(arguments: ["--no-port"]),
    Case(arguments: ["--no-theme", "dark"]),
    Case(arguments: ["--port", "--verbose"], verbose: true),
    Case(arguments: ["--ports", "3000", "--them", "dark", "--PORT", "1"]),
    Case(arguments: ["port", "3000", "theme"]),
    Case(arguments: ["--", "--port", "3000", "-theme", "dark", "--verbose"]),
    Case(arguments: ["--port", "--", "3000"]),
    Case(arguments: []),
    // With an equals sign, and as Foundation reads them.
    Case(
      arguments: ["--port=3000", "--theme=a=b", "--ratio=-2", "--verbose=yes"],
      port: 3000,
      verbose: true,
      theme: "a=b",
      ratio: -2
    ),
    Case(
      arguments: ["-port", "3000", "-theme", "dark", "-verbose", "YES", "-ratio", "2"],
      port: 3000,
      verbose: true,
      theme: "dark",
      ratio: 2
    ),
    Case(arguments: ["-verbose", "-port", "-7"], port: -7),
    Case(arguments: ["--theme="], theme: ""),
    // Values that the key cannot have.
    Case(arguments: ["--port", "abc"], ignored: ["--port"]),
    Case(arguments: ["--port=abc"], ignored: ["--port"]),
    Case(arguments: ["--port="], ignored: ["--port"]),
    Case(arguments: ["-port", "3.5"], ignored: ["-port"]),
    Case(arguments: ["--port", "70000"], ignored: ["--port"]),
    Case(arguments: ["-verbose", "perhaps"], ignored: ["-verbose"]),
    Case(arguments: ["--ratio={a=1;}"], ignored: ["--ratio"]),
    // The last one that the key can have counts.
    Case(arguments: ["--port", "1", "--port", "2", "-port", "3"], port: 3),
    Case(arguments: ["--port", "1", "--port=abc"], port: 1, ignored: ["--port"]),
    Case(arguments: ["-port", "abc", "--port", "2"], port: 2),
  ]

  private func read(_ suite: Defaults.Suite) -> (Int, Bool, String, Double) {
    (
      suite[Defaults.Key<Int>("port", default: 1, suite: suite, in: -100...65535)],
      suite[Defaults.Key<Bool>("verbose", default: true, suite: suite)],
      suite[Defaults.Key<String>("theme", default: "none", suite: suite)],
      suite[Defaults.Key<Double?>("ratio", suite: suite)] ?? 99
    )
  }

  private static let stored: [Defaults.KeyName: Defaults.StoredValue] = [
    "port": .integer(9000), "verbose": .bool(false), "theme": .string("light"), "ratio": .real(0.5),
  ]

  @Test(arguments: cases, [true, false])
  func `a typed key reads the arguments that fit it`(example: Case, isLoaded: Bool) {
    let suite = Self.suite(example.arguments, stored: Self.stored)
    // Keys may be declared after the suite was opened and read.
    if isLoaded { _ = suite.effectiveValue(forKey: "port") }
    for _ in 1...2 {
      let (port, verbose, theme, ratio) = read(suite)
      #expect(port == example.port)
      #expect(verbose == example.verbose)
      #expect(theme == example.theme)
      #expect(ratio == example.ratio)
    }
    let ignored = suite.takeDiagnostics().map { diagnostic -> String in
      guard case .valueIgnored(_, let source, _) = diagnostic.kind else { return "\(diagnostic)" }
      return source
    }
    #expect(ignored == example.ignored)
    // What is shown is what is read.
    let isSet = example.port != 9000
    let layers = suite.layeredValues(forKey: "port").map(\.layer)
    #expect(layers == (isSet ? [.argument] : []) + [.user, .registered])
    #expect(suite.storedValues() == Self.stored)
  }

  @Test(arguments: [
    ("abc", 9000, true), ("", 9000, true), ("70000", 9000, true), ("3000", 3000, false),
    ("-5", -5, false),
  ])
  func `a variable that the key cannot have hides nothing`(text: String, port: Int, isTold: Bool) {
    let suite = Self.suite([], stored: Self.stored, environment: ["PREFS_TOOL__PORT": text])
    #expect(read(suite).0 == port)
    let messages = suite.takeDiagnostics().map { "\($0)" }
    #expect(messages.count == (isTold ? 1 : 0))
    #expect(messages.allSatisfy { $0.contains("$PREFS_TOOL__PORT") && !$0.contains("abc") })
    let first = suite.layeredValues(forKey: "port").first
    #expect(first?.layer == (isTold ? .user : .environment))
    let key = Defaults.Key<Int>("port", default: 1, suite: suite, in: -100...65535)
    #expect(Defaults.source(of: key)?.layer == (isTold ? .user : .environment))
  }

  @Test func `an argument that the key cannot have shows the variable below it`() {
    let suite = Self.suite(
      ["--port", "many"],
      stored: Self.stored,
      environment: ["PREFS_TOOL__PORT": "8080"]
    )
    #expect(read(suite).0 == 8080)
    #expect(suite.layeredValues(forKey: "port").map(\.layer) == [.environment, .user, .registered])
  }

  @Test func `observers of a key are called for writes that nothing hides`() {
    let suite = Self.suite(
      ["--port", "many", "--theme", "dark", "--verbose"],
      stored: Self.stored,
      environment: ["PREFS_TOOL__RATIO": "half"]
    )
    let port = Defaults.Key<Int>("port", default: 1, suite: suite)
    let theme = Defaults.Key<String>("theme", default: "", suite: suite)
    let ratio = Defaults.Key<Double>("ratio", default: 0, suite: suite)
    let seen = Recorder<String>()
    let observations: [any Defaults.Observation] = [
      Defaults.observe(port, options: []) { seen.record("port \($0.oldValue) \($0.newValue)") },
      Defaults.observe(theme, options: []) { seen.record("theme \($0.newValue)") },
      Defaults.observe(ratio, options: []) { seen.record("ratio \($0.oldValue) \($0.newValue)") },
    ]
    suite[port] = 1
    suite[theme] = "hidden"
    suite[ratio] = 0.75
    #expect(seen.elements == ["port 9000 1", "ratio 0.5 0.75"])
    #expect(suite[theme] == "dark")
    for observation in observations { observation.invalidate() }
  }

  @Test func `an observer is told what a declaration changes`() async {
    let suite = Self.suite(["--later", "3", "-early", "x"])
    #expect(suite.effectiveValue(forKey: "later") == nil)
    #expect(suite.string(forKey: "early") == "x")
    let seen = Recorder<String>()
    let observation = suite.observeStoredValues { change in
      seen.record("\(change.key) \(change.newEffective == nil ? "unset" : "set")")
    }
    let later = Defaults.Key<Int>("later", default: 0, suite: suite)
    let early = Defaults.Key<Int>("early", default: 0, suite: suite)
    suite.core.outbox.queue.finish()
    #expect(seen.elements == ["later set", "early unset"])
    #expect(suite[later] == 3)
    #expect(suite[early] == 0)
    observation.invalidate()
  }

  @Test func `keys of the same name and another type fall back each for itself`() {
    let suite = Self.suite(["-k", "word"], stored: ["k": .integer(7)])
    let text = Defaults.Key<String>("k", default: "", suite: suite)
    #expect(suite[text] == "word")
    let number = Defaults.Key<Int>("k", default: 0, suite: suite)
    #expect(suite[number] == 7)
    let any = Defaults.Key<Defaults.AnySerializable?>("k", suite: suite)
    #expect(suite[any] != nil)
  }

  @Test func `a schema declares the type of a key as well`() {
    let suite = Self.suite(
      ["--level", "5", "--on", "--off", "x", "--size", "big"],
      stored: ["size": .integer(1)]
    )
    func declare(_ key: Defaults.KeyName, isBoolean: Bool) {
      let declaration = KeyDeclaration(isBoolean: isBoolean) { text in
        Int128(text).map { .integer($0) }
      } isValid: { value in
        value.kind == (isBoolean ? .bool : .integer)
      }
      suite.declare(key, as: declaration)
    }
    declare("level", isBoolean: false)
    declare("on", isBoolean: true)
    declare("size", isBoolean: false)
    #expect(suite.effectiveValue(forKey: "level") == .integer(5))
    #expect(suite.effectiveValue(forKey: "on") == .bool(true))
    #expect(suite.effectiveValue(forKey: "off") == nil)
    #expect(suite.effectiveValue(forKey: "size") == .integer(1))
    #expect(suite.takeDiagnostics().count == 1)
  }

  @Test func `the value in a file above the user's that the key cannot have hides nothing`() throws
  {
    let directory = try TemporaryDirectory()
    var directories = Defaults.LayerDirectories(environment: ["HOME": directory.path])
    directories.managedDirectory = directory.file("managed")
    directories.systemDirectory = directory.file("system")
    let sources = directories.sources(forSuite: "tool")
    let host = try #require(sources.first { $0.layer == .host }).path
    try FileManager.default.createDirectory(
      atPath: (host as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true
    )
    try Defaults.PropertyListStore(file: host).commit(["port": .string("none")])
    let suite = Defaults.Suite(
      core: SuiteCore(
        name: "tool",
        store: Defaults.InMemoryStore(Self.stored),
        layerDirectories: directories
      )
    )
    let port = Defaults.Key<Int>("port", default: 1, suite: suite)
    #expect(suite[port] == 9000)
    let seen = Recorder<Int>()
    let observation = Defaults.observe(port, options: []) { seen.record($0.newValue) }
    suite[port] = 5
    #expect(suite[port] == 5)
    port.reset()
    #expect(suite[port] == 1)
    #expect(seen.elements == [5, 1])
    #expect(suite.takeDiagnostics().map { "\($0)" }.filter { $0.contains(host) }.count == 1)
    #expect(Defaults.source(of: port)?.layer == .registered)
    observation.invalidate()
  }
}
