#if Fleet

import DefaultsCore
import DefaultsEtcd
import DefaultsSchema

/// A machine, and by how many keys it is behind.
struct MachineRow {
  let machine: FleetMachine
  let behind: Int

  /// What the machine has reported last.
  var status: FleetStatus { machine.status }

  /// Reads all machines of a fleet.
  static func all(of fleet: EtcdFleet) throws(Defaults.StoreError) -> [MachineRow] {
    // Read first, so that a change in between does not count as not arrived.
    let listing = try fleet.listing()
    return try fleet.machines().map { machine in
      MachineRow(machine: machine, behind: listing.changes(after: machine.status.revision))
    }
  }

  /// Returns a table of machines, and below it the first of their refused values.
  static func lines(_ rows: [MachineRow]) -> [OutputLine] {
    let heading = ["host", "state", "groups", "behind", "refused", "seen"]
    return TextTable.lines(heading: heading, rows.map(\.cells))
      + rows.flatMap(\.status.refusalLines).map { OutputLine($0) }
  }

  private var cells: [OutputLine.Part] {
    [
      .init(text: status.member.host),
      .init(
        text: machine.isOnline ? "online" : "offline",
        role: machine.isOnline ? .plain : .changed
      ),
      .init(text: status.member.groups.joined(separator: ", ")),
      .init(text: "\(behind)", role: behind > 0 ? .changed : .plain),
      .init(text: "\(status.refusedCount)", role: status.refusedCount > 0 ? .bad : .plain),
      .init(text: LocalClock.system.text(status.seen)),
    ]
  }

  /// The record of the machine.
  var record: Record {
    Record([
      .host: .string(status.member.host),
      .groups: .array(status.member.groups.map { .string($0) }), .online: .bool(machine.isOnline),
      .revision: .number("\(status.revision)"), .behind: .number("\(behind)"),
      .refused: .number("\(status.refusedCount)"),
      .refusals: .array(status.refusals.map(\.record.json)),
      .time: .string(DateText.iso8601(status.seen)),
    ])
  }
}

extension FleetStatus {
  /// The first of the refused values, a line for each.
  fileprivate var refusalLines: [String] {
    refusals.map {
      "\(member.host): \($0.suite): \($0.key) of \($0.scope) is refused: \($0.reason)"
    }
  }
}

extension FleetRefusal {
  fileprivate var record: Record {
    Record([
      .suite: .string(suite), .key: .string(key), .scope: .string(scope), .refusal: .string(reason),
    ])
  }
}

#endif
