import ArgumentParser
import DefaultsCore
import DefaultsTransfer

struct SnapshotDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Remove a snapshot, which cannot be undone; the suites stay as they are.",
    discussion: """
      In a SNAPSHOT, * stands for any text and ? for one character.
      """
  )

  @OptionGroup var shared: SharedOptions

  @Argument(help: ArgumentHelp("The name of the snapshot.", valueName: "snapshot"))
  var name: String

  func run() throws {
    try shared.apply()
    let names = try SnapshotFolder.names()
    let existing = Set(names.map { Defaults.KeyName($0) })
    switch NameChoice(name, exists: existing.contains) {
    case .name(let name): try SnapshotFolder.remove(name)
    case .pattern(let glob):
      var choice = SuiteChoice(names: names.filter(glob.matches), isPattern: true, noun: .snapshot)
      guard !choice.names.isEmpty else {
        throw Failure(.notSet, "No snapshot matches \"\(name)\".")
      }
      try choice.confirm(changing: choice.names.count)
      try choice.forEach(SnapshotFolder.remove)
      try choice.finish()
    }
  }
}
