#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd

struct FleetRolesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roles",
    abstract: "Print the commands of etcdctl that permit the users of a fleet what they need.",
    discussion: """
      The commands make a role and a user for administrators, for readers, and for the agent of each \
      HOST. etcdctl asks for the password of each user. Nothing is connected or changed.

      An agent can read all suites, and write only the status of its machine.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions

  @Argument(help: ArgumentHelp("The names of machines with an agent.", valueName: "host"))
  var hosts: [String] = []

  func run() throws {
    try shared.apply()
    let fleet = try options.open()
    if let host = hosts.first(where: \.isEmpty) {
      throw Failure(.usage, "\"\(host)\" is not the name of a machine.")
    }
    let kinds: [FleetRole.Kind] = [.admin, .reader] + hosts.map { .agent(host: $0) }
    var lines = kinds.map(fleet.role).flatMap(\.commands).map(Self.line)
    lines += [
      "# Once for the cluster, after all users are made; without auth everybody may do everything."
    ]
    lines += [
      ["user", "add", "root"], ["user", "grant-role", "root", "root"], ["auth", "enable"],
    ]
    .map(Self.line)
    try Output.writeLines(lines)
  }

  private static func line(_ arguments: [String]) -> String {
    (["etcdctl"] + arguments).joined(separator: " ")
  }
}

#endif
