#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd

struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Show the machines of a fleet, what it has for them, and who has changed it.",
    discussion: """
      The values of a fleet are changed with the other commands, by their address: \
      prefs write etcds://HOST/FLEET/SUITE/group/NAME/managed KEY VALUE.
      """,
    subcommands: [
      FleetStatusCommand.self, FleetExplainCommand.self, FleetDiffCommand.self,
      FleetSuitesCommand.self, FleetHistoryCommand.self, FleetRollbackCommand.self,
      FleetRolesCommand.self,
    ]
  )
}

/// The option that names a fleet.
struct FleetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The fleet, etcds://HOST,…/FLEET; that of /etc/prefs/fleet.conf without it.",
      valueName: "address"
    )
  )
  var fleet: String?

  /// Opens the fleet, for changes by an author if there is one.
  ///
  /// - Throws: ``Failure`` when none is named, or its address cannot be parsed.
  func open(author: FleetAuthor? = nil) throws -> EtcdFleet {
    guard let fleet else {
      guard let configuration = try FleetConfiguration() else {
        throw Failure(
          .usage,
          "No fleet is named: use --fleet etcds://HOST,…/FLEET, or write \(path: FleetConfiguration.path)."
        )
      }
      return try EtcdFleet(configuration.address.fleet, on: configuration.cluster, author: author)
    }
    guard let address = EtcdFleetAddress(fleet) else {
      throw Failure(
        .usage,
        "\"\(fleet)\" is not the address of a fleet; that is written etcds://HOST:PORT,…/FLEET."
      )
    }
    return try EtcdFleet(address.fleet, on: EtcdCluster(address), author: author)
  }
}

extension EtcdFleet {
  /// Returns what a machine has reported last.
  ///
  /// - Throws: ``Failure`` when it has reported nothing.
  func status(of host: String, among machines: [FleetMachine]) throws(Failure) -> FleetStatus {
    let name = Defaults.KeyName(host)
    if let machine = machines.first(where: { Defaults.KeyName($0.status.member.host) == name }) {
      return machine.status
    }
    let near = NameSuggestion.sentence(near: host, among: machines.map(\.status.member.host))
    throw Failure(
      .notSet,
      "No machine \"\(host)\" has reported to the fleet \(self.name).\(near)"
    )
  }
}

#endif
