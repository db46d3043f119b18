#if Fleet

import ArgumentParser
import DefaultsCore
import DefaultsEtcd

struct FleetSuitesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suites",
    abstract: "List the suites of a fleet, with the number of keys in each scope.",
    discussion: "Ends with status 1 when there is none."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var options: FleetOptions

  @Flag(help: "Print JSON: a record for each scope of a suite.")
  var json: Bool = false

  func run() throws {
    try shared.apply()
    let fleet = try options.open()
    let counts = try fleet.listing().counts
    guard !counts.isEmpty else {
      throw Failure(.notSet, "The fleet \(fleet.name) has no suites.")
    }
    if json {
      try Output.writeRecords(
        counts.map { count in
          Record([
            .suite: .string(count.suite), .scope: .string(count.scope ?? "schema"),
            .keys: count.scope.map { _ in .number("\(count.keys)") },
          ])
        }
      )
    } else {
      let rows = counts.map { count in
        [count.suite, count.scope ?? "schema", count.scope == nil ? "" : "\(count.keys)"].map {
          OutputLine.Part(text: $0)
        }
      }
      try Output.writeLines(TextTable.lines(heading: ["suite", "scope", "keys"], rows))
    }
  }
}

#endif
