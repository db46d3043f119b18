import ArgumentParser
import DefaultsCore
import DefaultsTransfer

struct ApplyCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Give many suites the values and locks that files declare.",
    discussion: """
      A file is JSON or a property list, for example:

        { "suites": { "org.example.app": {
            "values": { "quality": 0.8 },
            "absent": ["oldName"],
            "locks": { "telemetry": { "value": false, "reason": "Ask the desk." } },
            "unlocked": ["theme"] } } }

      An export of several suites and a snapshot are such files as well. All files are checked before \
      anything is changed. Of each suite, all values are stored or \
      none, and prefs undo takes them back at once. A second run changes nothing. Locks take root; \
      they are changed first.

      --prune removes what is not declared: values of suites that have a list of values, and locks \
      of suites that have a list of locks. Secrets and locked keys are not removed, nor are locks in \
      the directory of a suite.

      Ends with status 3 when a file or a value is not valid or a key looks like a mistyped one of the \
      schema, with 4 when a key is locked, and with 5 \
      when another program changes a key meanwhile. --check ends with status 1 when something would \
      change. A suite that cannot be read is left out, one that cannot be written keeps no other from being \
      changed, and the command ends with status 6.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var sharing: SharedFileOptions

  @Flag(
    name: [.long, .customLong("dry-run")],
    help: "Change nothing; print what would change, with status 1 if anything would."
  )
  var check: Bool = false

  @Flag(help: "Also remove values and locks that are not declared.")
  var prune: Bool = false

  @Flag(help: "Print JSON: a record for each declared value and lock, with the result.")
  var json: Bool = false

  @Flag(
    name: [.long, .customLong("undeclared")],
    help:
      "Also store keys that the schema does not have, and replace values of kinds that cannot be shown."
  )
  var force: Bool = false

  @Flag(help: "Print the JSON Schema of the files, and exit.")
  var printSchema: Bool = false

  @Flag(help: "Print nothing unless something fails, for cron.")
  var quiet: Bool = false

  @Argument(help: "The files to apply; - for standard input.", transform: PathArgument.path)
  var files: [String] = []

  func validate() throws {
    if files.isEmpty, !printSchema { throw ValidationError("The name of a file is missing.") }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    guard !printSchema else {
      return try Output.write(String(decoding: PackageResources.apply_schema_json, as: UTF8.self))
    }
    let declaration = try declaration()
    // Locks are changed by root, so the user is changed only after them.
    try shared.apply(as: .administrator)
    try options.check()
    guard options.scope != .managed else {
      throw Failure(
        .usage,
        "Locks are declared under \"locks\" of a suite, and not with --managed."
      )
    }
    var run = try DeclarationRun(
      declaration,
      options: options,
      schemas: schemas,
      replacesOpaque: force,
      sharesSecrets: sharing.secrets,
      prunes: prune
    )
    if !check {
      try run.choice.confirm(changing: run.changedSuiteCount)
      try run.apply {
        if options.scope.role == .user { try shared.becomeUser() }
      }
    }
    if !quiet { run.reportNotes(isApplied: !check) }
    if json {
      try Output.writeRecords(run.records + run.choice.failures)
    } else if !quiet, run.hasChanges || run.choice.status == .done {
      try Output.writeLines(run.hasChanges ? run.lines : [OutputLine("Nothing to change.")])
    }
    if check, run.hasChanges { run.choice.note(.notSet) }
    try run.choice.finish()
  }

  /// Reads all files.
  ///
  /// - Throws: ``Failure`` with everything that is wrong with them, ``Failure`` or
  ///   `Defaults.StoreError` when one cannot be read.
  private func declaration() throws -> Declaration {
    var declaration = Declaration()
    for file in files {
      declaration.read(
        try ValueSource.contents(file),
        from: file == "-" ? "standard input" : file
      )
    }
    guard declaration.problems.isEmpty else {
      throw Failure(declaration.problems, of: declaration.problemCount, .invalidValue)
    }
    return declaration
  }
}
