#if Fleet

/// The place of a fleet in etcd as one text.
///
/// `etcds://HOST[:PORT],…/FLEET` is a fleet on servers with TLS, `etcd://…` one on servers without it, which must
/// be this host, and `etcd+plain://…` one on any servers without it. The name is escaped as in the keys.
public struct EtcdFleetAddress: Hashable, Sendable {
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

  /// Creates an address by parsing a text; nil for one of another form.
  public init?(_ text: String) {
    guard let (address, rest) = Self.parse(text), rest.isEmpty else { return nil }
    self = address
  }

  private init(_ scheme: Scheme, _ endpoints: [EtcdCluster.Endpoint], _ fleet: String) {
    self.scheme = scheme
    self.endpoints = endpoints
    self.fleet = fleet
  }

  /// Parses a text, and returns the parts of its path after the fleet; nil for one of another form.
  static func parse(_ text: String) -> (EtcdFleetAddress, rest: ArraySlice<Substring>)? {
    guard let scheme = scheme(of: text) else { return nil }
    let parts = text.dropFirst(scheme.rawValue.count + 3)
      .split(separator: "/", omittingEmptySubsequences: false)
    let endpoints = parts[0].split(separator: ",", omittingEmptySubsequences: false)
      .map { EtcdCluster.Endpoint($0) }
    guard parts.count > 1, let fleet = EtcdName.decode(parts[1].utf8), !fleet.isEmpty,
      !endpoints.contains(nil)
    else { return nil }
    return (EtcdFleetAddress(scheme, endpoints.compactMap { $0 }, fleet), parts[2...])
  }

  /// Returns the scheme of a text; nil if it begins with none.
  public static func scheme(of text: String) -> Scheme? {
    Scheme.allCases.first { text.hasPrefix("\($0.rawValue)://") }
  }

  /// The text, with the ports.
  public var text: String {
    let hosts = endpoints.map(\.text).joined(separator: ",")
    return "\(scheme.rawValue)://\(hosts)/\(EtcdName.encode(fleet))"
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
