import Defaults
import DefaultsTesting
import Foundation
import Testing

@testable import DefaultsSecrets

struct SecretTextTests {
  static let values = StoredSamples.all

  @Test(arguments: values)
  func `a value comes back, and its form can be a C string`(value: Defaults.StoredValue) throws {
    let bytes = try SecretText.bytes(value)
    #expect(!bytes.isEmpty && !bytes.contains(0))
    #expect(String(validating: bytes, as: UTF8.self) != nil)
    #expect(SecretText.value(bytes) == value)
  }

  @Test func `text is stored as it is`() throws {
    #expect(try SecretText.bytes(.string("hunter2")) == Array("hunter2".utf8))
  }

  @Test(arguments: ["", "a\u{0}b", "data:application/x-plist;base64,YQ=="])
  func `text that a place could not keep comes back as well`(text: String) throws {
    let bytes = try SecretText.bytes(.string(text))
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("data:application/x-plist;base64,"))
    #expect(SecretText.value(bytes) == .string(text))
  }

  @Test(arguments: [
    "data:application/x-plist;base64,YQ==", "data:application/x-plist;base64,%", "data:,a",
  ])
  func `what is no property list is text`(text: String) {
    #expect(SecretText.value(Array(text.utf8)) == .string(text))
  }

  @Test func `what is no text is data`() {
    #expect(SecretText.value([0xFF, 0]) == .data(Data([0xFF, 0])))
  }

  @Test(arguments: StoredSamples.texts)
  func `a name comes back without control characters`(name: String) {
    let escaped = SecretName.escaped(name)
    #expect(escaped.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    #expect(SecretName.unescaped(escaped.utf8).map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test(arguments: ["%", "%4", "%zz", "a%FF"])
  func `a name that was not escaped is none`(name: String) {
    #expect(SecretName.unescaped(name.utf8) == nil)
  }
}
