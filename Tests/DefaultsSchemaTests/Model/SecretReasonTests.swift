import Defaults
import DefaultsCore
import DefaultsSchema
import TestSupport
import Testing

/// The reasons why a value is refused whose kind has a secret member.
@Suite struct SecretReasonTests {
  /// Each value of a secret contains the word `CANARY`.
  private static let server = #"""
    "k": {"type": "object", "additionalProperties": false, "required": ["name"], "properties": {
      "name": {"type": "string", "maxLength": 4},
      "tls": {"type": "object", "properties": {
        "min": {"type": "string", "enum": ["1.2", "1.3"]},
        "key": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 3, "x-sensitive": true}}},
      "hosts": {"type": "array", "items": {"type": "object", "properties": {
        "port": {"type": "integer"},
        "pass": {"type": "string", "enum": ["a", "b"]},
        "vault": {"type": "object", "x-sensitive": true, "properties": {
          "size": {"type": "string", "enum": ["a", "b"]}}}}}}}}
    """#

  private static let choices = #"is none of "1.2", "1.3""#

  @Test(arguments: [
    (
      #"{"name": "n", "tls": {"min": "1.4"}}"#,
      #""tls": "min": "1.4" \#(choices) (did you mean "1.2"?)"#
    ),
    (
      #"{"name": "n", "hosts": [{"port": 1}, {"port": "x"}]}"#,
      #""hosts": item 2: "port": found String, expected Int"#
    ),
    (#"{"name": "n", "hostz": []}"#, #"there is no member "hostz" (did you mean "hosts"?)"#),
    (#"{}"#, #"the member "name" is missing"#),
    (#"{"name": "n", "tls": {"key": "CANARY"}}"#, #""tls": "key": it has more than 3 characters"#),
    (#"{"name": "n", "tls": "CANARY"}"#, #""tls": the value is not of the kind Table"#),
    (
      #"{"name": "n", "hosts": [{"pass": "CANARY"}]}"#,
      #""hosts": item 1: "pass": the value does not fit"#
    ),
    (
      #"{"name": "n", "hosts": [{"vault": {"size": "CANARY"}}]}"#,
      #""hosts": item 1: "vault": the value does not fit"#
    ),
    (#""CANARY""#, "the value is not of the kind Table"),
  ])
  func `only what is said of a secret member, or of a part that has one, is hidden`(
    json: String,
    expected: String
  ) throws {
    let entry = try #require(SampleDocument.read(keys: Self.server).entry)
    let value = try ValueKind.any.value(from: JSONValue(parsing: json))
    let rejection = try #require(throws: Defaults.Rejection.self) { try entry.validate(value) }
    #expect(entry.text(of: rejection) == expected)
    var secret = entry
    secret.isSecret = true
    #expect(secret.text(of: rejection) == rejection.text(isSecret: true))
  }

  @Test(arguments: [
    (#"{"a": {"url": "https://u:CANARY@h/"}, "b": 1}"#, ["a", "url"], false),
    (#"{"a": {"url": "https://h/"}, "b": {"password": "CANARY"}}"#, ["a", "url"], true),
    (#"{"a": {"name": "password", "value": "CANARY"}}"#, ["a", "value"], false),
    (#"{"a": {"name": "colour", "value": "red"}}"#, ["a", "value"], true),
    (#"{"a": {"x": {"password": "CANARY"}}}"#, ["a", "x"], false),
    (#"{"a": {"x": {"password": "CANARY"}}}"#, ["a", "y"], false),
  ])
  func `a secret text in the refused part hides what is said of it`(
    json: String,
    path: [String],
    isShown: Bool
  ) throws {
    let reason = Defaults.Rejection.refused(value: "QUOTED", reason: "it is")
    let rejection = path.reversed().reduce(reason) { .member($1, $0) }
    let value = try ValueKind.any.value(from: JSONValue(parsing: json))
    for value in [value, .string(json)] {
      #expect(ValueKind.any.text(of: rejection, in: [value]).contains("QUOTED") == isShown)
    }
  }

  @Test func `in a part that no kind knows, nobody knows what is secret`() {
    let kind = ValueKind.alternatives([
      Alternative(.bool),
      Alternative(.table([TableMember("pin", kind: .any).secret()], others: nil)),
    ])
    let reason = Defaults.Rejection.refused(value: "CANARY", reason: "it is")
    #expect(!kind.text(of: .element(1, reason)).contains("CANARY"))
    #expect(!kind.text(of: .member("pin", reason)).contains("CANARY"))
    #expect(kind.text(of: .member("other", reason)).contains("CANARY"))
  }
}
