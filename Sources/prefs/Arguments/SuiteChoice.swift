import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The suites that an argument names, and the worst that has happened to one of them.
///
/// Of the suites that match a pattern, one that fails does not keep the others from being dealt with.
struct SuiteChoice {
  /// The names; one that was given may be that of a suite without values.
  let names: [String]
  /// Whether the argument is a pattern.
  let isPattern: Bool
  private(set) var status = Status.done

  /// Performs an action for each suite, in the order of the names.
  ///
  /// - Throws: the error of the action if one suite was named; with a pattern it is printed.
  mutating func forEach(_ action: (String) throws -> Void) throws {
    for name in names {
      guard isPattern else { return try action(name) }
      do {
        try action(name)
      } catch {
        guard let failure = Failure(describing: error) else { throw error }
        Output.writeError(failure.message(about: name))
        note(failure.status)
      }
    }
  }

  /// Keeps a status with which the command must end, if nothing is worse.
  mutating func note(_ status: Status) {
    self.status = max(self.status, status)
  }

  /// Ends the command with the status of the worst failure, once everything else is done.
  ///
  /// - Throws: `ExitCode` when a suite has failed.
  func finish() throws {
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// What exists for a pattern to be compared with.
  enum Existing {
    /// The suites with a file in the configuration directory.
    case stored
    /// Those, and the ones that the history has changes of.
    case remembered
    /// Those with a file, and the ones that a schema describes.
    case described

    fileprivate func names() throws -> [String] {
      let stored = try Defaults.ConfigurationHome().suites()
      let others =
        switch self {
        case .stored: [String]()
        case .remembered: try Defaults.HistoryOptions(program: "").rememberedSuites()
        case .described:
          try SchemaSearchPath.ofCommand().directories.flatMap(SchemaSearchPath.suites)
        }
      return others.isEmpty ? stored : Set(stored + others).sorted()
    }
  }
}

extension SuiteOpening {
  /// Returns the suites that an argument names.
  ///
  /// - Parameters:
  ///   - argument: a name, a path or a pattern.
  ///   - existing: what exists for a pattern to be compared with.
  /// - Returns: the suites; those of a pattern are sorted.
  /// - Throws: ``Failure`` when no suite matches a pattern, `Defaults.StoreError` when the directory
  ///   of the suites cannot be read.
  func suites(
    _ argument: String,
    among existing: SuiteChoice.Existing = .stored
  ) throws -> SuiteChoice {
    // A path is never a pattern. Without a pattern, the directory need not be readable.
    guard !SuiteArgument.isPath(argument), argument.contains(where: { "*?\\".contains($0) }) else {
      return SuiteChoice(names: [argument], isPattern: false)
    }
    let suites = try existing.names()
    let known = Set(suites.map { Defaults.KeyName($0) })
    switch NameChoice(argument, exists: known.contains) {
    case .name(let name): return SuiteChoice(names: [name], isPattern: false)
    case .pattern(let glob):
      let names = suites.filter(glob.matches)
      guard names.isEmpty else { return SuiteChoice(names: names, isPattern: true) }
      throw Failure(
        .notSet,
        "No suite matches \"\(argument)\". prefs domains lists the suites that store something."
      )
    }
  }
}
