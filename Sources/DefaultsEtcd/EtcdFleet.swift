#if Fleet

public import DefaultsCore

/// Machines whose suites are kept in one etcd cluster, under a common name.
///
/// ```swift
/// let fleet = try EtcdFleet("office", on: EtcdCluster(endpoints: [.init(host: "localhost")]))
/// let store = EtcdStore(suite: "org.example.Sketchbook", in: fleet, scope: .init(.all, .system))
/// let suite = Defaults.Suite(name: "org.example.Sketchbook", store: store)
/// ```
///
/// All its stores share one connection, which is made when the first of them is used.
public final class EtcdFleet: Sendable {
  /// The name of the fleet.
  public let name: String
  let connection: EtcdConnection

  /// Creates a fleet; nothing is connected yet.
  ///
  /// - Throws: an error if the cluster has no server, or one to which nothing may be sent without encryption.
  public init(_ name: String, on cluster: EtcdCluster) throws(Defaults.StoreError) {
    self.name = name
    connection = try EtcdConnection(cluster)
  }
}

#endif
