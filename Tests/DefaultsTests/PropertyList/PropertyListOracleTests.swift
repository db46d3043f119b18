import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What another implementation can tell apart and write again.
private let common: [Defaults.KeyName: Defaults.StoredValue] = [
  "bool": .bool(true), "no": .bool(false), "zero": .integer(0), "one": .integer(1),
  "byte": .integer(255), "min": .integer(Int128(Int64.min)), "max": .integer(Int128(UInt64.max)),
  "real": .real(0.1), "whole": .real(2), "tiny": .real(.leastNonzeroMagnitude),
  "infinite": .real(.infinity), "text": .string("é 🦄 <&>\"' \n\t"), "empty": .string(""),
  "return": .string("a\rb\r\nc"), "blanks": .string("  x  "),
  "date": .date(Date(timeIntervalSinceReferenceDate: 795_173_213)),
  "old": .date(Date(timeIntervalSinceReferenceDate: -20_000_000_000)),
  "data": .data(Data((0...255).map { UInt8($0) })), "nothing": .data(Data()),
  "list": .array([.array([]), .dictionary([:]), .string("a"), .string("a")]),
  "map": .dictionary(["": .integer(1), "ключ": .array([.bool(true)])]),
]

private func encoded(
  _ values: [Defaults.KeyName: Defaults.StoredValue],
  _ format: PropertyListFormat
) throws -> [UInt8] {
  guard format == .binary else { return try PropertyListDocument(values).encoded() }
  var writer = BinaryPropertyListWriter()
  return writer.document(values.map { (writer.add(.string($0.key.string)), writer.add($0.value)) })
}

struct PropertyListOracleTests {
  @Test(arguments: [PropertyListFormat.xml, .binary])
  func `Foundation reads what we write and we read what it writes`(
    format: PropertyListFormat
  ) throws {
    let ours = Data(try encoded(common, format))
    let read = try PropertyListSerialization.propertyList(from: ours, format: nil)
    for form in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let theirs = try PropertyListSerialization.data(
        fromPropertyList: read,
        format: form,
        options: 0
      )
      let back = try PropertyListDocument(parsing: Array(theirs)).values
      #expect(back == common)
    }
  }

  @Test(arguments: [PropertyListFormat.xml, .binary])
  func `Python reads what we write and we read what it writes`(
    format: PropertyListFormat
  ) throws {
    for form in ["XML", "BINARY"] {
      let script = """
        import plistlib, sys
        value = plistlib.loads(sys.stdin.buffer.read())
        sys.stdout.buffer.write(plistlib.dumps(value, fmt=plistlib.FMT_\(form)))
        """
      var values = common
      // Python writes infinity as "inf" and a bare carriage return into XML.
      if form == "XML" { values["return"] = nil }
      let output = try Python.run(script, input: try encoded(values, format))
      #expect(try PropertyListDocument(parsing: output).values == values)
    }
  }

  @Test func `Foundation's own layout and ours are the same bytes`() throws {
    var values = common
    for key: Defaults.KeyName in ["real", "whole", "tiny", "infinite", "return"] {
      values[key] = nil
    }
    let ours = try encoded(values, .xml)
    let read = try PropertyListSerialization.propertyList(from: Data(ours), format: nil)
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: read,
      format: .xml,
      options: 0
    )
    #expect(String(decoding: theirs, as: UTF8.self) == String(decoding: ours, as: UTF8.self))
  }

  @Test func `others see a date with a fraction to the second in XML`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 795_173_213.75)
    let bytes = try encoded(["a": .date(date), "b": .bool(true)], .xml)
    let read = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let values = try #require(read as? [String: Any])
    #expect(values["a"] as? Date == Date(timeIntervalSinceReferenceDate: 795_173_213))
    #expect(values["b"] as? Bool == true)
    let script = "import plistlib, sys; print(plistlib.loads(sys.stdin.buffer.read())['a'])"
    let output = try Python.run(script, input: bytes)
    #expect(String(decoding: output, as: UTF8.self) == "2026-03-14 09:26:53\n")
  }

  @Test func `references of keyed archives survive Python's binary form`() throws {
    let values: [Defaults.KeyName: Defaults.StoredValue] = ["$top": .dictionary(["root": .uid(1)])]
    let script = """
      import plistlib, sys
      value = plistlib.loads(sys.stdin.buffer.read())
      assert value['$top']['root'] == plistlib.UID(1)
      sys.stdout.buffer.write(plistlib.dumps(value, fmt=plistlib.FMT_BINARY))
      """
    let output = try Python.run(script, input: try encoded(values, .binary))
    #expect(try PropertyListDocument(parsing: output).values == values)
  }

  @Test func `a keyed archive can be edited and unarchived`() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: [NSString("a"), NSNumber(value: 2)]),
      requiringSecureCoding: true
    )
    var document = try PropertyListDocument(parsing: Array(archive))
    document.apply(["extra": .string("x")])
    let unarchived = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSString.self, NSNumber.self],
      from: Data(try document.encoded())
    )
    #expect((unarchived as? NSArray)?.count == 2)
  }
}
