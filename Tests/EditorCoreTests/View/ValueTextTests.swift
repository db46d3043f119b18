import Defaults
import DefaultsSchema
import Testing

@testable import EditorCore

struct ValueTextTests {
  @Test(arguments: [
    (NumberLimits<Double>(minimum: 0, maximum: 10), " 0…10 s"),
    (NumberLimits<Double>(minimum: 0, maximum: 10, excludesMaximum: true), " from 0, below 10 s"),
    (NumberLimits<Double>(minimum: 0, maximum: 10, excludesMinimum: true), " above 0, to 10 s"),
    (
      NumberLimits<Double>(minimum: 0, maximum: 10, excludesMinimum: true, excludesMaximum: true),
      " above 0, below 10 s"
    ),
    (NumberLimits<Double>(minimum: 0, excludesMinimum: true), " above 0 s"),
    (NumberLimits<Double>(maximum: 10, excludesMaximum: true), " below 10 s"),
    (NumberLimits<Double>(excludesMaximum: true), " s"),
  ])
  func `a bound that is excluded is not shown as one that is allowed`(
    limits: NumberLimits<Double>,
    text: String
  ) {
    var entry = Entry(untypedKey: "k", title: "K", kind: .real(limits))
    entry.unit = "s"
    #expect(ValueText.kind(entry) == ValueKind.real(limits).name + text)
  }

  @Test(arguments: [
    (NumberLimits<Int128>(step: 5), ", step 5"), (NumberLimits(multipleOf: 4), ", multiple of 4"),
    (NumberLimits(step: 6, multipleOf: 4), ", step 6, multiple of 4"),
    (NumberLimits(step: 4, multipleOf: 4), ", multiple of 4"),
  ])
  func `a step, which limits nothing, is told from a multiple`(
    limits: NumberLimits<Int128>,
    text: String
  ) {
    #expect(ValueText.fullKind(.integer(limits)) == "Int" + text)
  }

  @Test(arguments: [
    ("\"minProperties\": 1, \"maxProperties\": 3", " of Int, 1…3 items"),
    ("\"maxProperties\": 1", " of Int, at most 1 item"), ("\"x-tags\": []", " of Int"),
  ])
  func `the number of members is shown before it is refused`(keywords: String, text: String) throws
  {
    let schema = """
      {"x-format": 1, "x-suite": "org.example", "properties":
        {"a": {"type": "object", "additionalProperties": {"type": "integer"}, \(keywords)}}}
      """
    let suite = try #require(Defaults.Suite(suiteName: "org.example"))
    let reading = SchemaDocument(text: schema).read(SchemaReadingOptions { _ in suite })
    let entry = try #require(reading.schema?.sections.first?.entries.first)
    #expect(ValueText.kind(entry) == entry.kind.name + text)
  }

  @Test(arguments: [
    (
      #"{"name":"Ada","age":36,"new":true,"note":null}"#,
      "name: \"Ada\", age: 36, new: on, note: null"
    ),
    (#"{"name":"Ada","tags":["a"]}"#, "{name, tags} 27 B"), ("{}", "{} 2 B"),
    // A value that looks like a secret is not shown.
    (#"{"user":"ada","password":"hunter2-C"}"#, "{user, password} 37 B"),
    (
      #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}"#, "{a, b, c, d, …} 55 B"
    ),
    (
      #"{"first":"a long name of somebody","second":"another long name"}"#,
      "first: \"a long name of somebody\", … (2 items)"
    ),
  ])
  func `JSON of a few members shows them, other JSON their names`(json: String, text: String) {
    #expect(ValueText.display(.string(json), as: .json, unit: "") == text)
  }

  @Test(
    arguments: [
      (.integer(NumberLimits(minimum: 1, maximum: 9)), "List of Int 1…9, 2…5 items"),
      (.string(TextLimits(maximumLength: 8)), "List of String of at most 8 characters, 2…5 items"),
      (.list(of: .list(of: .bool)), "List of List, 2…5 items"),
      (.any, "List of 2…5 items"),
    ] as [(ValueKind, String)]
  )
  func `the limits of the items are shown before they are refused`(items: ValueKind, text: String) {
    let kind = ValueKind.list(of: items, CollectionLimits(minimumCount: 2, maximumCount: 5))
    #expect(ValueText.kind(kind) == text)
  }
}
