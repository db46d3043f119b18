#if Fleet

import DefaultsCore
import DefaultsEtcd
import DefaultsSchema
import DefaultsTransfer
import Glibc
import Synchronization

/// Prints the machines of a fleet whose status has changed.
///
/// An event says only that something may have changed. Many events that come together, those of a thousand machines
/// that have got a change for example, cause one reading: the first one asks for it, and the others find that it is
/// still to come.
final class StatusFollower: Sendable {
  /// How long events are collected before the machines are read, in microseconds.
  private static let pause: useconds_t = 200_000

  private let fleet: EtcdFleet
  private let end: OutputEnd
  private let isJSON: Bool
  private let printed = Mutex<[Defaults.KeyName: JSONValue]>([:])
  private let isDue = Mutex(false)
  private let queue = SerialQueue("prefs.fleet.status")

  init(_ fleet: EtcdFleet, _ end: OutputEnd, asJSON isJSON: Bool) {
    self.fleet = fleet
    self.end = end
    self.isJSON = isJSON
  }

  /// Receives an event of the fleet on any thread.
  func receive(_ event: Defaults.StoreEvent) {
    if case .disconnected(let error) = event {
      return Output.writeError("\(error)")
    }
    let wasDue = isDue.withLock { isDue in
      defer { isDue = true }
      return isDue
    }
    guard !wasDue else { return }
    queue.async { [self] in
      usleep(Self.pause)
      isDue.withLock { $0 = false }
      do throws(Defaults.StoreError) {
        try printChanges()
      } catch {
        // The next event, at the latest that of the connection, causes the next reading.
        Output.writeError("\(error)")
      }
    }
  }

  /// Prints the machines that differ from what was printed last: at first all.
  func printChanges() throws(Defaults.StoreError) {
    let rows = try MachineRow.all(of: fleet)
    let records = Dictionary(rows.map { ($0.name, $0.record.json) }) { $1 }
    let old = printed.withLock { printed in
      defer { printed = records }
      return printed
    }
    let changed = rows.filter { old[$0.name] != records[$0.name] }
    let removed = old.keys.filter { records[$0] == nil }.sorted()
    end.attempt { () throws(Failure) in
      if isJSON {
        for row in changed { try Output.writeJSON(row.record.json, isIndented: false) }
        for name in removed {
          let record = Record([
            .host: .string(name.string), .result: .string(Plan.Result.removed.rawValue),
          ])
          try Output.writeJSON(record.json, isIndented: false)
        }
      } else {
        if !changed.isEmpty { try Output.writeLines(MachineRow.lines(changed)) }
        try Output.writeLines(removed.map { "\($0): no longer listed" })
      }
    }
  }
}

extension MachineRow {
  /// The name of the machine.
  fileprivate var name: Defaults.KeyName { Defaults.KeyName(status.member.host) }
}

#endif
