#if Fleet

/// A machine of a fleet, with the groups that it is in.
public struct FleetMember: Hashable, Sendable {
  /// The name of the machine.
  public var host: String
  /// The names of its groups; values for a later one have precedence.
  public var groups: [String]

  /// Creates a member.
  public init(host: String, groups: [String] = []) {
    self.host = host
    self.groups = groups
  }

  /// The machines whose values are for this one too, those with precedence first.
  public var machines: [EtcdScope.Machines] {
    [.host(host)] + groups.reversed().map { .group($0) } + [.all]
  }
}

#endif
