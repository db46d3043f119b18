import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Binary property lists that Python's plistlib reads, and this library does not.
struct ForeignBinaryTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Returns a binary property list with one entry, and further objects from number 3 on.
  private static func binary(key: [UInt8], value: [UInt8], _ more: [UInt8]...) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in [[0xD1, 1, 2], key, value] + more {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(offsets.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }

  /// Documents that Python's plistlib reads, and this library does not.
  private static let foreign: [(String, [UInt8])] = [
    ("an integer as key", binary(key: [0x10, 7], value: [0x09])),
    ("data as key", binary(key: [0x42, 1, 2], value: [0x09])),
    ("a real number as key", binary(key: [0x22, 0x3F, 0x80, 0, 0], value: [0x09])),
    ("a fill byte as value", binary(key: [0x51, 0x6B], value: [0x0F])),
    (
      "an integer of 32 bytes",
      binary(key: [0x51, 0x6B], value: [0x15] + [UInt8](repeating: 1, count: 32))
    ),
    ("an integer as key of a member", binary(key: [0x51, 0x6B], value: [0xD1, 3, 1], [0x10, 7])),
  ]

  @Test(.thorough, arguments: foreign.indices)
  func `what another reader accepts is neither replaced nor set aside`(index: Int) throws {
    let (name, bytes) = Self.foreign[index]
    try directory.write(bytes, to: "suite.plist")
    let store = Defaults.PropertyListStore(file: directory.file("suite.plist"))
    let suite = Defaults.Suite(name: "foreign", store: store)
    suite.set(4, forKey: "count")
    let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    guard case .unreadable(let reason) = error?.cause, reason.isUnsupported else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(try directory.read("suite.plist") == bytes)
    #expect(try directory.names() == ["suite.plist"])
    // The next flush of the process must not wait for it.
    suite.removeObject(forKey: "count")
  }
}
