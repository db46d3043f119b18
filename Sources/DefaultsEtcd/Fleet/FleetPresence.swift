#if Fleet

import DefaultsCore
import FoundationEssentials
import SwiftProtobuf
import Synchronization

/// Reports the status of an agent to its fleet, for as long as the agent runs.
///
/// The status is stored with a lease, which etcd ends by itself when nobody extends it: so a machine that has lost
/// its network or its power is known to be offline. It is stored a second time without a lease, so that the machine
/// stays listed. An agent that ends on purpose ends its lease at once.
final class FleetPresence: Sendable {
  /// How long a lease lasts without being extended, in seconds.
  static let duration: Int64 = 15
  /// The pause after each report, so that many changes in a row are one report.
  private static let pause = Duration.seconds(1)

  private let fleet: EtcdFleet
  private let status: Mutex<FleetStatus>
  private let wakes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(_ status: FleetStatus, in fleet: EtcdFleet) {
    self.status = Mutex(status)
    self.fleet = fleet
  }

  /// Changes the status, which is then reported.
  func update(_ change: (inout FleetStatus) -> Void) {
    status.withLock { change(&$0) }
    wakes.continuation.yield()
  }

  /// Reports the status until the task is cancelled.
  func run(_ log: @escaping @Sendable (String) -> Void) async {
    let ticker = Task(executorPreference: EtcdExecutor.shared) {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(Self.duration / 3))
        self.wakes.continuation.yield()
      }
    }
    defer { ticker.cancel() }
    var lease = Lease()
    var backoff = Backoff()
    var failure: String?
    while !Task.isCancelled {
      do throws(Defaults.StoreError) {
        for await _ in wakes.stream {
          try await report(&lease)
          backoff.reset()
          failure = nil
          try? await Task.sleep(for: Self.pause)
        }
      } catch {
        // That no server responds is reported by the mirror.
        if !error.isTemporary, failure != "\(error)" {
          failure = "\(error)"
          log("the status could not be reported: \(error)")
        }
        lease = Lease()
        await backoff.wait()
        self.wakes.continuation.yield()
      }
    }
    await end(lease)
  }

  /// A lease, and what was stored with it.
  private struct Lease {
    var id: Int64 = 0
    var extended = ContinuousClock.now
    var stored: FleetStatus?
  }

  /// Extends the lease if it is time, or makes one, and stores the status if it has changed.
  private func report(_ lease: inout Lease) async throws(Defaults.StoreError) {
    let now = ContinuousClock.now
    if lease.id != 0, now - lease.extended >= .seconds(Self.duration / 3) {
      let rest = try await fleet.connection.keepAlive(lease: lease.id)
      if rest > 0 { lease.extended = now } else { lease = Lease() }
    }
    if lease.id == 0 {
      let request = EtcdLeaseGrantRequest.with { $0.ttl = Self.duration }
      let response = try await fleet.connection.send(.grantLease, request, isRepeatable: true)
      lease = Lease(id: response.id)
    }
    var status = status.withLock { $0 }
    guard status != lease.stored else { return }
    lease.stored = status
    status.seen = Date()
    let request = EtcdTxnRequest.with {
      $0.success = FleetRegister.allCases.map { register in
        .with {
          $0.put.key = fleet.key(of: status.member.host, in: register)
          $0.put.value = status.json
          if register == .hosts { $0.put.lease = lease.id }
        }
      }
    }
    _ = try await fleet.connection.send(.transaction, request, isRepeatable: true)
  }

  /// Ends a lease, although the task is cancelled.
  private func end(_ lease: Lease) async {
    guard lease.id != 0 else { return }
    await Task(executorPreference: EtcdExecutor.shared) { [fleet] in
      // `try?`: a lease that cannot be ended now ends by itself.
      _ = try? await fleet.connection.send(
        .revokeLease,
        .with { $0.id = lease.id },
        isRepeatable: false
      )
    }.value
  }
}

/// Where the status of a machine is stored.
enum FleetRegister: String, CaseIterable {
  /// With a lease, while its agent is connected.
  case hosts
  /// For good.
  case members
}

extension EtcdFleet {
  /// Returns the key in etcd of the status of a machine.
  func key(of host: String, in register: FleetRegister) -> Data {
    FleetKey.prefix(name, register.rawValue) + Data(EtcdName.encode(host).utf8)
  }
}

#endif
