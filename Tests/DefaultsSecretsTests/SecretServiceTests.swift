import Defaults
import DefaultsTesting
import Foundation
import Testing

@testable import DefaultsSecrets

/// The place in the Secret Service, with the stand-in for libsecret.
struct SecretServiceTests {
  private static let library = Result { try FakeLibrary() }

  private static func items(_ suite: String) throws -> SecretService {
    SecretService(suiteName: suite, libraryName: try library.get().path)
  }

  private static func store(_ suite: String) throws -> Defaults.SecretStore {
    Defaults.SecretStore(
      suiteName: suite,
      candidates: [Defaults.SecretPlace.secretService.candidate(try items(suite))]
    )
  }

  @Test(arguments: StoreContract.Check.allCases)
  func `the service keeps the contract`(check: StoreContract.Check) async throws {
    let contract = StoreContract("Secret Service") {
      let suite = UUID().uuidString
      return StoreContract.Pair(store: try Self.store(suite), other: try Self.store(suite))
    }
    try await contract.run(check)
  }

  @Test func `a service that is not there is named with the reason`() throws {
    let error = #expect(throws: Defaults.StoreError.self) {
      try Self.store("unreachable").load(unlike: nil)
    }
    #expect(
      error?.description == """
        The store "secrets of unreachable" failed: there is no place for secrets \
        (Secret Service: Cannot autolaunch D-Bus without X11 $DISPLAY).
        """
    )
  }

  @Test func `a locked keyring is no reason to use another place`() throws {
    try Self.items("locked").store(Array("a".utf8), forKey: "seed")
    let store = Defaults.SecretStore(
      suiteName: "locked",
      candidates: [
        Defaults.SecretPlace.secretService.candidate(try Self.items("locked")),
        Defaults.SecretStore.Candidate(
          place: .kernelKeyring(),
          store: Defaults.InMemoryStore()
        ) { () throws(Defaults.StoreError) in },
      ]
    )
    #expect(try store.place() == .secretService)
    let error = #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
    #expect(error?.description.contains("the keyring is locked") == true)
    #expect(error?.isTemporary == false)
  }

  @Test func `a dialog that is closed refuses the secret`() throws {
    let error = #expect(throws: Defaults.StoreError.self) {
      try Self.store("locked-2").commit(["a": .string("b")])
    }
    #expect(error?.description.contains("the keyring is locked") == true)
  }

  @Test func `a commit that fails puts the other secrets back`() throws {
    let store = try Self.store("picky")
    try store.commit(["a": .string("old"), "b": .string("old")])
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit([
        "a": .string("new"), "b": nil, "c": .string("new"), "refused": .string("x"),
      ])
    }
    #expect(
      error?.briefReason == "The item was refused; the default keyring must exist and be unlocked"
    )
    #expect(try store.load(unlike: nil)?.values == ["a": .string("old"), "b": .string("old")])
  }

  @Test func `a library that is not installed is named`() {
    let items = SecretService(suiteName: "a", libraryName: "libmissing.so.0")
    let error = #expect(throws: Defaults.StoreError.self) { try items.connect() }
    #expect(error?.briefReason.contains("libmissing.so.0") == true)
    #expect(error?.briefReason.contains("install libsecret") == true)
  }

  @Test func `a library that lacks a function is refused`() {
    let items = SecretService(suiteName: "a", libraryName: "libc.so.6")
    let error = #expect(throws: Defaults.StoreError.self) { try items.connect() }
    #expect(error?.briefReason.contains("g_hash_table_new") == true)
  }

  @Test func `everything that the library returns is released`() throws {
    let library = try FakeLibrary()
    for suite in ["suite", "picky", "locked", "unreachable"] {
      let items = SecretService(suiteName: suite, libraryName: library.path)
      for key in ["seed", "other", "refused"] as [Defaults.KeyName] {
        try? items.store(Array("secret".utf8), forKey: key)
      }
      try? items.connect()
      _ = try? items.items()
      try? items.remove("other")
      try? items.remove("other")
    }
    #expect(try library.liveObjects == 0)
  }
}
