import ArgumentParser
import DefaultsCore
import EditorCore

struct DomainsCommand: NullCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains",
    abstract: "List the suites that store something.",
    discussion: """
      Those of other programs are listed with --all, also where nothing is set.

      --null prints one name after the other: prefs domains -z | xargs -0 -n 1 prefs check
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var null: NullOption

  @Flag(
    help:
      "List those of other programs too, as the editor does: of GNOME, of KDE, and files that are known."
  )
  var all: Bool = false

  @Flag(help: "Print JSON: a record for each suite.")
  var json: Bool = false

  func validate() throws {
    try null.check(json)
  }

  func run() throws {
    try shared.apply()
    let others = all ? Origin.installed.map(\.name) : []
    let names = try Defaults.ConfigurationHome().usedSuites() + others
    if json {
      try Output.writeRecords(names.map { Record([.suite: .string($0)]) })
    } else if null.isGiven {
      try Output.writeEntries(names)
    } else if !names.isEmpty {
      try Output.writeLines([names.joined(separator: ", ")])
    }
  }
}
