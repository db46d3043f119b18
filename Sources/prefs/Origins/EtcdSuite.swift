import DefaultsCore

#if Fleet

import DefaultsEtcd

/// A suite in etcd.
///
/// The files for TLS and the user are those of `etcdctl`: the variables `ETCDCTL_CACERT`, `ETCDCTL_CERT`,
/// `ETCDCTL_KEY` and `ETCDCTL_USER`, which is `NAME:PASSWORD`, or `NAME` with `ETCDCTL_PASSWORD`.
struct EtcdSuite {
  /// The name of the program, for people.
  static let title = "etcd"

  private let address: EtcdAddress
  private let cluster: EtcdCluster

  /// Returns whether an argument names a suite in etcd.
  static func isNamed(_ argument: String) -> Bool { EtcdAddress.scheme(of: argument) != nil }

  /// Creates a suite from an argument; nil if it names none in etcd.
  init?(_ argument: String) throws(Failure) {
    guard Self.isNamed(argument) else { return nil }
    guard let address = EtcdAddress(argument) else {
      throw Failure(
        .usage,
        "\"\(argument)\" is not the address of a suite in etcd; that is written "
          + "etcds://HOST:PORT,…/FLEET/SUITE or etcds://HOST:PORT,…/FLEET/SUITE/SCOPE, with a scope such as "
          + "all/managed, group/NAME/system or host/NAME/system. etcd:// is without TLS, for this host, and "
          + "etcd+plain:// without TLS for any host."
      )
    }
    self.address = address
    cluster = try Self.cluster(address)
  }

  /// The argument with what it may leave out.
  var name: String { address.text }

  /// The name that schema documents use for the suite.
  var schemaName: String { address.suite }

  /// A new store; one that always fails if nothing may be sent to its servers.
  var store: any Defaults.Store {
    do throws(Defaults.StoreError) {
      let fleet = try EtcdFleet(address.fleet, on: cluster)
      return EtcdStore(suite: address.suite, in: fleet, scope: address.scope)
    } catch {
      return UnavailableStore(error: error)
    }
  }

  /// Returns how the servers of an address are reached.
  ///
  /// - Throws: a usage error if only a part of what belongs together is set.
  private static func cluster(_ address: EtcdAddress) throws(Failure) -> EtcdCluster {
    let variables = EnvironmentText.variables
    var cluster = EtcdCluster(endpoints: address.endpoints)
    cluster.allowsPlaintext = address.scheme == .plain
    if address.scheme == .encrypted {
      var tls = EtcdCluster.TLS(authorities: variables["ETCDCTL_CACERT"])
      switch (variables["ETCDCTL_CERT"], variables["ETCDCTL_KEY"]) {
      case (let certificate?, let key?):
        tls.identity = .init(certificate: certificate, privateKey: key)
      case (nil, nil): break
      default:
        throw Failure(.usage, "ETCDCTL_CERT and ETCDCTL_KEY must both be set, or neither of them.")
      }
      cluster.tls = tls
    }
    cluster.user = try user(variables["ETCDCTL_USER"], variables["ETCDCTL_PASSWORD"])
    return cluster
  }
}

extension EtcdSuite {
  /// Returns the user; as in `etcdctl`, the whole of the first text is the name if there is a password.
  private static func user(
    _ text: String?,
    _ password: String?
  ) throws(Failure) -> EtcdCluster.User? {
    switch (text, password) {
    case (nil, nil): return nil
    case (nil, _?): throw Failure(.usage, "ETCDCTL_PASSWORD is set, but ETCDCTL_USER is not.")
    case (let name?, let password?): return .init(name: name, password: password)
    case (let text?, nil):
      guard let colon = text.firstIndex(of: ":") else {
        throw Failure(
          .usage,
          "ETCDCTL_USER has no password; write it as NAME:PASSWORD, or set ETCDCTL_PASSWORD."
        )
      }
      return .init(
        name: String(text[..<colon]),
        password: String(text[text.index(after: colon)...])
      )
    }
  }
}

#else

/// A suite in etcd, of which there is none without the trait `Fleet`.
enum EtcdSuite {
  static let title = "etcd"

  static func isNamed(_ argument: String) -> Bool { false }

  init?(_ argument: String) throws(Failure) { return nil }

  var name: String { switch self {} }
  var schemaName: String { switch self {} }
  var store: any Defaults.Store { switch self {} }
}

#endif
