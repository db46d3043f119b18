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

  /// Creates a scope from the parts of a path; nil for another one.
  init?(_ parts: ArraySlice<ArraySlice<UInt8>>) {
    guard let last = parts.last, let part = Part(rawValue: String(decoding: last, as: UTF8.self))
    else { return nil }
    let names = parts.dropFirst().dropLast().map(EtcdName.decode)
    let kind = parts.first.map { String(decoding: $0, as: UTF8.self) }
    switch (kind, parts.count, names.first ?? nil) {
    case ("all", 2, nil): self.init(.all, part)
    case ("group", 3, let name?) where !name.isEmpty: self.init(.group(name), part)
    case ("host", 3, let name?) where !name.isEmpty: self.init(.host(name), part)
    default: return nil
    }
  }

  /// The scope as a part of the keys in etcd: `all/system` or `host/ada/managed`, for example.
  public var path: String {
    switch machines {
    case .all: "all/\(part)"
    case .group(let name): "group/\(EtcdName.encode(name))/\(part)"
    case .host(let name): "host/\(EtcdName.encode(name))/\(part)"
    }
  }
}

#endif
