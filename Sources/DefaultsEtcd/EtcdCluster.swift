#if Fleet

import DefaultsCore
import Glibc

/// The servers of an etcd cluster, and how to connect to them.
///
/// ```swift
/// var cluster = EtcdCluster(endpoints: [.init(host: "etcd1"), .init(host: "etcd2")])
/// cluster.tls = .init(authorities: "/etc/prefs/ca.pem")
/// cluster.user = .init(name: "laptop", password: password)
/// ```
///
/// A connection without TLS to another host is refused unless ``allowsPlaintext`` is set.
public struct EtcdCluster: Hashable, Sendable {
  /// The address of a server.
  public struct Endpoint: Hashable, Sendable {
    /// The name or IP address of the host.
    public var host: String
    /// The TCP port.
    public var port: Int

    /// Creates an address, by default with the port at which etcd listens for clients.
    public init(host: String, port: Int = 2379) {
      self.host = host
      self.port = port
    }

    /// The IP version of a host that is an address; nil for a name.
    var version: Int? {
      var address = in6_addr()
      if inet_pton(AF_INET, host, &address) == 1 { return 4 }
      return inet_pton(AF_INET6, host, &address) == 1 ? 6 : nil
    }

    /// Whether the host is this one, so that nothing is sent over a network.
    var isLoopback: Bool {
      host == "localhost" || host == "::1" || version == 4 && host.hasPrefix("127.")
    }
  }

  /// The files for TLS, all in the format PEM.
  public struct TLS: Hashable, Sendable {
    /// The path of the certificates that the server's certificate must be signed with; nil for those of
    /// the system.
    public var authorities: String?
    /// The paths of the client's certificate and its private key; nil if the server asks for none.
    public var identity: Identity?

    /// The certificate of a client.
    public struct Identity: Hashable, Sendable {
      /// The path of the certificate, followed by those that it is signed with.
      public var certificate: String
      /// The path of the private key.
      public var privateKey: String

      /// Creates an identity.
      public init(certificate: String, privateKey: String) {
        self.certificate = certificate
        self.privateKey = privateKey
      }
    }

    /// Creates a description of TLS.
    public init(authorities: String? = nil, identity: Identity? = nil) {
      self.authorities = authorities
      self.identity = identity
    }
  }

  /// A user of etcd.
  public struct User: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The password.
    public var password: String

    /// Creates a user.
    public init(name: String, password: String) {
      self.name = name
      self.password = password
    }
  }

  /// The servers, which are used in this order: the next one when one cannot be reached.
  public var endpoints: [Endpoint]
  /// How connections are encrypted; nil for connections without encryption.
  public var tls: TLS?
  /// The user; nil if the cluster does not know users, or takes them from the certificates of clients.
  public var user: User?
  /// Whether values, and the password, may be sent to other hosts without encryption.
  public var allowsPlaintext: Bool
  /// How long a server may take to respond before the next one is used.
  public var timeout: Duration

  /// Creates the description of a cluster.
  public init(
    endpoints: [Endpoint],
    tls: TLS? = nil,
    user: User? = nil,
    allowsPlaintext: Bool = false,
    timeout: Duration = .seconds(5)
  ) {
    self.endpoints = endpoints
    self.tls = tls
    self.user = user
    self.allowsPlaintext = allowsPlaintext
    self.timeout = timeout
  }

  /// The addresses in one text, without the password.
  var location: String {
    (tls == nil ? "etcd://" : "etcds://") + endpoints.map(\.text).joined(separator: ",")
  }

  /// Checks that there is a server, and that every connection that must be encrypted is.
  func check() throws(Defaults.StoreError) {
    func refuse(_ reason: MessageText) throws(Defaults.StoreError) {
      throw Defaults.StoreError(
        location: location,
        reason: reason.description,
        isTemporary: false
      )
    }
    if endpoints.isEmpty { try refuse("no server is given") }
    if let endpoint = endpoints.first(where: { !(1...65535).contains($0.port) }) {
      try refuse("\(endpoint.port) is not the number of a TCP port")
    }
    guard tls == nil, !allowsPlaintext, let remote = endpoints.first(where: { !$0.isLoopback })
    else { return }
    try refuse(
      "the connection to \(remote.host) would not be encrypted, so that others could read and change the values"
    )
  }
}

#endif
