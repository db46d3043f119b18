#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd
import DefaultsSchema
import Glibc

struct AgentCommand: LiveCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Keep the files of this machine as its fleet has them in etcd.",
    discussion: """
      /etc/prefs/fleet.conf names the fleet and the groups of this machine. The values are stored in \
      /var/lib/prefs/fleet, where programs find them in the layers of their suites. While no server \
      responds, the files stay as they are.

      A line for each event is printed on standard error. SIGTERM ends the agent; the machine is then no \
      longer listed as connected.
      """
  )

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.apply(as: .administrator)
    let directories = Defaults.LayerDirectories()
    guard geteuid() == 0 || geteuid() == directories.managedOwner else {
      throw Failure(
        .inputOutputFailed,
        "Only an administrator can run the agent: programs do not trust the files of another user."
      )
    }
    guard let configuration = try FleetConfiguration() else {
      throw Failure(
        .usage,
        "\(path: FleetConfiguration.path) is missing; address = etcds://HOST,…/FLEET in it names the fleet."
      )
    }
    try AgentLock.acquire(directories.fleetDirectory)
    let agent = try FleetAgent(
      configuration.member,
      of: EtcdFleet(configuration.address.fleet, on: configuration.cluster),
      directory: directories.fleetDirectory,
      version: Version.number,
      installedSchema: Self.installedSchema,
      log: { Output.writeError(verbatim: $0) }
    )
    // The threads of the agent inherit the mask, so that only `sigwait` receives the signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    agent.run {
      ServiceManager.notify("READY=1")
      var signal: Int32 = 0
      while sigwait(&signals, &signal) != 0 {}
      ServiceManager.notify("STOPPING=1")
    }
  }

  /// Returns the schema of a suite that an administrator has installed on this machine; one that cannot be
  /// used accepts no value, as whoever damages it must not be able to store anything.
  @Sendable
  private static func installedSchema(_ suite: String) -> FleetSchema? {
    var options = KnownSchemas.readingOptions
    options.suite = { Defaults.Suite(name: $0, store: Defaults.InMemoryStore()) }
    let catalog = SchemaCatalog(searchPath: .ofCommand(), suiteName: suite, options: options)
    if let schema = catalog.finding(forSuite: suite)?.reading.schema { return .usable(schema) }
    return catalog.findings.contains { $0.suiteName == suite } ? .unusable : nil
  }
}

#endif
