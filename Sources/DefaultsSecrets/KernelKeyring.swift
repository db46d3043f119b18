import CSecrets
import DefaultsCore
import Glibc

/// The secrets of a suite in a keyring of the kernel.
///
/// A secret is a key of the type `user` with the description `defaults/<suite>/<key>`. `keyctl show`
/// lists it, and `keyctl print` prints it. See `keyrings(7)`.
struct KernelKeyring: SecretItems {
  /// Which keyring has the secrets.
  let keyring: Defaults.SecretPlace.Keyring
  /// The name of the suite.
  let suiteName: String

  /// The limit of the kernel for one key, in bytes.
  private static let sizeLimit = 32_767
  /// The limit of the kernel for a description, in bytes.
  private static let descriptionLimit = 4095

  var location: String { "kernel keyring \"\(keyring)\" of user \(geteuid())" }

  func connect() throws(Defaults.StoreError) { _ = try ring() }

  func items() throws(Defaults.StoreError) -> [Defaults.KeyName: [UInt8]] {
    var items: [Defaults.KeyName: [UInt8]] = [:]
    for (id, key) in try keys() {
      if let secret = try found(KeyringCall.bytes(KEYCTL_READ, id)) { items[key] = secret }
    }
    return items
  }

  func store(_ secret: [UInt8], forKey key: Defaults.KeyName) throws(Defaults.StoreError) {
    let description = prefix + SecretName.escaped(key.string)
    let problem: String? =
      if secret.count > Self.sizeLimit {
        "it has \(secret.count) bytes, and a key of the kernel at most \(Self.sizeLimit)"
      } else if description.utf8.count > Self.descriptionLimit {
        "the names of suite and key are too long for the kernel"
      } else {
        nil
      }
    if let problem { throw .unsupported(problem, forKey: key, at: location) }
    try check(KeyringCall.addKey(description, secret, to: try ring()))
  }

  func remove(_ key: Defaults.KeyName) throws(Defaults.StoreError) {
    let ring = try ring()
    for (id, found) in try keys() where found == key {
      _ = try self.found(KeyringCall.call(KEYCTL_UNLINK, id, ring))
    }
  }

  /// The start of a description, with no slash in the name of the suite, so that no two suites have keys
  /// with the same description.
  private var prefix: String {
    "defaults/\(SecretName.escaped(suiteName).replacing("/", with: "%2F"))/"
  }

  /// Returns the number of the keyring.
  ///
  /// It is linked to the process keyring, because only what can be reached from there can be read.
  /// The kernel keeps that keyring for each thread, so every operation begins with this call; for the
  /// persistent keyring, it also starts the time until it expires anew.
  private func ring() throws(Defaults.StoreError) -> Int32 {
    switch keyring {
    case .persistent:
      return try check(KeyringCall.call(KEYCTL_GET_PERSISTENT, -1, KEY_SPEC_PROCESS_KEYRING))
    case .user:
      _ = try check(
        KeyringCall.call(KEYCTL_LINK, KEY_SPEC_USER_KEYRING, KEY_SPEC_PROCESS_KEYRING)
      )
      return try check(KeyringCall.call(KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 0))
    }
  }

  /// Returns the number and the name of each key of the suite.
  private func keys() throws(Defaults.StoreError) -> [(id: Int32, key: Defaults.KeyName)] {
    let content = try check(KeyringCall.bytes(KEYCTL_READ, try ring()))
    let ids = content.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 3, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
    }
    return ids.compactMap { id in name(of: id).map { (id, Defaults.KeyName($0)) } }
  }

  /// Returns the name of a key of the suite; nil for any other key.
  private func name(of id: Int32) -> String? {
    guard case .success(let description) = KeyringCall.bytes(KEYCTL_DESCRIBE, id) else {
      return nil  // It was removed meanwhile, or belongs to somebody else.
    }
    // The type, the user, the group, the permissions, the description and a NUL.
    let parts = description.split(
      separator: UInt8(ascii: ";"),
      maxSplits: 4,
      omittingEmptySubsequences: false
    )
    guard parts.count == 5, parts[0].elementsEqual("user".utf8),
      parts[4].starts(with: prefix.utf8)
    else { return nil }
    return SecretName.unescaped(parts[4].dropFirst(prefix.utf8.count).dropLast())
  }

  /// Returns the result of a call; throws when it failed.
  private func check<Value>(
    _ result: Result<Value, KeyringCall.Failure>
  ) throws(Defaults.StoreError) -> Value {
    try result.mapError { failure($0.reason(for: keyring)) }.get()
  }

  /// Returns the result of a call about a key; nil when the key is no longer there.
  private func found<Value>(
    _ result: Result<Value, KeyringCall.Failure>
  ) throws(Defaults.StoreError) -> Value? {
    if case .failure(let failure) = result, failure.isAboutMissingKey { return nil }
    return try check(result)
  }
}
