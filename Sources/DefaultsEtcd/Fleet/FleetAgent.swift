#if Fleet

public import DefaultsCore
import Synchronization

/// Keeps the files of a machine as its fleet has them in etcd.
///
/// ```swift
/// let agent = try FleetAgent(FleetMember(host: "web1", groups: ["web"]), of: fleet, version: "1")
/// await agent.run()
/// ```
///
/// The programs of the machine read only these files, in the layers of a suite, and never wait for the network.
/// The agent reads all suites once, and then applies the events of one watch; see ``FleetContents``. Each response
/// has all changes of a transaction, and each file that they concern is replaced once. Files of locked values are
/// replaced before those of overridable ones: a lock must not come late. While no server responds, the files stay
/// as they are.
///
/// A file that cannot be written holds up no other one: its suite stays due, and is tried again after a pause and
/// with the next change. Until then, the status of the machine keeps the revision before.
///
/// Values are checked before they are written, with the schema that is installed on the machine, else with the
/// one in etcd. So even a server with an intruder can only give values that the installed schemas accept.
public final class FleetAgent: Sendable {
  /// What the mirror is made of; only its task uses it.
  private struct State {
    var mirror: FleetMirror
    /// The contents of etcd; nil before they are read.
    var contents: FleetContents?
    /// Contents with a part of the events of a response.
    var partial: FleetContents?
    /// The suites whose files may differ from the contents.
    var due: Set<Defaults.KeyName> = []
    /// Why the files of suites could not be written.
    var failures: [Defaults.KeyName: String] = [:]
    /// What tries to write them again; nil if all could be written.
    var retry: Task<Void, Never>?
    var refusals: [Defaults.KeyName: [FleetRefusal]] = [:]
    var isConnected = false
    /// The failure that was logged last, since there was a connection.
    var failure: String?
  }

  let member: FleetMember
  let fleet: EtcdFleet
  private let installedSchema: @Sendable (String) -> FleetSchema?
  let log: @Sendable (String) -> Void
  private let state: Mutex<State>
  let presence: FleetPresence

  /// Creates an agent; nothing is connected yet.
  ///
  /// - Parameters:
  ///   - member: the machine.
  ///   - fleet: its fleet.
  ///   - directory: the directory of the files.
  ///   - version: the version of the agent, for its status.
  ///   - installedSchema: returns the schema of a suite that is installed on the machine; nil for none.
  ///   - log: gets a line for each event.
  /// - Throws: an error if the directory cannot be read.
  public init(
    _ member: FleetMember,
    of fleet: EtcdFleet,
    directory: String = Defaults.LayerDirectories().fleetDirectory,
    version: String,
    installedSchema: @escaping @Sendable (String) -> FleetSchema? = { _ in nil },
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(Defaults.StoreError) {
    self.member = member
    self.fleet = fleet
    self.installedSchema = installedSchema
    self.log = log
    state = Mutex(State(mirror: try FleetMirror(directory: directory)))
    presence = FleetPresence(FleetStatus(member, version: version), in: fleet)
  }

  /// Mirrors the fleet until the task is cancelled; then the machine is no longer reported as connected.
  public func run() async {
    await withDiscardingTaskGroup { group in
      // A thread of its own, because files are written on it.
      group.addTask(executorPreference: EtcdExecutor()) { await self.mirror() }
      group.addTask(executorPreference: EtcdExecutor.shared) {
        await self.presence.run(self.log)
      }
    }
    state.withLock { $0.retry?.cancel() }
  }

  /// Mirrors the fleet until a closure returns, which may block its thread.
  public func run(until isOver: () -> Void) {
    let task = Task(executorPreference: EtcdExecutor.shared) { await self.run() }
    isOver()
    task.cancel()
    // The closure throws no error.
    try? EtcdExecutor.shared.wait { () async throws(Defaults.StoreError) in await task.value }
  }

  private func mirror() async {
    var backoff = Backoff()
    while !Task.isCancelled {
      do throws(Defaults.StoreError) {
        if let request = try await request() {
          try await fleet.connection.watch(request, isRepeatable: false) { try self.receive($0) }
          if state.withLock({ $0.contents != nil }) { backoff.reset() }
        }
      } catch {
        if !Task.isCancelled, failed(error) { backoff.reset() }
        // To read all again would cost the servers as much as before, and fail in the same way.
        if FleetContents.isOfSize(error) { try? await Task.sleep(for: .seconds(60)) }
      }
      await backoff.wait()
    }
  }

  /// Returns the request for the events after the contents, which are read first if there are none; nil if
  /// they are to be read again.
  private func request() async throws(Defaults.StoreError) -> EtcdWatchRequest? {
    if state.withLock({ $0.contents == nil }) {
      let contents = try await FleetContents.read(fleet, for: member)
      state.withLock { state in
        connected(&state)
        state.contents = contents
        state.due = Set(contents.suites.keys).union(state.mirror.suites)
      }
    }
    return state.withLock { state in
      state.partial = nil
      apply(&state)
      return state.contents?.watch
    }
  }

  /// Receives a response of the watch, and returns whether more are wanted.
  private func receive(_ response: EtcdWatchResponse) throws -> Bool {
    let isCompacted = try response.isOfCompaction()
    return state.withLock { state in
      guard !isCompacted, var contents = state.partial ?? state.contents,
        !response.created
          || response.header.clusterID == contents.cluster
            && response.header.revision >= contents.revision
      else {
        log("events are missing, so all suites are read again")
        state.contents = nil
        return false
      }
      if response.created { connected(&state) }
      do throws(Defaults.StoreError) {
        state.due.formUnion(try contents.apply(response))
      } catch {
        log("\(error)")
        state.contents = nil
        return false
      }
      guard !response.fragment else {
        state.partial = contents
        return true
      }
      state.partial = nil
      state.contents = contents
      apply(&state)
      return true
    }
  }

  private func connected(_ state: inout State) {
    guard !state.isConnected else { return }
    state.isConnected = true
    state.failure = nil
    log("connected to \(fleet.connection.location), fleet \(fleet.name)")
  }

  /// Logs a failure unless it is that of the attempt before; returns whether a connection has ended.
  private func failed(_ error: Defaults.StoreError) -> Bool {
    let failure = "\(error)"
    let (wasConnected, isNew) = state.withLock { state in
      defer {
        state.isConnected = false
        state.failure = failure
      }
      return (state.isConnected, state.failure != failure)
    }
    if isNew { log(failure) }
    return wasConnected
  }
}

// MARK: - Files

extension FleetAgent {
  /// How long a file that could not be written is left alone.
  private static let pause = Duration.seconds(5)

  /// Writes the files of the suites that are due; those that cannot be written stay due.
  private func apply(_ state: inout State) {
    guard let contents = state.contents else { return }
    // The reasons for locks are in a suite of their own.
    state.due.formUnion(state.due.compactMap(FleetMirror.suite(ofReasons:)))
    let merges = state.due.sorted().map { name in
      (name, merge(name, contents, state.mirror.last(name)))
    }
    var failed: Set<Defaults.KeyName> = []
    func write(
      _ name: Defaults.KeyName,
      _ body: (inout FleetMirror) throws(Defaults.StoreError) -> Void
    ) {
      do throws(Defaults.StoreError) {
        try body(&state.mirror)
      } catch {
        failed.insert(name)
        let failure = "\(error)"
        if state.failures.updateValue(failure, forKey: name) != failure { log(failure) }
      }
    }
    for (name, merge) in merges where FleetMirror.suite(ofReasons: name) == nil {
      write(name) { mirror throws(Defaults.StoreError) in
        try mirror.writeReasons(merge.reasons, of: name)
        try mirror.write(merge.values[.managed] ?? [:], .managed, of: name)
      }
    }
    for (name, merge) in merges {
      write(name) { mirror throws(Defaults.StoreError) in
        try mirror.write(merge.values[.system] ?? [:], .system, of: name)
      }
    }
    report(merges.filter { !failed.contains($0.0) }, contents.revision, &state)
    state.failures = state.failures.filter { failed.contains($0.key) }
    state.due = failed
    if failed.isEmpty {
      presence.update { $0.revision = contents.revision }
    } else {
      writeAgain(&state)
    }
  }

  /// Tries after a pause to write what could not be written.
  private func writeAgain(_ state: inout State) {
    guard state.retry == nil else { return }
    state.retry = Task(executorPreference: EtcdExecutor()) { [weak self] in
      try? await Task.sleep(for: Self.pause)
      guard !Task.isCancelled, let self else { return }
      self.state.withLock { state in
        state.retry = nil
        self.apply(&state)
      }
    }
  }

  private func merge(
    _ name: Defaults.KeyName,
    _ contents: FleetContents,
    _ last: FleetMerge.Last
  ) -> FleetMerge {
    let suite = contents.suites[name] ?? FleetSuite()
    let schema = installedSchema(name.string) ?? suite.schema?.schema
    return FleetMerge(
      name,
      suite,
      reasons: contents.suites[FleetMirror.reasons(name)] ?? FleetSuite(),
      for: member,
      FleetRules(schema),
      last: last
    )
  }

  private func report(
    _ merges: [(Defaults.KeyName, FleetMerge)],
    _ revision: Int64,
    _ state: inout State
  ) {
    guard !merges.isEmpty else { return }
    let names = merges.prefix(FleetStatus.refusalLimit).map { MessageText.fact($0.0.string) }
    let others = merges.count - names.count
    log(
      "revision \(revision) is in the files of \(names.joined(separator: ", "))"
        + (others > 0 ? " and \(others) more" : "")
    )
    for (name, merge) in merges {
      let known = Set(state.refusals[name] ?? [])
      for refusal in merge.refusals.filter({ !known.contains($0) }).prefix(
        FleetStatus.refusalLimit
      ) {
        log(
          "\(MessageText.fact(refusal.suite)): \(MessageText.fact(refusal.key)) of \(refusal.scope) "
            + "is refused: \(refusal.reason)"
        )
      }
      state.refusals[name] = merge.refusals.isEmpty ? nil : merge.refusals
    }
    let refusals = state.refusals.sorted { $0.key < $1.key }.flatMap(\.value)
    presence.update { $0.setRefusals(refusals) }
  }
}

#endif
