import ArgumentParser
import DefaultsCore
import DefaultsGSettings
import Glibc

/// Edits preferences in the terminal, and reads and writes them from scripts.
struct Prefs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefs",
    abstract: "Edit preferences in the terminal, and read and write them from scripts.",
    discussion: """
      Without a subcommand it opens the editor on every suite it can find.

      Exit status: 0 done, 1 different or not set, 2 usage, 3 invalid value, \
      4 locked, 5 conflict, 6 input or output failed.
      """,
    version: Version.text,
    subcommands: [
      EditCommand.self, DemoCommand.self, AskCommand.self, DomainsCommand.self, ReadCommand.self,
      WriteCommand.self, DeleteCommand.self, RenameCommand.self, FindCommand.self,
      ExportCommand.self, ImportCommand.self,
      CopyCommand.self, ApplyCommand.self,
      DiffCommand.self, WatchCommand.self, HistoryCommand.self, UndoCommand.self,
      RedoCommand.self, RestoreCommand.self, DescribeCommand.self, CheckCommand.self,
      LockCommand.self,
      UnlockCommand.self, LocksCommand.self, SnapshotCommand.self, DoctorCommand.self,
      SchemaCommand.self,
      CompleteCommand.self, ManualCommand.self, AccountCommand.self,
    ] + fleetCommands,
    defaultSubcommand: EditCommand.self
  )

  /// The commands that exist only with the trait `Fleet`.
  private static var fleetCommands: [any ParsableCommand.Type] {
    #if Fleet
    [AgentCommand.self, FleetCommand.self]
    #else
    []
    #endif
  }
}

/// A command whose JSON need not be an array of records.
protocol DocumentCommand: ParsableCommand {
  /// The form of its JSON, with the options that were given.
  var jsonForm: Record.Form { get }
}

extension DocumentCommand {
  var jsonForm: Record.Form { .document }
}

/// A command that shows changes while it runs, so that it needs threads.
protocol LiveCommand: ParsableCommand {}

@main
enum Main {
  static func main() {
    Output.claimStandardStreams()
    // Without this, SIGPIPE would kill the editor or a command in the middle of a commit.
    signal(SIGPIPE, SIG_IGN)
    // The tool's arguments must not become the argument layer of the suites that it shows.
    Defaults.ignoreLaunchArguments()
    // Each command prints what its user should know, in its own words.
    Defaults.setDiagnosticHandler(nil)
    do {
      try run()
    } catch {
      Output.writeError(verbatim: error.message)
      exit(error.status.rawValue)
    }
  }

  /// Runs the command that the arguments name.
  ///
  /// - Throws: ``Failure`` when it ends with a message; another status ends the process.
  private static func run() throws(Failure) {
    let arguments = try ProcessText.arguments()
    if arguments == [GSettingsHelper.argument] { GSettingsHelper.run() }
    do {
      if let script = try CompletionScript.requested(by: arguments) {
        return try Output.write(script.text)
      }
      try ProcessText.checkVariables()
      let invocation = try Invocation(arguments)
      var command = try invocation.command()
      if command is any LiveCommand {
        try ProcessLimits.check()
      } else {
        Defaults.disableBackgroundWork()
      }
      do {
        try command.run()
      } catch {
        if let failure = Failure(describing: error), failure.status != .usage,
          invocation.parsed.contains("--json"), jsonForm(of: command) == .records
        {
          try Output.writeRecords(failure.status == .notSet ? [] : [failure.record])
        }
        throw error
      }
    } catch {
      if let failure = Failure(describing: error) { throw failure }
      try finish(error, arguments)
    }
  }

  /// Returns the form of a command's JSON; a program that gets records gets one if the command fails, too.
  static func jsonForm(of command: any ParsableCommand) -> Record.Form {
    (command as? any DocumentCommand)?.jsonForm ?? .records
  }

  /// Prints the argument parser's message, and exits with this tool's status for it.
  ///
  /// - Throws: ``Failure`` when the help, the version or a script that was asked for cannot be
  ///   written.
  private static func finish(_ error: any Error, _ arguments: [String]) throws(Failure) -> Never {
    HelpWidth.apply()
    let message = Prefs.fullMessage(for: error)
    switch Prefs.exitCode(for: error) {
    case .success:
      try Output.write(message + (message.isEmpty ? "" : "\n"))
      exit(Status.done.rawValue)
    case .validationFailure:
      Output.writeError(verbatim: shortened(message, arguments))
      exit(Status.usage.rawValue)
    case let code:
      if !message.isEmpty { Output.writeError(verbatim: shortened(message, arguments)) }
      exit(code.rawValue)
    }
  }

  /// Returns a message of the parser with each argument in it as messages show it.
  private static func shortened(_ message: String, _ arguments: [String]) -> String {
    arguments.reduce(message) { message, argument in
      let shown = MessageText.fact(argument)
      return shown == argument ? message : message.replacing(argument, with: shown)
    }
  }
}
