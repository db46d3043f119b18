public import DefaultsCore

extension Defaults {
  /// A place for secrets that is not the property list of a suite.
  public enum SecretPlace: Hashable, Sendable {
    /// The Secret Service of the user's session, such as GNOME Keyring, KWallet or KeePassXC.
    ///
    /// Secrets are encrypted on the disk. `libsecret-1.so.0` is loaded when the suite is first used.
    case secretService

    /// A keyring in the memory of the kernel, which is empty after a restart of the machine.
    case kernelKeyring(Keyring = .persistent)

    /// A property list that only the user can read, and that is not encrypted.
    ///
    /// Never used unless an app names it. The path must be absolute. A file that others can read is
    /// refused.
    case privateFile(path: String)

    /// A keyring of the kernel that all processes of a user share.
    public enum Keyring: String, Hashable, Sendable {
      /// The keyring that is kept for some days after its last use, also without a session.
      ///
      /// `/proc/sys/kernel/keys/persistent_keyring_expiry` is the time in seconds, 3 days by default.
      /// See `persistent-keyring(7)`.
      case persistent
      /// The keyring that is kept while the user has a process; see `user-keyring(7)`.
      case user
    }

    /// The places that are tried if none are named: the Secret Service, then the kernel keyring.
    public static let usual: [Self] = [.secretService, .kernelKeyring()]
  }
}
