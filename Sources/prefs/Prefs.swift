import ArgumentParser
import Defaults
import Glibc

/// Edits preferences in the terminal, and reads and writes them from scripts.
struct Prefs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefs",
    abstract: "Edit preferences in the terminal, and read and write them from scripts.",
    discussion: """
      Without a subcommand it opens the editor on every suite it can find.

      Exit status: 0 done, 1 not set, 2 usage, 3 invalid value, 4 locked,
      5 conflict, 6 input or output failed.
      """,
    version: "0.1.0",
    subcommands: [
      EditCommand.self, DemoCommand.self, DomainsCommand.self, ReadCommand.self,
      WriteCommand.self, DeleteCommand.self, WatchCommand.self, HistoryCommand.self,
      UndoCommand.self, RedoCommand.self, CheckCommand.self, SchemaCommand.self,
    ],
    defaultSubcommand: EditCommand.self
  )
}

/// A command that shows changes while it runs, so that it needs threads.
protocol LiveCommand: ParsableCommand {}

@main
enum Main {
  static func main() {
    // Without this, SIGPIPE would kill a command whose output is closed early, as `head` does.
    signal(SIGPIPE, SIG_IGN)
    // The tool's arguments must not become the argument layer of the suites that it shows.
    Defaults.ignoreLaunchArguments()
    // Each command prints what its user should know, in its own words.
    Defaults.setDiagnosticHandler(nil)
    do {
      var command = try Prefs.parseAsRoot(SharedOptions.hoisted(CommandLine.arguments.dropFirst()))
      if command is any LiveCommand {
        try ProcessLimits.check()
      } else {
        Defaults.disableBackgroundWork()
      }
      try command.run()
    } catch let failure as Failure {
      Output.writeError(failure.message)
      exit(failure.status.rawValue)
    } catch let error as Defaults.WriteError {
      let failure = Failure(error)
      Output.writeError(failure.message)
      exit(failure.status.rawValue)
    } catch let error as Defaults.StoreError {
      Output.writeError("\(error)")
      exit(Status.inputOutputFailed.rawValue)
    } catch {
      finish(error)
    }
  }

  /// Prints the argument parser's message, and exits with this tool's status for it.
  private static func finish(_ error: any Error) -> Never {
    let message = Prefs.fullMessage(for: error)
    switch Prefs.exitCode(for: error) {
    case .success:
      Output.write(message + (message.isEmpty ? "" : "\n"))
      exit(Status.done.rawValue)
    case .validationFailure:
      Output.writeError(message)
      exit(Status.usage.rawValue)
    case let code:
      if !message.isEmpty { Output.writeError(message) }
      exit(code.rawValue)
    }
  }
}
