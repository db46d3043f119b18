import CSecrets
import DefaultsCore
import Glibc

/// The system calls of the kernel keyring.
enum KeyringCall {
  /// A system call that failed.
  struct Failure: Error {
    /// The name of the call.
    var call: String
    /// The error number.
    var number: Int32

    /// Whether the key is no longer there.
    var isAboutMissingKey: Bool { [ENOKEY, EKEYREVOKED, EKEYEXPIRED].contains(number) }

    /// Returns the reason and what can be done, as a phrase.
    func reason(for keyring: Defaults.SecretPlace.Keyring) -> String {
      let reason = "\(String(cString: strerror(number))) (\(call))"
      return switch number {
      case ENOSYS: "this kernel has no keyrings: \(reason)"
      case EOPNOTSUPP where keyring == .persistent:
        "this kernel has no persistent keyrings: \(reason)"
      case EPERM: "the kernel or the rules of a container refuse the system call: \(reason)"
      case EDQUOT:
        "the user's quota is used up: \(reason); remove keys, or raise "
          + "/proc/sys/kernel/keys/maxkeys and maxbytes"
      default: reason
      }
    }
  }

  /// Calls keyctl(2), and returns the result, such as the number of a key.
  static func call(
    _ operation: Int32,
    _ first: Int32,
    _ second: Int32
  ) -> Result<Int32, Failure> {
    let result = csecrets_keyctl(operation, word(first), word(second), 0)
    guard result >= 0 else { return .failure(Failure(call: "keyctl", number: errno)) }
    return .success(Int32(truncatingIfNeeded: result))
  }

  /// Returns the bytes that keyctl(2) reads about a key.
  static func bytes(_ operation: Int32, _ id: Int32) -> Result<[UInt8], Failure> {
    var size = 1024
    while true {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let address = UInt(bitPattern: buffer.baseAddress)
        result = csecrets_keyctl(operation, word(id), address, UInt(size))
        count = min(max(result, 0), size)
      }
      guard result >= 0 else { return .failure(Failure(call: "keyctl", number: errno)) }
      if result <= size { return .success(bytes) }
      // The content may be larger again at the next call.
      size = result
    }
  }

  /// Stores a payload as the key with a description, in place of the present one.
  static func addKey(
    _ description: String,
    _ payload: [UInt8],
    to ring: Int32
  ) -> Result<Void, Failure> {
    let result = csecrets_add_key("user", description, payload, payload.count, ring)
    return result < 0 ? .failure(Failure(call: "add_key", number: errno)) : .success(())
  }

  /// Returns a number as the kernel gets it: a negative one is a special keyring.
  private static func word(_ number: Int32) -> UInt { UInt(bitPattern: Int(number)) }
}
