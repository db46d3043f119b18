#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd

struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Show the machines of a fleet, and what it has for them.",
    discussion: """
      The values of a fleet are changed with the other commands, by their address: \
      prefs write etcds://HOST/FLEET/SUITE/group/NAME/managed KEY VALUE.
      """,
    subcommands: [FleetStatusCommand.self, FleetExplainCommand.self, FleetSuitesCommand.self]
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

  /// Opens the fleet.
  ///
  /// - Throws: ``Failure`` when none is named, or its address is none.
  func open() throws -> EtcdFleet {
    guard let fleet else {
      guard let configuration = try FleetConfiguration() else {
        throw Failure(
          .usage,
          "No fleet is named: use --fleet etcds://HOST,…/FLEET, or write \(path: FleetConfiguration.path)."
        )
      }
      return try EtcdFleet(configuration.address.fleet, on: configuration.cluster)
    }
    guard let address = EtcdFleetAddress(fleet) else {
      throw Failure(
        .usage,
        "\"\(fleet)\" is not the address of a fleet; that is written etcds://HOST:PORT,…/FLEET."
      )
    }
    return try EtcdFleet(address.fleet, on: EtcdCluster(address))
  }
}

#endif
