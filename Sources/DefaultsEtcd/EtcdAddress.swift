#if Fleet

/// The place of a suite in etcd as one text.
///
/// `etcds://HOST[:PORT],…/FLEET/SUITE[/SCOPE]` is a suite on servers with TLS, `etcd://…` one on servers without
/// it, which must be this host, and `etcd+plain://…` one on any servers without it. The scope is `all/system`
/// if there is none. Names are escaped as in the keys.
public struct EtcdAddress: Hashable, Sendable {
  /// How the servers are reached.
  public enum Scheme: String, Hashable, CaseIterable, Sendable {
    /// With TLS.
    case encrypted = "etcds"
    /// Without TLS, only on this host.
    case local = "etcd"
    /// Without TLS, on any host.
    case plain = "etcd+plain"
  }

  /// How the servers are reached.
  public var scheme: Scheme
  /// The servers.
  public var endpoints: [EtcdCluster.Endpoint]
  /// The name of the fleet.
  public var fleet: String
  /// The name of the suite.
  public var suite: String
  /// The machines that the values are for.
  public var scope: EtcdScope

  /// Creates an address by parsing a text; nil for one of another form.
  public init?(_ text: String) {
    guard let scheme = Self.scheme(of: text) else { return nil }
    let parts = text.dropFirst(scheme.rawValue.count + 3)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, let scope = EtcdScope(parts[3...]) else { return nil }
    let endpoints = parts[0].split(separator: ",", omittingEmptySubsequences: false)
      .map { EtcdCluster.Endpoint($0) }
    guard let fleet = EtcdName.decode(parts[1].utf8), let suite = EtcdName.decode(parts[2].utf8),
      !fleet.isEmpty, !suite.isEmpty, !endpoints.contains(nil)
    else { return nil }
    self.scheme = scheme
    self.endpoints = endpoints.compactMap { $0 }
    self.fleet = fleet
    self.suite = suite
    self.scope = scope
  }

  /// Returns the scheme of a text; nil if it begins with none.
  public static func scheme(of text: String) -> Scheme? {
    Scheme.allCases.first { text.hasPrefix("\($0.rawValue)://") }
  }

  /// The text, with the ports and the scope.
  public var text: String {
    let hosts = endpoints.map(\.text).joined(separator: ",")
    return
      "\(scheme.rawValue)://\(hosts)/\(EtcdName.encode(fleet))/\(EtcdName.encode(suite))/\(scope.path)"
  }
}

extension EtcdScope {
  /// Creates a scope from the parts of an address; `all/system` if there are none.
  fileprivate init?(_ parts: ArraySlice<Substring>) {
    guard let last = parts.last else {
      self.init(.all, .system)
      return
    }
    guard let part = Part(rawValue: String(last)), let kind = parts.first else { return nil }
    let names = parts.dropFirst().dropLast().map { EtcdName.decode($0.utf8) }
    switch (kind, names.count, names.first ?? nil) {
    case ("all", 0, nil): self.init(.all, part)
    case ("group", 1, let name?) where !name.isEmpty: self.init(.group(name), part)
    case ("host", 1, let name?) where !name.isEmpty: self.init(.host(name), part)
    default: return nil
    }
  }
}

extension EtcdCluster.Endpoint {
  /// Creates an address from `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`; nil for another text.
  fileprivate init?(_ text: Substring) {
    var (host, port) = (text, 2379)
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      let digits = text[text.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = UInt16(digits)
      else { return nil }
      (host, port) = (text[..<colon], Int(number))
    }
    // The colons of an address would be read as that of the port.
    if !host.hasPrefix("["), host.contains(":") { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: port)
  }

  /// The host and the port.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

#endif
