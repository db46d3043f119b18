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
  /// Who makes the changes of this process; nil if etcd does not get to know.
  public let author: FleetAuthor?
  let connection: EtcdConnection

  /// Creates a fleet; nothing is connected yet.
  ///
  /// With an author, each commit also stores who has made it and when. A user of etcd then needs the permission to
  /// write the keys below `/prefs/<fleet>/journal/`.
  ///
  /// - Throws: an error if the cluster has no server, or one to which nothing may be sent without encryption.
  public init(
    _ name: String,
    on cluster: EtcdCluster,
    author: FleetAuthor? = nil
  ) throws(Defaults.StoreError) {
    self.name = name
    self.author = author
    connection = try EtcdConnection(cluster)
  }
}

#endif
