import Defaults
import DefaultsTesting
import Foundation
import Testing

@testable import DefaultsSecrets

/// What the kernel says about a keyring; nil if it can be used.
///
/// The rules of a container may refuse the system calls, and then these tests have nothing to test.
private func refusal(of keyring: Defaults.SecretPlace.Keyring) -> String? {
  do throws(Defaults.StoreError) {
    try KernelKeyring(keyring: keyring, suiteName: "test").connect()
    return nil
  } catch {
    return "\(error)"
  }
}

/// The keyrings that the kernel allows this process.
private let keyrings = [Defaults.SecretPlace.Keyring.persistent, .user].filter {
  refusal(of: $0) == nil
}

/// A suite in a keyring of the kernel, whose keys are removed when the object is released.
private final class KeyringSuite: Sendable {
  let name = "org.example.test-\(UUID().uuidString)"
  let keyring: Defaults.SecretPlace.Keyring
  let otherNames = [".other", "/other"]

  init(_ keyring: Defaults.SecretPlace.Keyring) { self.keyring = keyring }

  deinit {
    for name in [name] + otherNames.map({ name + $0 }) {
      let items = KernelKeyring(keyring: keyring, suiteName: name)
      for key in (try? items.items().keys.sorted()) ?? [] { try? items.remove(key) }
    }
  }

  func items(_ addition: String = "") -> KernelKeyring {
    KernelKeyring(keyring: keyring, suiteName: name + addition)
  }

  func store() -> Defaults.SecretStore {
    Defaults.SecretStore(suiteName: name, places: [.kernelKeyring(keyring)])
  }
}

@Suite(
  .enabled(
    if: !keyrings.isEmpty,
    "The kernel refuses its keyrings to this process: \(refusal(of: .user) ?? "")"
  )
)
struct KernelKeyringTests {
  /// Samples that fit into the quota that most users have: 200 keys and 20 kB.
  private static let samples = StoredSamples(
    values: StoredSamples.all.filter { ((try? SecretText.bytes($0)) ?? []).count < 300 },
    keys: StoredSamples.texts.filter { $0.utf8.count < 1000 }.map { Defaults.KeyName($0) }
  )

  @Test(arguments: keyrings, StoreContract.Check.allCases)
  func `a keyring keeps the contract`(
    keyring: Defaults.SecretPlace.Keyring,
    check: StoreContract.Check
  ) async throws {
    let contract = StoreContract("kernel keyring", samples: Self.samples) {
      let suite = KeyringSuite(keyring)
      return StoreContract.Pair(store: suite.store(), other: suite.store(), owner: suite)
    }
    try await contract.run(check)
  }

  @Test(arguments: keyrings)
  func `suites with similar names have keys of their own`(
    keyring: Defaults.SecretPlace.Keyring
  ) throws {
    let suite = KeyringSuite(keyring)
    try suite.items().store([1], forKey: "other/a")
    try suite.items("/other").store([2], forKey: "a")
    try suite.items(".other").store([3], forKey: "a")
    #expect(try suite.items().items() == ["other/a": [1]])
    #expect(try suite.items("/other").items() == ["a": [2]])
    #expect(try suite.items(".other").items() == ["a": [3]])
  }

  @Test(arguments: keyrings)
  func `every thread of the process reads what one has stored`(
    keyring: Defaults.SecretPlace.Keyring
  ) async throws {
    let suite = KeyringSuite(keyring)
    try suite.items().store([1], forKey: "a")
    let values = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: Result { try suite.items().items() })
      }
    }
    #expect(try values.get() == ["a": [1]])
  }

  @Test(arguments: keyrings)
  func `the largest secret is stored, and a larger one is refused`(
    keyring: Defaults.SecretPlace.Keyring
  ) throws {
    let suite = KeyringSuite(keyring)
    let largest = String(repeating: "a", count: 32_767)
    // The quota of an ordinary user is smaller, and the kernel then says so.
    if geteuid() == 0 {
      try suite.store().commit(["a": .string(largest)])
      #expect(try suite.store().load(unlike: nil)?.values == ["a": .string(largest)])
    }
    let error = #expect(throws: Defaults.StoreError.self) {
      try suite.store().commit(["b": .string(largest + "a")])
    }
    let isUnsupported =
      if case .unsupportedValue("b", let reason) = error?.cause {
        reason.contains("32768 bytes")
      } else {
        false
      }
    #expect(isUnsupported, "\(String(describing: error))")
  }

  @Test(arguments: keyrings)
  func `a name that is too long is refused`(keyring: Defaults.SecretPlace.Keyring) {
    let suite = KeyringSuite(keyring)
    let key = Defaults.KeyName(String(repeating: "k", count: 5000))
    let error = #expect(throws: Defaults.StoreError.self) {
      try suite.store().commit([key: .string("a")])
    }
    #expect(error?.description.contains("too long") == true)
  }

  @Test(arguments: keyrings)
  func `another suite object reads the key after a flush`(
    keyring: Defaults.SecretPlace.Keyring
  ) throws {
    let owner = KeyringSuite(keyring)
    let suite = Defaults.Suite(secretsNamed: owner.name, in: [.kernelKeyring(keyring)])
    let other = Defaults.Suite(secretsNamed: owner.name, in: [.kernelKeyring(keyring)])
    let token = Defaults.Key<String?>("apiToken", suite: suite)
    #expect(other[token] == nil)
    Defaults[token] = "hunter2"
    try suite.flush()
    other.reload()
    #expect(other[token] == "hunter2")
    Defaults.reset(token)
    try suite.flush()
    other.reload()
    #expect(other[token] == nil)
  }
}

struct KeyringCallTests {
  @Test(arguments: [
    (ENOSYS, "has no keyrings"), (EOPNOTSUPP, "has no persistent keyrings"), (EPERM, "refuse"),
    (EDQUOT, "quota is used up"), (EACCES, "Permission denied (keyctl)"),
  ])
  func `an error says what can be done`(number: Int32, part: String) {
    let failure = KeyringCall.Failure(call: "keyctl", number: number)
    #expect(failure.reason(for: .persistent).contains(part))
  }

  @Test func `a failed call has its error number`() {
    let error = #expect(throws: KeyringCall.Failure.self) { try KeyringCall.call(-1, 0, 0).get() }
    #expect(error?.call == "keyctl")
    #expect(error.map { [EOPNOTSUPP, EPERM, ENOSYS].contains($0.number) } == true)
  }
}
