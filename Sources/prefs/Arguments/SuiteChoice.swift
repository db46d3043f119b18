import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The suites, or snapshots, that an argument names, and the worst that has happened to one of them.
///
/// Of the suites that match a pattern, one that fails does not keep the others from being dealt with.
struct SuiteChoice {
  /// What is named.
  enum Noun {
    case suite, snapshot
  }

  /// The names; one that was given may be that of a suite without values.
  var names: [String]
  /// Whether there can be several suites, so that one that fails does not keep the others from being dealt with.
  var isPattern: Bool
  var noun = Noun.suite
  private(set) var status = Status.done
  /// A record for each suite that has failed, with the message, and for each key that was left out.
  private(set) var failures: [Record] = []
  /// Whether an error about the usage is a failure like any other, and does not end the command at once.
  var takesUsageErrors = false

  /// Returns the choice of suites with other names, which keeps the status and the failures of this one.
  func replacing(names: [String], isPattern: Bool) -> SuiteChoice {
    SuiteChoice(names: names, isPattern: isPattern, status: status, failures: failures)
  }

  /// Returns the failure of a command with a pattern that no suite matches.
  static func noMatch(_ pattern: String) -> Failure {
    Failure(
      .notSet,
      "No suite matches \"\(pattern)\". prefs domains lists the suites that store something."
    )
  }

  /// Prints the failures of arguments that match no suite, and returns the status of the command.
  ///
  /// - Throws: all of them as one ``Failure`` if no other argument names a suite.
  static func report(_ failures: [Failure], besideOthers: Bool) throws(Failure) -> Status {
    guard let first = failures.first else { return .done }
    guard besideOthers else {
      throw failures.count == 1 ? first : Failure(first.status, .lines(failures.map(\.message)))
    }
    for failure in failures { Output.writeError(verbatim: failure.message) }
    return first.status
  }

  /// Performs an action for each suite, in the order of the names.
  ///
  /// - Throws: the error of the action if one suite was named; with a pattern it is printed.
  mutating func forEach(_ action: (String) throws -> Void) throws {
    for name in names { try attempt(name) { try action(name) } }
  }

  /// Performs an action for each suite, and prints the lines that it adds.
  ///
  /// They are printed in the end, so that a reader who goes away does not leave half of the work undone;
  /// if the action fails, the lines before are printed as well.
  mutating func forEach(
    printing lines: inout [OutputLine],
    _ action: (String, inout [OutputLine]) throws -> Void
  ) throws {
    do {
      try forEach { try action($0, &lines) }
    } catch {
      try? Output.writeLines(lines)
      throw error
    }
    try Output.writeLines(lines)
  }

  /// Performs an action for one of the suites.
  ///
  /// - Throws: the error of the action, if it is about the usage; any other as a ``Failure`` with the name if
  ///   one suite was named, while with a pattern it is printed.
  mutating func attempt(_ name: String, _ action: () throws -> Void) throws {
    do {
      try action()
    } catch {
      var failure = try failure(describing: error)
      switch noun {
      case .suite: failure.suite = name
      case .snapshot: failure.snapshot = name
      }
      guard isPattern else { throw failure }
      failure.message = failure.message(about: name)
      try take(failure)
    }
  }

  /// Prints an error and keeps its record and status, or throws it if it is about the usage.
  mutating func take(_ error: any Error) throws {
    let failure = try failure(describing: error)
    Output.writeError(verbatim: failure.message)
    note(failure.status)
    failures.append(failure.record)
  }

  private func failure(describing error: any Error) throws -> Failure {
    guard let failure = Failure(describing: error), takesUsageErrors || failure.status != .usage
    else { throw error }
    return failure
  }

  /// Asks the person at a terminal whether many of them are to be changed, and throws if not.
  func confirm(changing count: Int) throws {
    guard isPattern else { return }
    try Confirmation.ask(changing: count, "\(noun)s")
  }

  /// Keeps a status with which the command must end, if nothing is worse, and the records of what was left out.
  mutating func note(_ status: Status, _ leftOut: [Record] = []) {
    self.status = max(self.status, status)
    failures += leftOut
  }

  /// Throws the `ExitCode` of the worst failure, if there is one, once everything else is done.
  ///
  /// With `asJSON`, it prints the records of the failures, because nothing else is printed.
  func finish(reporting asJSON: Bool = false) throws {
    guard status != .done else { return }
    if asJSON { try Output.writeRecords(failures) }
    throw ExitCode(status.rawValue)
  }

  /// What exists for a pattern to be compared with.
  enum Existing {
    /// The suites with a file where the command looks for them.
    case stored
    /// Those, and the ones that the history has changes of.
    case remembered
    /// Those with a file in any layer.
    case layered
    /// Those, and the ones that a schema describes.
    case described
    /// All of these.
    case known
    /// The suites with keys that an administrator has locked.
    case locked
    /// Suites that the command has found itself.
    case these([String])

    /// Returns their names, or throws `Defaults.StoreError` if a directory of them is unreadable.
    func names(in scope: SuiteScope) throws -> [String] {
      switch self {
      case .these(let names):
        return names
      case .locked:
        return try ManagedSuite.names() + Origin.lockableNames
      case .stored:
        let home = try Defaults.ConfigurationHome().suites()
        let others: [String]
        switch scope {
        case .user: return home
        case .host: others = Defaults.LayerDirectories().hostSuites()
        case .managed: others = try ManagedSuite.names()
        case .system: others = try Defaults.LayerDirectories().systemSuites()
        }
        return Set(home + others).sorted()
      case .remembered:
        // Suites of other programs have only the file of the user.
        let others = try Defaults.HistoryOptions(program: "").rememberedSuites()
          .filter { scope == .user || !Origin.isNamed($0) }
        return Set(try Self.stored.names(in: scope) + others).sorted()
      case .layered:
        let others = Defaults.LayerDirectories().suites()
        return Set(try Self.stored.names(in: scope) + others).sorted()
      case .described:
        let directories = SchemaSearchPath.ofCommand().directories
        let others = try directories.flatMap(SchemaSearchPath.suites)
        return Set(try Self.layered.names(in: scope) + others).sorted()
      case .known:
        let others = try Self.remembered.names(in: scope)
        return Set(try Self.described.names(in: scope) + others + [SuiteArgument.global]).sorted()
      }
    }
  }
}

extension SuiteOpening {
  /// Returns the suites that an argument names: a name, a path or a pattern.
  ///
  /// A pattern is compared with `existing` suites, and with `more` names that exist elsewhere, in a
  /// file for example. The suites that match it are sorted.
  ///
  /// - Throws: ``Failure`` when no suite matches a pattern, `Defaults.StoreError` when the
  ///   directory of the suites cannot be read.
  func suites(
    _ argument: String,
    among existing: SuiteChoice.Existing = .stored,
    and more: [String] = []
  ) throws -> SuiteChoice {
    // Without a pattern, the directory need not be readable.
    guard SuiteArgument.mayBePattern(argument) else {
      return SuiteChoice(names: [argument], isPattern: false)
    }
    let others = Origin.names(like: argument)
    let suites = Set(try others?() ?? existing.names(in: scope)).union(more).sorted()
    let known = Set(suites.map { Defaults.KeyName($0) })
    // A suite whose name is a pattern hides the others, so it must store something, or be unreadable.
    let isUsed = { name in
      guard known.contains(name) else { return false }
      guard let suite = try? openSuite(name.string) else { return true }
      return !suite.storedValues().isEmpty || suite.storeStatus.loadError != nil
    }
    switch NameChoice(argument, exists: isUsed) {
    case .name: return SuiteChoice(names: [argument], isPattern: false)
    case .pattern(let glob):
      let names = suites.filter(glob.matches)
      guard names.isEmpty else { return SuiteChoice(names: names, isPattern: true) }
      throw SuiteChoice.noMatch(argument)
    }
  }

  /// Returns the suites that any of several arguments names, each once and sorted.
  ///
  /// A pattern that no suite matches does not keep the other arguments from being used: it is printed.
  ///
  /// - Throws: the errors of ``suites(_:among:and:)``, ``Failure`` for patterns that no suite matches if there
  ///   is no other argument.
  func suites(
    _ arguments: [String],
    among existing: SuiteChoice.Existing = .stored
  ) throws -> SuiteChoice {
    var names: Set<String> = []
    var isPattern = false
    var failures: [Failure] = []
    for argument in arguments {
      do {
        let choice = try suites(argument, among: existing)
        names.formUnion(choice.names)
        isPattern = isPattern || choice.isPattern
      } catch let failure as Failure where failure.status == .notSet {
        failures.append(failure)
      }
    }
    var choice = SuiteChoice(names: names.sorted(), isPattern: isPattern)
    choice.note(try SuiteChoice.report(failures, besideOthers: !names.isEmpty))
    return choice
  }
}
