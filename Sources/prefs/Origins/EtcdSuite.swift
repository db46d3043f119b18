import DefaultsCore

#if Fleet

import DefaultsEtcd

/// A suite in etcd.
///
/// The environment has the files for TLS and the user, see `EtcdCluster.init(_:)`.
struct EtcdSuite {
  /// The name of the program, for people.
  static let title = "etcd"

  private let address: EtcdAddress
  private let cluster: EtcdCluster

  /// Returns whether an argument names a suite in etcd.
  static func isNamed(_ argument: String) -> Bool { EtcdFleetAddress.scheme(of: argument) != nil }

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
    cluster = try EtcdCluster(address.place)
  }

  /// The argument with what it may leave out.
  var name: String { address.text }

  /// The name that schema documents use for the suite.
  var schemaName: String { address.suite }

  /// A new store; one that always fails if nothing may be sent to its servers.
  var store: any Defaults.Store {
    do throws(Defaults.StoreError) {
      let fleet = try EtcdFleet(
        address.place.fleet,
        on: cluster,
        author: .current(program: "prefs")
      )
      return EtcdStore(suite: address.suite, in: fleet, scope: address.scope)
    } catch {
      return UnavailableStore(error: error)
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
