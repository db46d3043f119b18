#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd
import DefaultsSchema

struct FleetStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "List the machines of a fleet, and whether all changes have arrived there.",
    discussion: """
      A machine is listed since its agent was first connected. It is behind by the number of keys that \
      have changed since, or by 1 if keys were only removed.

      Ends with status 3 when a machine has refused values, else with status 1 when one is behind or \
      there is none.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions

  @Flag(help: "Print JSON: a record for each machine.")
  var json: Bool = false

  func run() throws {
    try shared.apply()
    let fleet = try options.open()
    // Read first, so that a change in between does not count as not arrived.
    let listing = try fleet.listing()
    let machines = try fleet.machines()
    guard !machines.isEmpty else {
      throw Failure(.notSet, "No machine of the fleet \(fleet.name) has reported.")
    }
    let latest = machines.map(\.status.revision).max() ?? 0
    let rows = machines.map { machine in
      let revision = machine.status.revision
      return MachineRow(
        machine: machine,
        behind: max(listing.changes(after: revision), revision < latest ? 1 : 0)
      )
    }
    if json {
      try Output.writeRecords(rows.map(\.record))
    } else {
      let heading = ["host", "state", "groups", "behind", "refused", "seen"]
      try Output.writeLines(TextTable.lines(heading: heading, rows.map(\.cells)))
      try Output.writeLines(machines.flatMap(\.status.refusalLines))
    }
    if rows.contains(where: { $0.machine.status.refusedCount > 0 }) {
      throw ExitCode(Status.invalidValue.rawValue)
    }
    if rows.contains(where: { $0.behind > 0 }) { throw ExitCode(Status.notSet.rawValue) }
  }
}

/// A machine, and by how many keys it is behind.
private struct MachineRow {
  let machine: FleetMachine
  let behind: Int

  private var status: FleetStatus { machine.status }

  var cells: [OutputLine.Part] {
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
