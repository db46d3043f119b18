import ArgumentParser
import DefaultsCore

struct DomainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains",
    abstract: "List the suites that store something."
  )

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Print JSON: a record for each suite.")
  var json: Bool = false

  func run() throws {
    try shared.apply()
    let names = try Defaults.ConfigurationHome().usedSuites()
    if json {
      try Output.writeRecords(names.map { Record([.suite: .string($0)]) })
    } else if !names.isEmpty {
      try Output.writeLines([names.joined(separator: ", ")])
    }
  }
}
