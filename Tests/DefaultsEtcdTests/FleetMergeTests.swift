#if Fleet

import Defaults
import Foundation
import SwiftProtobuf
import Testing

@testable import DefaultsEtcd

/// The values that one machine has of a fleet, and keys that anybody may have stored.
struct FleetMergeTests {
  private static let schema = """
    {
      "x-format": 1, "x-suite": "app", "type": "object", "additionalProperties": false,
      "properties": {
        "size": {"type": "integer", "minimum": 1, "maximum": 9},
        "color": {"type": "string"}, "token": {"type": "string", "maxLength": 3, "x-secret": true}
      }
    }
    """

  /// Returns the contents with some keys, which follow the name of the suite.
  private func contents(
    _ keys: KeyValuePairs<String, String>,
    for member: FleetMember? = nil
  ) throws -> FleetContents {
    var contents = FleetContents(fleet: "f", machines: member?.machines, location: "etcd")
    try contents.add(
      .with {
        $0.header.revision = 1
        $0.kvs = try keys.map { key, value in
          try EtcdKeyValue.with {
            $0.key = Data("/prefs/f/suites/\(key)".utf8)
            $0.value = Data(value.utf8)
          }.serializedData()
        }
      }
    )
    return contents
  }

  private func merge(
    _ keys: KeyValuePairs<String, String>,
    groups: [String] = [],
    last: FleetMerge.Last = .init()
  ) throws -> FleetMerge {
    let member = FleetMember(host: "ada", groups: groups)
    let contents = try contents(keys, for: member)
    let suite = contents.suites["app"] ?? FleetSuite()
    return FleetMerge(
      "app",
      suite,
      reasons: contents.suites["app.reasons"] ?? FleetSuite(),
      for: member,
      FleetRules(suite.schema?.schema),
      last: last
    )
  }

  // MARK: - Scopes

  @Test func `the narrower scope wins, and of groups the later one`() throws {
    let merge = try merge(
      [
        "app/all/system/a": "1", "app/all/system/b": "1", "app/all/system/c": "1",
        "app/group/web/system/b": "2", "app/group/web/system/c": "2", "app/group/web/system/d": "2",
        "app/group/berlin/system/c": "3", "app/group/other/system/a": "9",
        "app/host/ada/system/e": "4", "app/host/bob/system/a": "9", "app/all/managed/e": "5",
      ],
      groups: ["web", "berlin"]
    )
    #expect(
      merge.values == [
        .system: [
          "a": .integer(1), "b": .integer(2), "c": .integer(3), "d": .integer(2), "e": .integer(4),
        ],
        .managed: ["e": .integer(5)],
      ]
    )
    #expect(merge.refusals.isEmpty)
  }

  @Test func `a reason counts only for the value of the same scope`() throws {
    let merge = try merge(
      [
        "app/all/managed/a": "1", "app.reasons/all/managed/a": "\"for all\"",
        "app/all/managed/b": "1", "app.reasons/all/managed/b": "\"for all\"",
        "app/group/web/managed/b": "2", "app.reasons/group/web/managed/c": "\"no lock\"",
      ],
      groups: ["web"]
    )
    #expect(merge.values[.managed] == ["a": .integer(1), "b": .integer(2)])
    #expect(
      merge.reasons == [
        "a": .array([.dictionary(["value": .integer(1), "reason": .string("for all")])])
      ]
    )
  }

  // MARK: - Refused values

  @Test func `a refused value leaves the last one, or that of the next scope`() throws {
    var last = FleetMerge.Last()
    last.values[.system] = ["size": .integer(3)]
    let keys: KeyValuePairs = [
      "app/schema": Self.schema, "app/all/system/size": "5", "app/host/ada/system/size": "10",
      "app/all/system/color": "\"red\"", "app/host/ada/system/color": "7",
    ]
    let merge = try merge(keys, last: last)
    #expect(merge.values[.system] == ["size": .integer(3), "color": .string("red")])
    #expect(merge.refusals.map(\.scope) == ["host/ada/system", "host/ada/system"])
    #expect(merge.refusals.map(\.key) == ["color", "size"])
    #expect(merge.refusals.last?.reason.contains("9") == true)
    // What the schema no longer accepts does not stay either.
    last.values[.system] = ["size": .integer(30)]
    #expect(try self.merge(keys, last: last).values[.system]?["size"] == .integer(5))
  }

  @Test func `a refused secret is not shown`() throws {
    let merge = try merge(["app/schema": Self.schema, "app/all/system/token": "\"tiger\""])
    let refusal = try #require(merge.refusals.first)
    #expect(!refusal.reason.contains("tiger"))
  }

  @Test(arguments: [
    "not json", "{\"$date\": \"soon\"}", "", "{\"$opaque\": \"x\"}", "null", "[null]",
    "99999999999999999999999999", "1e999",
    String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
  ])
  func `what no file can hold is refused`(value: String) throws {
    let merge = try merge(["app/all/system/a": value, "app/all/system/b": "1"])
    #expect(merge.values == [.system: ["b": .integer(1)]])
    #expect(merge.refusals.count == 1)
    #expect(merge.refusals.first?.reason.isEmpty == false)
  }

  @Test(arguments: ["{", "[]", "", "{\"type\": \"object\", \"properties\": 3}"])
  func `a schema that cannot be used refuses what is new`(schema: String) throws {
    var last = FleetMerge.Last()
    last.values[.system] = ["size": .integer(3)]
    let merge = try merge(
      ["app/schema": schema, "app/all/system/size": "4", "app/all/system/color": "\"red\""],
      last: last
    )
    #expect(
      merge.refusals.map(\.reason)
        == Array(repeating: "its schema cannot be used", count: 2)
    )
    #expect(merge.values == [.system: ["size": .integer(3)]])
  }

  // MARK: - Keys

  @Test(arguments: [
    "..%2F..%2Fetc%2Fpasswd/all/system/k", "../../etc/passwd/all/system/k", "%2E%2E/all/system/k",
    "../all/system/k", ".hidden/all/system/k", "a%00b/all/system/k", "a\u{0}b/all/system/k",
    "a%2Fb/all/system/k", "%0A/all/system/k", "/all/system/k", "é/all/system/k", "app/all/k", "app",
    "app/all/other/k", "app/group/system/k", "app/group//system/k", "app/host/ada/system",
    "app/all/system/k/l", "app/all/system/a%2f", "app/schema/", "app/%FF", "",
    "\(String(repeating: "a", count: 201))/all/system/k",
  ])
  func `keys that are not of a suite are ignored`(key: String) throws {
    #expect(try contents([key: "1"]).suites.isEmpty)
  }

  @Test func `only the scopes of a machine are kept`() throws {
    let keys: KeyValuePairs = [
      "app/all/system/a": "1", "app/host/bob/system/a": "1", "app/group/web/system/a": "1",
      "b/host/bob/managed/a": "1",
    ]
    let kept = try contents(keys, for: FleetMember(host: "ada"))
    #expect(kept.suites.keys.map(\.string) == ["app"])
    #expect(kept.suites["app"]?.scopes.keys.map(\.self) == ["all/system"])
    #expect(try contents(keys).suites.count == 2)
  }

  @Test func `more than a machine can hold is not read`() throws {
    let page = try EtcdRangeResponse.with {
      $0.header.revision = 1
      $0.kvs = try (0...EtcdLimits.fleetKeys).map { number in
        try EtcdKeyValue.with {
          $0.key = Data("/prefs/f/suites/app/all/system/\(number)".utf8)
        }.serializedData()
      }
    }
    var contents = FleetContents(fleet: "f", machines: nil, location: "etcd")
    #expect(throws: Defaults.StoreError.self) { try contents.add(page) }
    // Those of other machines are not held, so there can be any number of them.
    let other = FleetMember(host: "ada")
    contents = FleetContents(
      fleet: "f",
      machines: other.machines.filter { $0 != .all },
      location: "etcd"
    )
    try contents.add(page)
    #expect(contents.suites.isEmpty)
  }

  @Test func `events change the contents and the revision`() throws {
    var contents = try contents(["a/all/system/k": "1", "b/all/system/k": "1"])
    func event(_ key: String, _ value: String?, _ revision: Int64) throws -> Data {
      try EtcdEvent.with {
        $0.type = value == nil ? .delete : .put
        $0.kv.key = Data("/prefs/f/suites/\(key)".utf8)
        $0.kv.value = Data((value ?? "").utf8)
        $0.kv.modRevision = revision
      }.serializedData()
    }
    let changed = try contents.apply(
      .with {
        $0.header.revision = 9
        $0.events = [
          try event("a/all/system/k", nil, 3), try event("b/all/system/k", "2", 3),
          try event("b/all/system/l", "3", 4), try event("../all/system/k", "3", 5),
        ]
      }
    )
    #expect(changed == ["a", "b"])
    #expect(contents.revision == 5)
    #expect(contents.watch.create.startRevision == 6)
    #expect(contents.suites.keys.map(\.string) == ["b"])
    #expect(throws: Defaults.StoreError.self) {
      try contents.apply(.with { $0.events = [Data("x".utf8)] })
    }
  }
}

#endif
