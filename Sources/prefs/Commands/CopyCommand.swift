import ArgumentParser
import DefaultsCore
import DefaultsTransfer

struct CopyCommand: SuiteCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Store the values that a suite has for another user, or in another home or image.",
    discussion: """
      What the options do not say is the same on both sides: --root for example is the image in which both \
      users are. Other keys of the target stay as they are. All values of a suite are stored or none, and \
      prefs undo --user USER takes them back there. Secrets are left out unless --secrets is given. With \
      --managed, locks are copied with their reasons.

      In a SUITE or KEY, * stands for any text and ? for one character. To another computer: \
      prefs export 'org.*' | ssh HOST prefs import "'org.*'" -

      Ends with status 1 when there is nothing to copy, with 3 when a value does not fit, with 4 when a key \
      is locked, and with 5 when another program changes a key meanwhile.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var plans: PlanOptions

  @Option(help: ArgumentHelp("As root: copy what the user USER has.", valueName: "user"))
  var fromUser: String?

  @Option(
    help: ArgumentHelp(
      "Copy from the system below DIR, a mounted image for example.",
      valueName: "dir"
    ),
    transform: PathArgument.path
  )
  var fromRoot: String?

  @Option(
    help: ArgumentHelp("Copy from the suites in DIR.", valueName: "dir"),
    transform: PathArgument.path
  )
  var fromConfigHome: String?

  @Option(help: ArgumentHelp("As root: copy to the user USER.", valueName: "user"))
  var toUser: String?

  @Option(
    help: ArgumentHelp("Copy to the system below DIR.", valueName: "dir"),
    transform: PathArgument.path
  )
  var toRoot: String?

  @Option(
    help: ArgumentHelp("Copy to the suites in DIR.", valueName: "dir"),
    transform: PathArgument.path
  )
  var toConfigHome: String?

  @Flag(help: "Copy secrets as well.")
  var secrets: Bool = false

  @Flag(
    help:
      "Also store keys that the schema does not have, and replace values of kinds that cannot be shown."
  )
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: ArgumentHelp("The keys to copy, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    let source = shared.replacing(user: fromUser, root: fromRoot, configHome: fromConfigHome)
    let target = shared.replacing(user: toUser, root: toRoot, configHome: toConfigHome)
    guard source.arguments != target.arguments else {
      throw Failure(
        .usage,
        "The values would be copied to where they are. Name the other place, with --to-user or "
          + "--from-root for example."
      )
    }
    guard !SuiteArgument.isPath(suite), !EtcdSuite.isNamed(suite) else {
      throw Failure(
        .usage,
        "\"\(suite)\" is the same place on both sides. Give the name of a suite, or use prefs export "
          + "and prefs import."
      )
    }
    for side in [source, target] { try side.validate() }
    let options = SuiteOptions(shared: target, scope: scopes.scope)
    // The values are read before this process becomes the user whose file is written.
    let (bytes, status, _) = try NextProcess.output(exportArguments(source))
    guard !bytes.isEmpty else {
      // The process has printed why.
      let failure = Failure(status, "The values could not be read.")
      if plans.json, status > .usage { try Output.writeRecords([failure.record]) }
      throw ExitCode(status.rawValue)
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let failures = try Record.records(inJSON: String(decoding: line, as: UTF8.self))
    let exported = SuiteChoice(names: [], isPattern: true, status: status, failures: failures)
    guard bytes.count > line.count + 1 else { return try exported.finish(reporting: plans.json) }
    let document = try ValueDocument(
      parsing: Array(bytes[(line.count + 1)...]),
      ofLocks: scopes.managed
    )
    try options.apply()
    var sharing = SharedFileOptions()
    sharing.secrets = secrets
    let values = ValuesImport(
      options: options,
      plans: plans,
      sharing: sharing,
      keys: [],
      isForced: force,
      program: "prefs copy",
      isExact: true,
      source: exported
    ) { suite in
      let known = try KnownSchemas(suiteName: suite.name)
      known.reportProblems(about: suite)
      return known.schema(for: suite)
    }
    try values.perform(document, "-", in: suite)
  }

  /// Returns the arguments with which this program prints the values of the source.
  private func exportArguments(_ source: SharedOptions) -> [String] {
    ["export", "--reports-failures"] + source.arguments + scopes.arguments
      + (secrets ? ["--secrets"] : [])
      + ["--", suite, "-"] + keys
  }
}

extension SharedOptions {
  /// Returns these options with others in their place; nil leaves one as it is.
  fileprivate func replacing(user: String?, root: String?, configHome: String?) -> SharedOptions {
    var options = self
    if let user { options.user = user }
    if let root { options.root = root }
    if let configHome { options.configHome = configHome }
    return options
  }

  /// The options as arguments of a command.
  fileprivate var arguments: [String] {
    [("--user", user), ("--root", root), ("--config-home", configHome)].flatMap { option, value in
      value.map { [option, $0] } ?? []
    }
  }
}

extension ScopeOptions {
  /// The options as arguments of a command.
  fileprivate var arguments: [String] {
    [("--current-host", currentHost), ("--system", system), ("--managed", managed)]
      .compactMap { $1 ? $0 : nil }
  }
}
