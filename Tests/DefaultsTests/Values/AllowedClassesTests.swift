import Defaults
import Foundation
import Testing

/// An object that holds others, and does not name their classes when it decodes them.
class ArchivedPalette: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let swatch: ArchivedUnicorn?

  init(swatch: ArchivedUnicorn) { self.swatch = swatch }

  required init?(coder: NSCoder) {
    guard let object = coder.decodeObject(forKey: "swatch") as? ArchivedUnicorn else { return nil }
    swatch = object
  }

  func encode(with coder: NSCoder) { coder.encode(swatch, forKey: "swatch") }
}

final class OpenPalette: ArchivedPalette, Defaults.Serializable {
  static let bridge = Defaults.NSSecureCodingBridge<OpenPalette>(
    allowedClasses: [ArchivedUnicorn.self]
  )
}

struct AllowedClassesTests {
  private let suite = Defaults.Suite(inMemory: "allowed")

  @Test func `an object of an allowed class is decoded inside another`() {
    let key = Defaults.Key<OpenPalette?>("open", suite: suite)
    suite[key] = OpenPalette(swatch: ArchivedUnicorn(name: "red"))
    #expect(suite[key]?.swatch?.name == "red")
    #expect(suite.takeDiagnostics().isEmpty)
  }

  @Test func `an archive with an object of another class is not decoded`() throws {
    let archive = OpenPalette.bridge.serialize(OpenPalette(swatch: ArchivedUnicorn(name: "red")))
    let strict = Defaults.NSSecureCodingBridge<OpenPalette>(allowedClasses: [CodableUnicorn.self])
    #expect(OpenPalette.bridge.deserialize(archive)?.swatch?.name == "red")
    #expect(strict.deserialize(archive) == nil)
    #expect(strict.serialize(OpenPalette(swatch: ArchivedUnicorn(name: "red"))) == nil)
  }
}
