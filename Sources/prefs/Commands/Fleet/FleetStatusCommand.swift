#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd

struct FleetStatusCommand: LiveCommand, DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "List the machines of a fleet, and whether all changes have arrived there.",
    discussion: """
      A machine is listed since its agent was first connected. It is behind by the number of keys that \
      have changed since, or by 1 if prefs has only removed keys.

      With --watch, each machine is listed again when it changes, until interrupted; nothing \
      is asked meanwhile.

      Ends with status 3 when a machine has refused values, else with status 1 when one is behind or \
      there is none.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions

  @Flag(help: "Print the machines that change, until interrupted.")
  var watch: Bool = false

  var jsonForm: Record.Form { watch ? .record : .records }

  @Flag(help: "Print JSON: a record for each machine; with --watch, each on a line.")
  var json: Bool = false

  func run() throws {
    try shared.apply()
    let fleet = try options.open()
    if watch { return try follow(fleet) }
    let rows = try MachineRow.all(of: fleet)
    guard !rows.isEmpty else {
      throw Failure(.notSet, "No machine of the fleet \(fleet.name) has reported.")
    }
    if json {
      try Output.writeRecords(rows.map(\.record))
    } else {
      try Output.writeLines(MachineRow.lines(rows))
    }
    if rows.contains(where: { $0.status.refusedCount > 0 }) {
      throw ExitCode(Status.invalidValue.rawValue)
    }
    if rows.contains(where: { $0.behind > 0 }) { throw ExitCode(Status.notSet.rawValue) }
  }

  /// Prints all machines, and then those that change, until the reader of the output is gone.
  private func follow(_ fleet: EtcdFleet) throws {
    try Output.checkIsOpen()
    let end = try OutputEnd()
    let follower = StatusFollower(fleet, end, asJSON: json)
    try follower.printChanges()
    let watch = fleet.watch { follower.receive($0) }
    defer { watch.cancel() }
    try end.wait()
  }
}

#endif
