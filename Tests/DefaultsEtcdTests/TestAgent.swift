#if Fleet

import Defaults
import DefaultsSchema
import Foundation
import TestSupport

@testable import DefaultsEtcd

/// An agent that runs in this process, with files in a directory of its own.
///
/// It ends when the object is released.
final class TestAgent: Sendable {
  /// The directory of the files.
  let directory: String
  /// The lines of its log.
  let log = Recorder<String>()
  private let task: Task<Void, Never>

  /// Starts an agent.
  init(
    _ host: String = "ada",
    groups: [String] = [],
    on cluster: EtcdCluster,
    in directory: String,
    schema: FleetSchema? = nil
  ) throws {
    self.directory = directory
    var cluster = cluster
    cluster.timeout = .seconds(2)
    let agent = try FleetAgent(
      FleetMember(host: host, groups: groups),
      of: EtcdFleet("fleet", on: cluster),
      directory: directory,
      version: "test",
      installedSchema: { _ in schema },
      log: { [log] in log.record($0) }
    )
    // Tests block the threads of Swift's pool.
    task = Task(executorPreference: EtcdExecutor.shared) { await agent.run() }
  }

  deinit {
    task.cancel()
  }

  /// Ends the agent, and waits until it has.
  func end() async {
    task.cancel()
    await task.value
  }

  /// Returns the values of a file, `managed/app` for example; none if there is no file.
  func values(_ name: String) -> [Defaults.KeyName: Defaults.StoredValue] {
    let store = Defaults.PropertyListStore(file: "\(directory)/\(name).plist")
    return (try? store.load(unlike: nil)?.values) ?? [:]
  }

  /// The names of all files below the directory, without those of locks.
  var files: Set<String> {
    let paths = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String }
    return Set((paths ?? []).filter { $0.hasSuffix(".plist") })
  }
}

extension EtcdServers {
  /// Stores a value of the suite `app` with etcdctl; nil removes it.
  func set(_ value: String?, at path: String) throws {
    let key = "/prefs/fleet/suites/\(path)"
    if let value { try control("put", key, "--", value) } else { try control("del", key) }
  }
}

#endif
