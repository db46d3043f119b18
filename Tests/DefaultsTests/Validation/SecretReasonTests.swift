import Testing

@testable import Defaults
@testable import DefaultsCore

/// The reasons of refused writes of secrets.
struct SecretReasonTests {
  private static let key: Defaults.KeyName = "k"

  @Test(arguments: [
    Defaults.WriteError.unsupported(key: key, reason: "the whole number 8675 is outside 0...9"),
    .invalid(key: key, .belowMinimum(value: "8675", minimum: "9999")),
    .invalid(key: key, .notANumber("8675")), .invalid(key: key, .tooLong(length: 8675, maximum: 9)),
    .invalid(key: key, .element(1, .notAColor("8675"))),
    .invalid(key: key, .wrongKind(found: "8675", expected: "Bool")),
    .refused(key: key, reason: .unsupportedType("8675")),
  ])
  func `a reason quotes no part of a secret`(error: Defaults.WriteError) {
    #expect(error.reason(isSecret: false).contains("8675"))
    #expect(!error.reason(isSecret: true).contains("8675"))
    #expect(!error.text(isSecret: true).contains("8675"))
  }

  @Test func `a reason that is not about the value is given`() {
    let locked = Defaults.WriteError.locked(key: Self.key, by: .init(location: "/etc/x"))
    let opaque = Defaults.WriteError.opaque(key: Self.key, kindName: "UID")
    for error in [locked, opaque, .overtaken(key: Self.key), .outdated([Self.key])] {
      #expect(error.reason(isSecret: true) == error.reason)
    }
  }
}
