#if Fleet

/// The place of a suite in etcd as one text.
///
/// `etcds://HOST[:PORT],…/FLEET/SUITE[/SCOPE]` is a suite on servers with TLS, `etcd://…` one on servers without
/// it, which must be this host, and `etcd+plain://…` one on any servers without it. The scope is `all/system`
/// if there is none. Names are escaped as in the keys.
public struct EtcdAddress: Hashable, Sendable {
  /// The servers and the fleet.
  public var place: EtcdFleetAddress
  /// The name of the suite.
  public var suite: String
  /// The machines that the values are for.
  public var scope: EtcdScope

  /// Creates an address by parsing a text; nil for one of another form.
  public init?(_ text: String) {
    guard let (place, rest) = EtcdFleetAddress.parse(text), let first = rest.first,
      let suite = EtcdName.decode(first.utf8), !suite.isEmpty
    else { return nil }
    let path = rest.dropFirst().map { Array($0.utf8)[...] }
    guard let scope = path.isEmpty ? EtcdScope(.all, .system) : EtcdScope(path[...]) else {
      return nil
    }
    self.place = place
    self.suite = suite
    self.scope = scope
  }

  /// The text, with the ports and the scope.
  public var text: String { "\(place.text)/\(EtcdName.encode(suite))/\(scope.path)" }
}

#endif
