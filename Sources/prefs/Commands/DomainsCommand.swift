import ArgumentParser
import DefaultsCore

struct DomainsCommand: NullCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains",
    abstract: "List the suites that store something.",
    discussion: """
      --null prints one name after the other: prefs domains -z | xargs -0 -n 1 prefs check
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var null: NullOption

  @Flag(help: "Print JSON: a record for each suite.")
  var json: Bool = false

  func validate() throws {
    try null.check(json)
  }

  func run() throws {
    try shared.apply()
    let names = try Defaults.ConfigurationHome().usedSuites()
    if json {
      try Output.writeRecords(names.map { Record([.suite: .string($0)]) })
    } else if null.isGiven {
      try Output.writeEntries(names)
    } else if !names.isEmpty {
      try Output.writeLines([names.joined(separator: ", ")])
    }
  }
}
