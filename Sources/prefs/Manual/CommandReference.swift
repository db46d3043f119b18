import ArgumentParser
import FoundationEssentials

/// The commands of the tool with their arguments, as the help describes them.
///
/// ArgumentParser encodes this description as JSON for tools that make manuals.
struct CommandReference: Decodable {
  /// The name without those of the commands above it.
  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool
  private var arguments: [Argument]?
  private var subcommands: [CommandReference]?

  /// One argument of a command.
  struct Argument: Decodable, Equatable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable, Equatable {
      var kind: String
      var name: String

      /// The name as it is written, `--json` or `-h`.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var defaultValue: String?
    /// The values of an option that has a fixed set of them.
    var allValues: [String]?
  }

  /// Returns the description of the tool.
  ///
  /// - Throws: `DecodingError` when ArgumentParser encodes it in another form.
  static func tool() throws -> CommandReference {
    struct Dump: Decodable { var command: CommandReference }
    return try JSONDecoder().decode(Dump.self, from: Data(Prefs._dumpHelp().utf8)).command
  }

  /// The subcommands that the help shows; not `help` itself, which every command has.
  var shownCommands: [CommandReference] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The arguments that the help shows.
  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The options and flags that the help shows.
  var options: [Argument] { shownArguments.filter { $0.kind != .positional } }

  /// The options and flags, also those that only the manual has.
  var allOptions: [Argument] { (arguments ?? []).filter { $0.kind != .positional } }

  /// The arguments without a name, in their order.
  var positionals: [Argument] { shownArguments.filter { $0.kind == .positional } }

  /// Returns the subcommand of a name; nil if there is none.
  func command(named name: String) -> CommandReference? {
    shownCommands.first { $0.commandName == name }
  }
}
