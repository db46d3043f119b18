#if Fleet

import DefaultsCore
import DefaultsEtcd

extension EtcdCluster {
  /// Creates the description of the servers of an address.
  ///
  /// The files for TLS and the user are those of `etcdctl`: the variables `ETCDCTL_CACERT`, `ETCDCTL_CERT`,
  /// `ETCDCTL_KEY` and `ETCDCTL_USER`, which is `NAME:PASSWORD`, or `NAME` with `ETCDCTL_PASSWORD`.
  ///
  /// - Throws: a usage error if only a part of what belongs together is set.
  init(_ address: EtcdFleetAddress) throws(Failure) {
    let variables = EnvironmentText.variables
    self.init(address, authorities: variables["ETCDCTL_CACERT"])
    switch (variables["ETCDCTL_CERT"], variables["ETCDCTL_KEY"]) {
    case (let certificate?, let key?):
      tls?.identity = .init(certificate: certificate, privateKey: key)
    case (nil, nil): break
    default:
      throw Failure(.usage, "ETCDCTL_CERT and ETCDCTL_KEY must both be set, or neither of them.")
    }
    user = try Self.user(variables["ETCDCTL_USER"], variables["ETCDCTL_PASSWORD"])
  }

  /// Creates the description of the servers of an address, with TLS if its scheme asks for it.
  init(_ address: EtcdFleetAddress, authorities: String?) {
    self.init(endpoints: address.endpoints)
    allowsPlaintext = address.scheme == .plain
    if address.scheme == .encrypted { tls = TLS(authorities: authorities) }
  }

  /// Returns the user; as in `etcdctl`, the whole of the first text is the name if there is a password.
  private static func user(_ text: String?, _ password: String?) throws(Failure) -> User? {
    switch (text, password) {
    case (nil, nil): return nil
    case (nil, _?): throw Failure(.usage, "ETCDCTL_PASSWORD is set, but ETCDCTL_USER is not.")
    case (let name?, let password?): return User(name: name, password: password)
    case (let text?, nil):
      guard let user = User(text) else {
        throw Failure(
          .usage,
          "ETCDCTL_USER has no password; write it as NAME:PASSWORD, or set ETCDCTL_PASSWORD."
        )
      }
      return user
    }
  }
}

extension EtcdCluster.User {
  /// Creates a user from `NAME:PASSWORD`; nil for a text without a colon.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    self.init(name: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
  }
}

#endif
