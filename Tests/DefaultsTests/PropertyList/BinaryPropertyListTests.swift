import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Puts objects into a binary document; the first one is the root.
private func document(_ objects: [[UInt8]]) -> [UInt8] {
  var bytes = Array("bplist00".utf8)
  var table: [UInt8] = []
  for object in objects {
    table.append(UInt8(bytes.count))
    bytes += object
  }
  let tableOffset = UInt8(bytes.count)
  return bytes + table + [0, 0, 0, 0, 0, 0, 1, 1]
    + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)] + [0, 0, 0, 0, 0, 0, 0, 0]
    + [0, 0, 0, 0, 0, 0, 0, tableOffset]
}

/// The key "k" as an object.
private let key: [UInt8] = [0x51, 0x6B]

struct BinaryPropertyListTests {
  @Test(arguments: StoredSamples.all.indices)
  func `every value comes back equal`(sample: Int) throws {
    let value = StoredSamples.all[sample]
    var writer = BinaryPropertyListWriter()
    let bytes = writer.document([(writer.add(.string("k")), writer.add(value))])
    let document = try PropertyListDocument(parsing: bytes)
    #expect(document.format == .binary)
    #expect(document.values == ["k": value])
  }

  @Test(arguments: [
    ([0x10, 0xFF], Defaults.StoredValue.integer(255)),
    ([0x11, 0xFF, 0xFF], .integer(65535)),
    ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .integer(-2)),
    ([0x22, 0x3F, 0xC0, 0x00, 0x00], .real(1.5)),
    ([0x62, 0xD8, 0x3E, 0xDD, 0x84], .string("🦄")),
    ([0x81, 0x01, 0x00], .uid(256)),
    ([0x4F, 0x10, 0x01, 0x2A], .data(Data([42]))),
  ])
  func `objects of other widths are understood`(
    object: [UInt8],
    expected: Defaults.StoredValue
  ) throws {
    let bytes = document([[0xD1, 1, 2], key, object])
    #expect(try PropertyListDocument(parsing: bytes).values == ["k": expected])
  }

  @Test(
    arguments: [
      [0x12, 0x00], [0x15], [0x21, 0, 0], [0x33, 0], [0x07], [0x70], [0xE0], [0x5F, 0x10],
      [0x51, 0x80], [0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xAF, 0x10, 0xFF],
      [0xDF, 0x11, 0xFF, 0xFF], [0xA1, 9], [0xA1, 2], [0xA1, 0], [0xD1, 2, 2],
    ] as [[UInt8]]
  )
  func `malformed objects are refused`(object: [UInt8]) {
    let bytes = document([[0xD1, 1, 2], key, object])
    #expect(throws: PropertyListError.self) { try PropertyListDocument(parsing: bytes) }
  }

  @Test func `a document cut off anywhere is refused`() throws {
    let bytes = document([[0xD1, 1, 2], key, [0x09]])
    #expect(try PropertyListDocument(parsing: bytes).values == ["k": .bool(true)])
    for count in 8..<bytes.count {
      #expect(throws: PropertyListError.self) {
        try PropertyListDocument(parsing: Array(bytes[..<count]))
      }
    }
  }

  @Test func `a root that is no dictionary is refused`() {
    #expect(throws: PropertyListError(reason: "the root is not a dictionary", byteOffset: 8)) {
      try PropertyListDocument(parsing: document([[0xA0]]))
    }
  }

  @Test func `shared objects that unfold without end are refused quickly`() {
    let levels = (3..<60).map { level in [0xA2, UInt8(level), UInt8(level)] }
    let bytes = document([[0xD1, 1, 2], key] + levels + [[0x09]])
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(parsing: bytes)
    }
    #expect(error?.reason == "shared objects unfold to too much")
  }

  @Test func `shared containers may not nest too deeply`() throws {
    func nested(_ count: Int) -> [UInt8] {
      var writer = BinaryPropertyListWriter()
      return writer.document([(writer.add(.string("k")), writer.add(StoredSamples.nested(count)))])
    }
    #expect(try PropertyListDocument(parsing: nested(511)).values["k"] == StoredSamples.nested(511))
    #expect(throws: PropertyListError.self) { try PropertyListDocument(parsing: nested(512)) }
  }

  @Test(
    arguments: [
      [[0x00]],
      [[0xC1, 4], [0x09]],
      [[0xB1, 4], [0x09]],
      [[0x61, 0xD8, 0x3E]],
      [[0x14] + Array(repeating: 0x11, count: 16)],
      [[0xA1, 4], [0x00]],
    ] as [[[UInt8]]]
  )
  func `values of unknown kinds are kept as they are`(objects: [[UInt8]]) throws {
    let bytes = document([[0xD1, 1, 3], key, [0x09]] + objects)
    var edited = try PropertyListDocument(parsing: bytes)
    let value = try #require(edited["k"])
    #expect(value.contains([.null, .opaque]))
    edited.apply(["a": .integer(1)])
    #expect(try PropertyListDocument(parsing: try edited.encoded()).values["k"] == value)
    #expect(
      try PropertyListDocument(parsing: PropertyListDocument(["k": value]).encoded()).values == [
        "k": value
      ]
    )
    let reader = try BinaryPropertyListReader(try edited.encoded())
    var keys: [Defaults.KeyName] = []
    let entries = try BinaryPropertyListDecoder.entries(of: reader) { keys.append($0) }
    #expect(keys == ["a", "k"])
    let kept = try reader.object(entries[1].valueObject).range
    #expect(reader.bytes[kept.lowerBound] == objects[0][0])

    var removed = try PropertyListDocument(parsing: try edited.encoded())
    let isChanged = removed.apply(["k": nil])
    #expect(isChanged)
    let rest = try BinaryPropertyListReader(try removed.encoded())
    let restKeys = try BinaryPropertyListDecoder.entries(of: rest).map {
      try rest.key($0.keyObject)
    }
    #expect(restKeys == ["a"])
  }

  @Test func `an edit keeps sharing and the order of keys`() throws {
    let bytes = document([
      [0xD3, 1, 2, 3, 4, 4, 4], [0x51, 0x7A], [0x51, 0x61], key, [0xA1, 5], [0x09],
    ])
    var edited = try PropertyListDocument(parsing: bytes)
    edited.apply(["k": .bool(false), "new": .bool(true)])
    let reader = try BinaryPropertyListReader(try edited.encoded())
    var keys: [Defaults.KeyName] = []
    let entries = try BinaryPropertyListDecoder.entries(of: reader) { keys.append($0) }
    #expect(keys == ["z", "a", "k", "new"])
    #expect(entries[0].valueObject == entries[1].valueObject)
  }
}
