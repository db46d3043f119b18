import Defaults
import DefaultsSchema
import Testing

/// The texts of the places at which values differ.
@Suite struct ValueDifferenceTests {
  private static let style = ValueDifference.Style(showsTitles: false, valueLength: 20) {
    value,
    _ in
    value.taggedJSON.text()
  }

  private static func value(_ json: String) throws -> Defaults.StoredValue {
    try Defaults.StoredValue(JSONValue(parsing: json))
  }

  private static func texts(
    _ old: String,
    _ new: String,
    _ kind: ValueKind = .any,
    titles: Bool = false
  ) throws -> [String] {
    var style = style
    style.showsTitles = titles
    return try ValueDifference(from: value(old), to: value(new), as: kind).changes
      .map { $0.text(style) }
  }

  @Test(
    arguments: [
      // Members by name, items by number, at any depth.
      (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, ["b 2 → 3"]),
      (#"{"a":1,"b":2}"#, #"{"a":1,"c":3}"#, ["removed b: 2", "added c: 3"]),
      (#"{"a":1,"b":2}"#, #"{"a":1,"c d":2}"#, [#"renamed b to "c d""#]),
      (#"{"b":2,"a":2}"#, #"{"c":2}"#, ["removed a: 2", "removed b: 2", "added c: 2"]),
      (#"[{"size":1},{"size":3}]"#, #"[{"size":1},{"size":77}]"#, ["2.size 3 → 77"]),
      (#"{"x":{"y":[1,2]}}"#, #"{"x":{"y":[1,5]}}"#, ["x.y.2 2 → 5"]),
      // Items are found again after others were added or removed before them.
      ("[1,2,3]", "[0,1,2,3]", ["added item 1: 0"]),
      ("[1,2,3]", "[2,3]", ["removed item 1: 1"]),
      (
        #"[{"n":"a","s":1},{"n":"b","s":1}]"#,
        #"[{"n":"x","s":9},{"n":"a","s":1},{"n":"b","s":2}]"#,
        ["added item 1: {\"n\": \"x\", \"s\": 9}", "3.s 1 → 2"]
      ),
      (
        #"[{"n":"a","s":1},{"n":"b","s":1}]"#,
        #"[{"n":"x","s":9},{"n":"a","s":2},{"n":"b","s":2}]"#,
        ["added item 1: {\"n\": \"x\", \"s\": 9}", "2.s 1 → 2", "3.s 1 → 2"]
      ),
      ("[1,2,3]", "[3,1,2]", ["moved item 3 to 1: 3"]),
      ("[1,2]", "[]", ["removed item 1: 1", "removed item 2: 2"]),
      ("[]", "[[1]]", ["added item 1: [1]"]),
      // The whole value.
      ("1", "2", ["1 → 2"]), ("[1]", "\"a\"", ["[1] → \"a\""]), ("1", "1", []),
      // Names that could be taken for something else.
      (#"{"3":1}"#, #"{"3":2}"#, ["\"3\" 1 → 2"]),
      (#"{"a.b":1}"#, #"{"a.b":2}"#, ["\"a.b\" 1 → 2"]),
      // Long texts are shown around the first difference.
      (
        #""the quick brown fox jumps""#, #""the quick brown fox leaps""#,
        ["… fox jumps\" → … fox leaps\""]
      ),
      (#""a\nb\nc""#, #""a\nB\nc\nd""#, ["line 2 \"b\" → \"B\"", "added line 4: \"d\""]),
      // Equal texts of different types.
      ("[3]", "[3.0]", ["1 3 → 3.0"]),
    ] as [(String, String, [String])]
  )
  func `a change is named by its places`(_ old: String, _ new: String, _ texts: [String]) throws {
    #expect(try Self.texts(old, new) == texts)
  }

  @Test func `JSON texts are compared as values, and else as texts`() throws {
    let old = #""{\"width\":3,\"apiToken\":\"x\"}""#
    #expect(
      try Self.texts(old, #""{\"width\":4,\"apiToken\":\"y\"}""#, .json)
        == ["apiToken changed", "width 3 → 4"]
    )
    let spaced = ValueDifference(from: .string("[1]"), to: .string("[ 1 ]"), as: .json)
    #expect(spaced.changes.count == 1)
    #expect(!spaced.isOfParts)
  }

  // MARK: - Kinds

  private static let record = ValueKind.table(
    [
      TableMember("size", title: "Size", kind: .integer(NumberLimits())),
      TableMember("pin", title: "PIN", kind: .integer(NumberLimits())).secret(),
    ],
    others: .any
  )

  @Test func `members have the titles of the schema, in its order`() throws {
    let texts = try Self.texts(
      #"{"a":1,"size":3}"#,
      #"{"a":2,"size":4}"#,
      Self.record,
      titles: true
    )
    #expect(texts == ["Size 3 → 4", "a 1 → 2"])
  }

  @Test(
    arguments: [
      (record, #"{"pin":1}"#, #"{"pin":2}"#, ["pin changed"]),
      (record, #"{"pin":1}"#, "{}", ["removed pin"]), (record, "{}", #"{"pin":1}"#, ["added pin"]),
      (.list(of: record), "[]", #"[{"pin":1}]"#, ["added item 1: {\"pin\": \"…\"}"]),
      (.list(of: record), #"[{"pin":1}]"#, "[4711]", ["1 changed"]),
      (
        .alternatives([Alternative(.bool), Alternative(record)]), #"{"pin":1}"#, "4711", ["changed"]
      ),
      (
        .alternatives([Alternative(.dictionary(of: .any)), Alternative(record)]), #"{"pin":1}"#,
        #"{"pin":4711}"#, ["pin changed"]
      ),
      // What no schema declares is secret by its name or its text.
      (record, #"{"password":"a"}"#, #"{"password":"b"}"#, ["password changed"]),
      (
        .list(of: .any), "[]", #"[{"url":"https://ada:sesame@example.org"}]"#, ["added item 1"]
      ),
    ] as [(ValueKind, String, String, [String])]
  )
  func `secrets are hidden, and so are secret members`(
    _ kind: ValueKind,
    _ old: String,
    _ new: String,
    _ texts: [String]
  ) throws {
    let style = ValueDifference.Style(showsTitles: false, valueLength: 40) { value, kind in
      kind.hidingSecrets(of: value, behind: "…").taggedJSON.text()
    }
    let difference = ValueDifference(from: try Self.value(old), to: try Self.value(new), as: kind)
    #expect(difference.changes.map { $0.text(style) } == texts)
  }

  // MARK: - Lists of changes

  @Test func `what was removed comes first, and what does not fit is counted`() throws {
    let difference = ValueDifference(
      from: try Self.value(#"{"a":1,"b":2,"c":3,"d":4}"#),
      to: try Self.value(#"{"a":9,"b":9,"c":9,"e":5}"#),
      as: .any
    )
    #expect(
      difference.text(Self.style, length: 200)
        == "removed d: 4, a 1 → 9, b 2 → 9, c 3 → 9, added e: 5"
    )
    #expect(difference.text(Self.style, length: 24) == "removed d: 4, a 1 → 9 and 3 more")
    #expect(difference.text(Self.style, length: 0) == "removed d: 4 and 4 more")
  }

  @Test func `the part at a path is found in each version`() throws {
    let value = try Self.value(#"{"x":[{"y":1},"a\nb"]}"#)
    #expect(
      value.part(at: [.member("x", title: nil), .item(0), .member("y", title: "Y")]) == .integer(1)
    )
    #expect(value.part(at: [.member("x", title: nil), .item(1), .line(1)]) == .string("b"))
    #expect(value.part(at: [.member("x", title: nil), .item(2)]) == nil)
    #expect(
      Defaults.StoredValue.string(#"{"a":1}"#).part(at: [.member("a", title: nil)]) == .integer(1)
    )
  }

  // MARK: - Alignment

  private static func list(_ text: String) -> [Defaults.StoredValue] {
    text.map { .string(String($0)) }
  }

  /// Replaying the steps of an alignment gives the new list.
  @Test func `every item of both lists is in one step, for random lists`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let lists = (0..<2).map { _ in
        (0..<Int.random(in: 0..<8, using: &random)).map { _ in
          Defaults.StoredValue.integer(Int128(Int.random(in: 0..<5, using: &random)))
        }
      }
      let (old, new) = (lists[0], lists[1])
      var (seenOld, seenNew): ([Int], [Int]) = ([], [])
      for step in ItemAlignment(old, new).steps {
        switch step {
        case .kept(let from, let to), .moved(let from, let to):
          #expect(old[from] == new[to])
          seenOld.append(from)
          seenNew.append(to)
        case .changed(let from, let to):
          #expect(old[from] != new[to])
          seenOld.append(from)
          seenNew.append(to)
        case .removed(let from): seenOld.append(from)
        case .added(let to): seenNew.append(to)
        }
      }
      #expect(seenOld.sorted() == Array(old.indices), "\(old) \(new)")
      #expect(seenNew.sorted() == Array(new.indices), "\(old) \(new)")
    }
  }

  @Test(arguments: [
    ("abc", "axc", true), ("abc", "abc", true), ("abc", "xyz", true), ("abc", "bca", false),
    ("abc", "ab", false), ("abc", "cba", false), ("ab", "xab", false), ("abc", "bcx", false),
  ])
  func `items keep their places unless one is added, removed or moved`(
    _ old: String,
    _ new: String,
    _ keepsPlaces: Bool
  ) {
    #expect(ItemAlignment(Self.list(old), Self.list(new)).keepsPlaces == keepsPlaces)
  }

  @Test func `long lists that differ everywhere are compared in a moment`() {
    let old = (0..<20_000).map { Defaults.StoredValue.integer(Int128($0)) }
    let new = (0..<20_000).map { Defaults.StoredValue.integer(Int128($0 + 100_000)) }
    #expect(ItemAlignment(old, new).steps.count == 20_000)
  }
}
