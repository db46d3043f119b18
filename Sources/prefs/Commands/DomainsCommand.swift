import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct DomainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains",
    abstract: "List the suites that store something."
  )

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Print a JSON array.")
  var json: Bool = false

  func run() throws {
    try shared.apply()
    let names = try Defaults.ConfigurationHome().usedSuites()
    if json {
      try Output.writeJSON(.array(names.map { .string($0) }))
    } else if !names.isEmpty {
      try Output.writeLines([names.joined(separator: ", ")])
    }
  }
}
