#if Fleet

public import DefaultsCore
import FoundationEssentials
import SwiftProtobuf

/// A machine that has reported to its fleet.
public struct FleetMachine: Sendable {
  /// The last status that its agent has reported.
  public var status: FleetStatus
  /// Whether its agent is connected now.
  public var isOnline: Bool
}

/// What a fleet has in one scope of a suite.
public struct FleetCount: Hashable, Sendable {
  /// The name of the suite.
  public var suite: String
  /// The path of the scope, `group/web/managed` for example; nil for the schema.
  public var scope: String?
  /// The number of keys.
  public var keys: Int
}

/// The keys of all suites of a fleet, without their values.
public struct FleetListing: Sendable {
  fileprivate var places: [FleetPlace: Int] = [:]
  private var revisions: [Int64] = []
  /// The revision of the last commit with an author, which may have only removed keys.
  private var lastCommit: Int64 = 0

  /// The scopes that have keys, sorted by suite and path.
  public var counts: [FleetCount] {
    places.sorted { $0.key < $1.key }.map {
      FleetCount(suite: $0.key.suite.string, scope: $0.key.scope, keys: $0.value)
    }
  }

  /// Returns how many keys have changed since a revision; at least 1 if a commit with an author has removed some.
  ///
  /// Keys that a program has removed that names no author are not known.
  public func changes(after revision: Int64) -> Int {
    max(revisions.count { $0 > revision }, lastCommit > revision ? 1 : 0)
  }

  /// Adds an entry of the journal.
  fileprivate mutating func add(commit: EtcdKeyValue) {
    lastCommit = max(lastCommit, commit.modRevision)
  }

  /// Adds a key with the revision that changed it last.
  fileprivate mutating func add(_ keyValue: EtcdKeyValue, below prefix: Data) {
    let path = Data(keyValue.key.dropFirst(prefix.count))
    guard keyValue.key.starts(with: prefix), let (suite, key) = FleetKey.parse(path) else { return }
    revisions.append(keyValue.modRevision)
    var scope: String?
    if case .value(let place, _) = key { scope = place.path }
    places[FleetPlace(suite: suite, scope: scope), default: 0] += 1
  }
}

/// A scope of a suite; of names that look alike, each is one of its own.
private struct FleetPlace: Hashable, Comparable {
  let suite: Defaults.KeyName
  let scope: String?

  static func < (left: Self, right: Self) -> Bool {
    (left.suite, left.scope ?? "") < (right.suite, right.scope ?? "")
  }
}

extension EtcdFleet {
  /// Reads the machines that have ever reported, sorted by name; blocks the thread.
  public func machines() throws(Defaults.StoreError) -> [FleetMachine] {
    try EtcdExecutor.shared.wait { [self] () async throws(Defaults.StoreError) in
      let online = try await statuses(in: .hosts)
      let known = try await statuses(in: .members)
      return known.merging(online) { $1 }.sorted { $0.key < $1.key }.map { name, status in
        FleetMachine(status: status, isOnline: online[name] != nil)
      }
    }
  }

  /// Reports that a suite or the status of a machine may have changed, until the watch is cancelled.
  ///
  /// The first report comes when the watch begins. While nothing changes, nothing is sent or read.
  public func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> any Defaults.StoreWatch {
    let prefix = FleetKey.all(name)
    let request = EtcdWatchRequest.with {
      $0.create.key = prefix
      $0.create.rangeEnd = FleetKey.end(of: prefix)
      $0.create.fragment = true
    }
    return EtcdWatch(request, on: connection, report)
  }

  /// Reads the keys of all suites; blocks the thread.
  public func listing() throws(Defaults.StoreError) -> FleetListing {
    try EtcdExecutor.shared.wait { [self] () async throws(Defaults.StoreError) in
      let prefix = FleetKey.prefix(name)
      var listing = FleetListing()
      try await readPages(prefix, keysOnly: true) { page throws(Defaults.StoreError) in
        for bytes in page.kvs {
          listing.add(try EtcdContents.keyValue(bytes, at: connection.location), below: prefix)
        }
      }
      try await readPages(FleetJournal.prefix(name), keysOnly: true) {
        page throws(Defaults.StoreError) in
        for bytes in page.kvs {
          listing.add(commit: try EtcdContents.keyValue(bytes, at: connection.location))
        }
      }
      return listing
    }
  }

  /// Reads the statuses that name the machine under whose name they are stored.
  private func statuses(
    in register: FleetRegister
  ) async throws(Defaults.StoreError) -> [Defaults.KeyName: FleetStatus] {
    var statuses: [Defaults.KeyName: FleetStatus] = [:]
    try await readPages(FleetKey.prefix(name, register.rawValue)) {
      page throws(Defaults.StoreError) in
      for bytes in page.kvs {
        let keyValue = try EtcdContents.keyValue(bytes, at: connection.location)
        guard let status = FleetStatus(json: keyValue.value),
          key(of: status.member.host, in: register) == keyValue.key
        else { continue }
        statuses[Defaults.KeyName(status.member.host)] = status
      }
    }
    return statuses
  }
}

#endif
