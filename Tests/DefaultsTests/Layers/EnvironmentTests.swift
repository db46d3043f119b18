import DefaultsTesting
import Foundation
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Values from environment variables.
///
/// The typed keys have names of their own, because registered defaults are shared by all suites.
struct EnvironmentTests {
  private static func suite(
    _ environment: [String: String],
    stored: [Defaults.KeyName: Defaults.StoredValue] = [:],
    arguments: [String] = [],
    name: String = "org.example.app"
  ) -> Defaults.Suite {
    var directories = Defaults.LayerDirectories(environment: ["HOME": "/nonexistent"])
    directories.managedDirectory = "/nonexistent/managed"
    directories.systemDirectory = "/nonexistent/system"
    return Defaults.Suite(
      core: SuiteCore(
        name: name,
        store: Defaults.InMemoryStore(stored),
        layerDirectories: directories,
        arguments: LaunchArguments(arguments),
        environment: environment
      )
    )
  }

  @Test(arguments: [
    ("org.example.app", "volume", "PREFS_ORG_EXAMPLE_APP__VOLUME"),
    ("org.example.app", "window.width", "PREFS_org_example_app__window_width"),
    ("a-b", "fontSize", "PREFS_A_B__FONTSIZE"), ("a_b", "x__y", "PREFS_A_B__X__Y"),
    ("größe", "Ü 1", "PREFS_GR__E____1"), ("org.example.app", "k", "PREFSX_org_2Eexample_2Eapp__k"),
    ("a-b", "font_Size", "PREFSX_a_2Db__font_5FSize"), ("s", "é", "PREFSX_s___C3_A9"),
  ])
  func `a variable sets the keys with its spelling`(
    suite: String,
    key: String,
    variable: String
  ) throws {
    let suite = Self.suite([variable: "new"], stored: [.init(key): .string("old")], name: suite)
    #expect(suite.string(forKey: key) == "new")
    let layers = suite.layeredValues(forKey: key)
    #expect(layers.map(\.layer).prefix(2) == [.environment, .user])
    #expect(layers.first?.location == "$" + variable)
    #expect(suite.effectiveValues()[.init(key)] == .string("new"))
    #expect(suite.layerContents().layers.first?.values == [.init(key): .string("new")])
    #expect(suite.storedValues()[.init(key)] == .string("old"))
  }

  @Test(arguments: [
    "PREFS_ORG_EXAMPLE_APP_VOLUME", "PREFS_ORG_EXAMPLE__VOLUME", "PREFS_ORG_EXAMPLE_APP__VOLUMES",
    "PREFS_ORG_EXAMPLE_APP__", "PREFSX_org_2eexample_2eapp__volume",
    "PREFSX_ORG_2EEXAMPLE_2EAPP__volume",
    "PREFS_SCHEMA_DIR",
  ])
  func `other variables set nothing`(variable: String) {
    let suite = Self.suite([variable: "new"], stored: ["volume": .integer(1)])
    #expect(suite.layeredValues(forKey: "volume").first?.layer == .user)
  }

  @Test func `the exact form names one key, and is used before the other`() {
    let suite = Self.suite([
      "PREFS_ORG_EXAMPLE_APP__A_B": "both", "PREFSX_org_2Eexample_2Eapp__a_2Eb": "one",
    ])
    #expect(suite.string(forKey: "a.b") == "one")
    #expect(suite.string(forKey: "a_b") == "both")
    #expect(suite.string(forKey: "A-B") == "both")
  }

  @Test func `a value has the type of the key, else JSON or text`() {
    let environment = [
      "OWNINT": "7", "OWNREAL": "2", "OWNFLAG": "yes", "OWNTEXT": "12", "LIST": "[1, true, \"x\"]",
      "DICTIONARY": #"{"a": {"$date": "2026-03-14T09:26:53Z"}}"#, "OWNCODABLE": #"{"x": 5}"#,
      "NEVERDECLARED": "5", "BRACES": "{no json}", "OWNDATE": "2026-03-14T09:26:53Z",
      "OWNOPTIONAL": "9",
    ]
    let suite = Self.suite(
      environment.reduce(into: [:]) { $0["PREFS_ORG_EXAMPLE_APP__" + $1.key] = $1.value }
    )
    struct Point: Codable, Defaults.Serializable, Equatable { var x: Int }
    let date = Date(timeIntervalSince1970: 1_773_480_413)
    #expect(suite[Defaults.Key<Int>("ownInt", default: 1, suite: suite)] == 7)
    #expect(suite.layeredValues(forKey: "ownInt").first?.value == .integer(7))
    #expect(suite[Defaults.Key<Double>("ownReal", default: 1, suite: suite)] == 2)
    #expect(suite[Defaults.Key<Bool>("ownFlag", default: false, suite: suite)])
    #expect(suite[Defaults.Key<String>("ownText", default: "", suite: suite)] == "12")
    #expect(suite[Defaults.Key<Date>("ownDate", default: .distantPast, suite: suite)] == date)
    #expect(suite[Defaults.Key<Point?>("ownCodable", suite: suite)] == Point(x: 5))
    #expect(suite[Defaults.Key<Int?>("ownOptional", suite: suite)] == 9)
    #expect(
      suite.effectiveValue(forKey: "list") == .array([.integer(1), .bool(true), .string("x")])
    )
    #expect(suite.effectiveValue(forKey: "dictionary") == .dictionary(["a": .date(date)]))
    #expect(suite.effectiveValue(forKey: "neverDeclared") == .string("5"))
    #expect(suite.integer(forKey: "neverDeclared") == 5)
    #expect(suite.effectiveValue(forKey: "braces") == .string("{no json}"))
  }

  @Test(arguments: StoredSamples.all + [.null, .array([.null])])
  func `every value can be given as tagged JSON`(value: StoredValue) {
    let variable = "PREFS_ORG_EXAMPLE_APP__ITEMS"
    let suite = Self.suite([variable: Defaults.StoredValue.array([value]).taggedJSON.text()])
    #expect(suite.effectiveValue(forKey: "items") == .array([value]))
  }

  @Test func `a value that the key cannot have is reported once, and the default is used`() {
    let suite = Self.suite(["PREFS_ORG_EXAMPLE_APP__OWNCOUNT": "many"])
    let key = Defaults.Key<Int>("ownCount", default: 3, suite: suite)
    for _ in 1...3 { #expect(suite[key] == 3) }
    let diagnostics = suite.takeDiagnostics()
    #expect(diagnostics.count == 1)
    #expect("\(diagnostics[0])".contains("ownCount"))
  }

  @Test func `an argument has priority, and a write is stored but not used`() throws {
    let variables = ["PREFS_ORG_EXAMPLE_APP__K": "2", "PREFS_ORG_EXAMPLE_APP__L": "2"]
    let suite = Self.suite(variables, arguments: ["-k", "1"])
    suite.set(3, forKey: "k")
    suite.set(3, forKey: "l")
    #expect(suite.integer(forKey: "k") == 1)
    #expect(suite.integer(forKey: "l") == 2)
    #expect(
      suite.layeredValues(forKey: "k").map(\.layer).prefix(3) == [.argument, .environment, .user]
    )
    #expect(suite.storedValues() == ["k": .integer(3), "l": .integer(3)])
    try suite.flush()
    suite.synchronize()
    #expect(suite.integer(forKey: "l") == 2)
  }

  @Test func `variables that cannot be used are reported`() {
    let suite = Self.suite([
      "PREFS_ORG_EXAMPLE_APP__K": "1", "PREFS_org_example_app__k": "2",
      "PREFSX_org_2Eexample_2Eapp__a.b": "3",
    ])
    #expect(suite.string(forKey: "k") == "1")
    let kinds = suite.takeDiagnostics().map(\.kind)
    #expect(
      kinds == [
        .variableIgnored(
          variable: "PREFSX_org_2Eexample_2Eapp__a.b",
          reason: "the key is not written with _ and two hexadecimal digits for each byte"
        ),
        .variableIgnored(
          variable: "PREFS_org_example_app__k",
          reason: "$PREFS_ORG_EXAMPLE_APP__K sets the same keys"
        ),
      ]
    )
  }

  @Test func `a schema declares the type of a key, also after it was read`() {
    let suite = Self.suite(["PREFS_ORG_EXAMPLE_APP__DECLAREDLEVEL": "5"])
    #expect(suite.effectiveValue(forKey: "declaredLevel") == .string("5"))
    let declaration = KeyDeclaration(isBoolean: false) {
      Int128($0).map { .integer($0) }
    } isValid: {
      $0.kind == .integer
    }
    suite.declare("declaredLevel", as: declaration)
    #expect(suite.effectiveValue(forKey: "declaredLevel") == .integer(5))
  }

  @Test(arguments: ["", "a", "a.b", "Ä_ö", "x__y", "\u{1F600} z", "_2E"])
  func `the exact spelling can be read back`(name: String) {
    let variable = "PREFSX_s__" + EnvironmentVariables.exactSpelling(of: name)
    let variables = EnvironmentVariables(ofSuite: "s", in: [variable: "v"])
    let expected: [Defaults.KeyName] = name.isEmpty ? [] : [Defaults.KeyName(name)]
    #expect(Array(variables.exact.keys) == expected)
  }
}
