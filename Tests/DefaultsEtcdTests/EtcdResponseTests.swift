#if Fleet

import Defaults
import Foundation
import SwiftProtobuf
import TestSupport
import Testing

@testable import DefaultsEtcd

/// Responses that no etcd server sends: they may give values, and must do nothing else.
struct EtcdResponseTests {
  private static let keyspace = EtcdKeyspace(fleet: "f", suite: "s", scope: .init(.all, .system))
  private let empty = EtcdContents(keyspace, location: "a server")

  private static func keyValue(_ name: String, _ value: String, revision: Int64 = 5) -> EtcdKeyValue
  {
    .with {
      $0.key = keyspace.key(Defaults.KeyName(name))
      $0.value = Data(value.utf8)
      $0.modRevision = revision
    }
  }

  private static func response(
    _ keyValues: [EtcdKeyValue],
    count: Int64? = nil
  ) throws -> EtcdRangeResponse {
    var response = EtcdRangeResponse()
    response.header.revision = 9
    response.kvs = try keyValues.map { try $0.serializedData() }
    response.count = count ?? Int64(keyValues.count)
    return response
  }

  private func header(_ revision: Int64, cluster: UInt64 = 0) -> EtcdResponseHeader {
    .with {
      $0.revision = revision
      $0.clusterID = cluster
    }
  }

  @Test func `a response from which the new contents cannot be computed is not used`() throws {
    let response = try Self.response([Self.keyValue("a", "1"), Self.keyValue("b", "2")])
    let known = try #require(try empty.applying(response, header(9)))
    let nothing = try Self.response([], count: 2)
    #expect(try known.applying(nothing, header(9))?.version == known.version)
    #expect(try known.applying(nothing, header(12))?.version == known.version)
    // The server was restored from a copy, or is another one.
    #expect(try known.applying(nothing, header(8)) == nil)
    #expect(try known.applying(nothing, header(9, cluster: 1)) == nil)
    // Another client has removed a key, or has removed one and created another.
    #expect(try known.applying(Self.response([], count: 1), header(12)) == nil)
    let other = try Self.response([Self.keyValue("c", "3", revision: 11)], count: 2)
    #expect(try known.applying(other, header(12)) == nil)
    #expect(try known.applying(other, header(12), without: ["a"])?.value("c") == .integer(3))
  }

  @Test func `impossible revisions, keys of others and too much of anything are refused`() throws {
    let one = try Self.response([Self.keyValue("a", "1")])
    for revision in [0, -1, .min, .max] as [Int64] {
      #expect(throws: Defaults.StoreError.self) { try empty.applying(one, header(revision)) }
    }
    var foreign = Self.keyValue("a", "1")
    foreign.key = Data("/prefs/f/suites/other".utf8)
    var malformed = EtcdRangeResponse()
    malformed.kvs = [Data([0xFF])]
    for response in [try Self.response([foreign]), malformed] {
      #expect(throws: Defaults.StoreError.self) { try empty.applying(response, header(9)) }
    }
    let large = Self.keyValue("large", String(repeating: " ", count: EtcdLimits.contents))
    #expect(try empty.applying(Self.response([large]), header(9))?.isTooLarge == true)
  }

  private func contents(ofKeys count: Int) throws -> EtcdContents {
    let response = try Self.response((0..<count).map { Self.keyValue("\($0)", "1") })
    return try #require(try empty.applying(response, header(9)))
  }

  @Test func `a commit adds no key to a suite that is full, and can always remove some`() throws {
    let full = try contents(ofKeys: EtcdLimits.keys)
    #expect(!full.isTooLarge)
    for edits in [["0": .integer(2)], ["new": .integer(1), "0": nil]]
      as [[Defaults.KeyName: Defaults.StoredValue?]]
    {
      #expect(throws: Never.self) { try EtcdTransaction(edits, expecting: [:], in: full) }
    }
    let error = #expect(throws: Defaults.StoreError.self) {
      try EtcdTransaction(["new": .integer(1)], expecting: [:], in: full)
    }
    #expect(error?.description.contains("50001 keys") == true)
    let larger = try contents(ofKeys: EtcdLimits.keys + 1)
    #expect(larger.isTooLarge)
    let removal = try EtcdTransaction(["0": nil], expecting: [:], in: larger)
    var response = EtcdTxnResponse()
    response.header = header(10)
    response.succeeded = true
    response.responses = try [
      EtcdResponseOp.with { $0.deleteRange.deleted = 1 },
      EtcdResponseOp.with { $0.range.count = Int64(EtcdLimits.keys) },
    ].map { try $0.serializedData() }
    let outcome = try removal.outcome(of: response)
    #expect(outcome.contents?.snapshot.values.count == EtcdLimits.keys)
  }

  @Test func `what is stored shows whether a transaction was made whose response was lost`() throws
  {
    let before = [Self.keyValue("a", "1"), Self.keyValue("b", "2")]
    let known = try #require(try empty.applying(Self.response(before), header(9)))
    let edits: [Defaults.KeyName: Defaults.StoredValue?] = [
      "a": .integer(3), "b": nil, "c": .bool(true),
    ]
    let transaction = try EtcdTransaction(edits, expecting: ["a": .integer(1)], in: known)
    func wasMade(_ keyValues: [EtcdKeyValue]) throws -> Bool {
      let later = try empty.applying(Self.response(keyValues), header(12))
      return transaction.wasMade(before: try #require(later))
    }
    let a = Self.keyValue("a", "3", revision: 10)
    let c = Self.keyValue("c", "true", revision: 10)
    #expect(try wasMade([a, c]))
    #expect(try wasMade([a, c, Self.keyValue("other", "1", revision: 11)]))
    #expect(transaction.replaced == ["a": .integer(1), "b": .integer(2)])
    for keyValues in [
      before, [a], [a, c, Self.keyValue("b", "2")],
      [a, Self.keyValue("c", "true", revision: 11)],
      [a, Self.keyValue("c", "false", revision: 10)],
      [Self.keyValue("a", "3", revision: 9), Self.keyValue("c", "true", revision: 9)],
    ] { #expect(try !wasMade(keyValues)) }
    let same = try EtcdTransaction(["a": .integer(1)], expecting: [:], in: known)
    #expect(!same.wasMade(before: known))
    let removal = try EtcdTransaction(["b": nil], expecting: [:], in: known)
    #expect(!removal.wasMade(before: known))
    let conditional = try EtcdTransaction(["b": nil], expecting: ["a": known.value("a")], in: known)
    #expect(
      !conditional.wasMade(before: try #require(try empty.applying(Self.response([a]), header(12))))
    )
    #expect(
      removal.wasMade(before: try #require(try empty.applying(Self.response([a]), header(12))))
    )
  }

  @Test func `responses that were changed at random do no harm`() throws {
    var random = SeededGenerator(seed: 1)
    let known = try #require(
      try empty.applying(
        Self.response([Self.keyValue("a", "1"), Self.keyValue("b", "[2]")]),
        header(9)
      )
    )
    let transaction = try EtcdTransaction(
      ["a": .integer(3), "b": nil, "c": nil],
      expecting: ["a": .integer(1)],
      in: known
    )
    var valid = EtcdTxnResponse()
    valid.header = header(10)
    valid.succeeded = true
    let range = try Self.response([Self.keyValue("a", "3", revision: 10)])
    valid.responses = try [
      EtcdResponseOp.with { $0.put.prevKv = Self.keyValue("a", "1") },
      EtcdResponseOp.with { $0.deleteRange.deleted = 1 },
      EtcdResponseOp.with { $0.range = range },
    ].map { try $0.serializedData() }
    let bytes = try valid.serializedData()
    var outcomes = 0
    for _ in 0..<50_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = changed.indices.randomElement(using: &random) ?? 0
        changed[place] = .random(in: 0...255, using: &random)
      }
      guard let response = try? EtcdTxnResponse(serializedBytes: changed) else { continue }
      if let outcome = try? transaction.outcome(of: response) {
        outcomes += 1
        _ = outcome.contents?.snapshot
      }
    }
    #expect(outcomes > 0)
  }

  @Test(arguments: [
    "", "plain", "a/b", "%", "%2F", "é", "e\u{301}", "\u{0}\u{7F}\u{85}", "🦄", " ~-._",
  ])
  func `each name has one spelling, of printable ASCII without a slash`(name: String) throws {
    let spelling = EtcdName.encode(name)
    #expect(spelling.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "/") })
    #expect(EtcdName.decode(Array(spelling.utf8)).map { Array($0.utf8) } == Array(name.utf8))
  }
}

#endif
