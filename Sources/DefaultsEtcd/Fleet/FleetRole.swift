#if Fleet

import FoundationEssentials

/// A role of etcd for those who use a fleet, with the keys that it permits to read or to write.
public struct FleetRole: Hashable, Sendable {
  /// What the users with a role do.
  public enum Kind: Hashable, Sendable {
    /// Changes values, and sees everything.
    case admin
    /// Sees everything, and changes nothing.
    case reader
    /// Mirrors the suites to the files of a machine.
    case agent(host: String)
  }

  /// A permission for one key, or for all that begin with it.
  public struct Permission: Hashable, Sendable {
    /// Whether the keys may be written too.
    public var canWrite: Bool
    /// The key, or the beginning of the keys, which ends with a slash.
    public var key: String
    /// Whether it is the beginning of keys.
    public var isPrefix: Bool

    fileprivate init(_ key: Data, canWrite: Bool, isPrefix: Bool) {
      self.key = String(decoding: key, as: UTF8.self)
      self.canWrite = canWrite
      self.isPrefix = isPrefix
    }
  }

  /// The name of the role, `prefs-office-admin` for example; also that of a user who has it.
  public var name: String
  /// What it permits.
  public var permissions: [Permission]

  /// The arguments for `etcdctl` that make the role, and a user who has it.
  ///
  /// The names and keys are escaped, so that a shell reads each of them as one word.
  public var commands: [[String]] {
    let grants = permissions.map { permission in
      ["role", "grant-permission", name] + (permission.isPrefix ? ["--prefix=true"] : [])
        + [permission.canWrite ? "readwrite" : "read", permission.key]
    }
    return [["role", "add", name]] + grants + [
      ["user", "add", name], ["user", "grant-role", name, name],
    ]
  }
}

extension EtcdFleet {
  /// Returns the role of a kind.
  public func role(_ kind: FleetRole.Kind) -> FleetRole {
    let prefix = "prefs-\(EtcdName.encode(name))"
    switch kind {
    case .admin:
      let all = FleetRole.Permission(FleetKey.all(name), canWrite: true, isPrefix: true)
      return FleetRole(name: "\(prefix)-admin", permissions: [all])
    case .reader:
      let all = FleetRole.Permission(FleetKey.all(name), canWrite: false, isPrefix: true)
      return FleetRole(name: "\(prefix)-reader", permissions: [all])
    case .agent(let host):
      // An agent reads and watches all suites at once, and keeps what concerns its machine.
      let suites = FleetRole.Permission(FleetKey.prefix(name), canWrite: false, isPrefix: true)
      let own = FleetRegister.allCases.map {
        FleetRole.Permission(key(of: host, in: $0), canWrite: true, isPrefix: false)
      }
      return FleetRole(
        name: "\(prefix)-agent-\(EtcdName.encode(host))",
        permissions: [suites] + own
      )
    }
  }
}

#endif
