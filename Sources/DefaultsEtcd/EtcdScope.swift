#if Fleet

/// The machines that values are for, and whether these may override them.
public struct EtcdScope: Hashable, Sendable {
  /// The machines.
  public enum Machines: Hashable, Sendable {
    /// All machines of the fleet.
    case all
    /// The machines of a group.
    case group(String)
    /// One machine.
    case host(String)
  }

  /// What the values are on a machine.
  public enum Part: String, Hashable, CaseIterable, Sendable {
    /// Locked values.
    case managed
    /// Values that a user can override.
    case system
  }

  /// The machines that the values are for.
  public var machines: Machines
  /// What the values are there.
  public var part: Part

  /// Creates a scope.
  public init(_ machines: Machines, _ part: Part) {
    self.machines = machines
    self.part = part
  }

  /// The scope as a part of the keys in etcd: `all/system` or `host/ada/managed`, for example.
  var path: String {
    switch machines {
    case .all: "all/\(part)"
    case .group(let name): "group/\(EtcdName.encode(name))/\(part)"
    case .host(let name): "host/\(EtcdName.encode(name))/\(part)"
    }
  }
}

#endif
