import ArgumentParser

struct SnapshotDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Remove a snapshot, which cannot be undone; the suites stay as they are."
  )

  @OptionGroup var shared: SharedOptions

  @Argument(help: ArgumentHelp("The name of the snapshot.", valueName: "snapshot"))
  var name: String

  func run() throws {
    try shared.apply()
    try SnapshotFolder.remove(name)
  }
}
