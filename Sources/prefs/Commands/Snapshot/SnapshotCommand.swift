import ArgumentParser

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Save the values of suites under a name, and return to them.",
    discussion: """
      Snapshots are files in prefs/snapshots of $XDG_STATE_HOME with mode 0600. They have no \
      secrets unless --secrets asks for them.
      """,
    subcommands: [
      SnapshotSaveCommand.self, SnapshotListCommand.self, SnapshotShowCommand.self,
      SnapshotDiffCommand.self, SnapshotRestoreCommand.self, SnapshotDeleteCommand.self,
    ]
  )
}
