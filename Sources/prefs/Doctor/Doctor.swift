import DefaultsCore
import DefaultsSchema
import EditorCore

/// The examination of all files of suites, and the repairs that lose nothing.
struct Doctor {
  /// The schemas.
  let schemas: KnownSchemas
  /// Returns whether a suite is examined.
  let includes: (String) -> Bool
  /// Opens a suite by its name.
  let open: (String) throws -> Defaults.Suite

  private let home = Defaults.ConfigurationHome().directory
  private let stateDirectory = BaseDirectories().stateHome + "/prefs"
  private let files = FileExamination()

  /// Returns all problems: first of directories and files, then of values.
  func examine() -> [SuiteProblem] {
    let directories = [home, home + "/ByHost", stateDirectory, stateDirectory + "/snapshots"]
    let problems =
      directories.flatMap { files.directory($0) + leftovers(in: $0) }
      + suiteFiles() + stateFiles() + declaredSuites().flatMap(values)
    return problems.map { problem in
      var problem = problem
      problem.suite = problem.suite ?? suiteName(ofFile: problem.path)
      return problem
    }
  }

  // MARK: - Files

  /// Files that a crash or a repair has left behind.
  private func leftovers(in directory: String) -> [SuiteProblem] {
    let temporary = DocumentFile.abandonedFiles(in: directory).map { name in
      SuiteProblem(
        kind: .temporary,
        path: "\(directory)/\(name)",
        problem: "was left behind by a process that has crashed",
        advice: "Remove it.",
        repair: .remove
      )
    }
    let kept = names(in: directory).compactMap { name -> SuiteProblem? in
      guard let mark = name.firstRange(of: ".corrupt-") else { return nil }
      return SuiteProblem(
        kind: .setAside,
        path: "\(directory)/\(name)",
        problem:
          "has content that could not be read when \"\(name[..<mark.lowerBound])\" was written",
        advice: "Copy what you need from it, and remove it."
      )
    }
    return temporary + kept.filter { isIncluded($0.path) }
  }

  private func suiteFiles() -> [SuiteProblem] {
    [home, home + "/ByHost"].flatMap { directory in
      names(in: directory).filter { $0.hasSuffix(".plist") && isIncluded($0) }.flatMap { name in
        let path = "\(directory)/\(name)"
        let problems = files.file(path, .readable)
        return problems + (isReadable(problems) ? content(path, repair: .setAside) : [])
      }
    }
  }

  /// The histories, what the editor remembers, and snapshots, which may have values that are secret.
  private func stateFiles() -> [SuiteProblem] {
    let histories = stateFiles([".history"], history)
    let memories = stateFiles([".memory", ".parked"]) { content($0) }
    let snapshots = names(in: stateDirectory + "/snapshots").filter { $0.hasSuffix(".json") }
      .flatMap { name in
        let problems = files.file("\(stateDirectory)/snapshots/\(name)", .secret)
        return problems + (isReadable(problems) ? snapshot(String(name.dropLast(5))) : [])
      }
    return histories + memories + snapshots
  }

  private func stateFiles(
    _ endings: [String],
    _ content: (String) -> [SuiteProblem]
  ) -> [SuiteProblem] {
    names(in: stateDirectory).filter { name in
      endings.contains(where: name.hasSuffix) && isIncluded(name)
    }.flatMap { name in
      let path = "\(stateDirectory)/\(name)"
      let problems = files.file(path, .secret)
      return problems + (isReadable(problems) ? content(path) : [])
    }
  }

  /// Examines the lines of a history.
  private func history(_ path: String) -> [SuiteProblem] {
    do throws(Defaults.StoreError) {
      let lines = try Defaults.HistoryOptions.damagedLines(ofHistory: path)
      guard !lines.isEmpty else { return [] }
      return [
        SuiteProblem(
          kind: .damaged,
          path: path,
          problem: "has lines that cannot be read: "
            + lines.prefix(5).map(String.init).joined(separator: ", ")
            + (lines.count > 5 ? " and \(lines.count - 5) more" : ""),
          advice: "Repair it with an editor. When prefs writes the history anew, "
            + "it keeps this file under another name."
        )
      ]
    } catch {
      return [unreadable(path, error)]
    }
  }

  /// Returns whether the content of a file can be examined after its status was.
  private func isReadable(_ problems: [SuiteProblem]) -> Bool {
    problems.allSatisfy { $0.kind != .link && $0.kind != .damaged }
  }

  /// Examines the content of a property list; damaged content gets the repair.
  ///
  /// What the editor remembers has no repair: the next write keeps the file under another name, and
  /// starts a new one.
  private func content(_ path: String, repair: SuiteProblem.Repair? = nil) -> [SuiteProblem] {
    do throws(Defaults.StoreError) {
      _ = try Defaults.PropertyListStore(file: path).load(unlike: nil)
      return []
    } catch {
      guard case .unreadable(let reason) = error.cause else {
        return [unreadable(path, error)]
      }
      return [
        SuiteProblem(
          kind: .damaged,
          path: path,
          problem: reason.isUnsupported
            ? "has content that prefs cannot read: \(reason)"
            : "is not a readable property list: \(reason)",
          advice: reason.isUnsupported
            ? "Convert it with another program."
            : repair == nil
              ? "Repair it with an editor. The next write keeps it under another name and starts "
                + "a new file."
              : "Repair it with an editor, or let prefs doctor --fix keep it under another name.",
          repair: reason.isUnsupported ? nil : repair
        )
      ]
    }
  }

  private func snapshot(_ name: String) -> [SuiteProblem] {
    do {
      _ = try SnapshotFolder.snapshot(name)
      return []
    } catch let error as Failure {
      let path = "\(stateDirectory)/snapshots/\(name).json"
      return [
        SuiteProblem(
          kind: .damaged,
          path: path,
          problem: "cannot be used as a snapshot",
          advice: error.message
        )
      ]
    } catch {
      return [unreadable("\(stateDirectory)/snapshots/\(name).json", error)]
    }
  }

  private func unreadable(_ path: String, _ error: any Error) -> SuiteProblem {
    let reason = (error as? Defaults.StoreError)?.briefReason ?? "\(error)"
    return SuiteProblem(kind: .unreadable, path: path, problem: "cannot be read: \(reason)")
  }

  private func names(in directory: String) -> [String] {
    (try? DocumentFile.names(in: directory)) ?? []
  }

  /// Returns whether a file belongs to a suite that is examined.
  private func isIncluded(_ path: String) -> Bool {
    includes(suiteName(ofFile: path) ?? path)
  }

  /// Returns the suite that a file of values, a history or a memory is of; nil for any other file.
  private func suiteName(ofFile path: String) -> String? {
    var name = path.split(separator: "/").last.map(String.init) ?? ""
    if let copy = name.ranges(of: ".corrupt-").last { name = String(name[..<copy.lowerBound]) }
    let ends = [".history", ".memory", ".parked", "..plist", ".plist"]
    guard let end = ends.first(where: name.hasSuffix) else { return nil }
    name.removeLast(end.count)
    return name == ".GlobalPreferences" ? SuiteArgument.global : name
  }

  // MARK: - Values

  /// The suites with a file in any layer, or a schema.
  private func declaredSuites() -> [String] {
    let stored = (try? Defaults.ConfigurationHome().suites()) ?? []
    let declared = schemas.catalog.schemas.map(\.suite.name)
    return Set(stored + Defaults.LayerDirectories().suites() + declared).filter(includes).sorted()
  }

  /// Examines the values of a suite, and the files of an administrator for it.
  private func values(ofSuite name: String) -> [SuiteProblem] {
    // What keeps a suite from being opened is found in its file.
    guard let suite = try? open(name) else { return [] }
    _ = suite.storedValues()
    let layers: [SuiteProblem] = suite.takeDiagnostics().compactMap { diagnostic in
      switch diagnostic.kind {
      case .layerIgnored(let error):
        SuiteProblem(
          kind: .managed,
          path: error.location,
          suite: name,
          problem: "was not used: \(error.briefReason)",
          advice: "An administrator can repair it."
        )
      case .unusableLocks(let lock):
        SuiteProblem(
          kind: .managed,
          path: lock.location,
          suite: name,
          problem: "locks all keys of \(name)\(lock.reason.map { ": \($0)" } ?? "")",
          // The reason says already who must repair it.
          advice: lock.reason == nil ? "An administrator can repair it." : ""
        )
      default: nil
      }
    }
    guard let schema = schemas.schema(for: suite) else { return layers }
    return layers
      + suite.findings(schema).flatMap { file in
        file.findings.map { finding in
          SuiteProblem(
            kind: .value,
            path: file.path,
            suite: file.layer == .global ? SuiteArgument.global : name,
            value: (finding.key, file.layer),
            problem: "\(finding.severity.rawValue): \(MessageText.fact(finding.key.string)): "
              + finding.reason,
            advice: finding.severity == .error ? advice(finding.key, in: name, file.layer) : "",
            isNote: finding.severity == .note
          )
        }
      }
  }

  /// Returns how a value that the schema refuses can be removed.
  private func advice(_ key: Defaults.KeyName, in suite: String, _ layer: Defaults.Layer) -> String
  {
    switch layer {
    case .managed, .system: return "An administrator can repair it."
    case .user, .host, .global, .argument, .environment, .registered:
      let command = ShellCommands.deletion(
        ofKey: key,
        suiteName: layer == .global ? SuiteArgument.global : suite,
        options: layer == .host ? ["--current-host"] : []
      )
      return "\(MessageText.fact(command)) resets the key."
    }
  }

  // MARK: - Repairs

  /// Returns a problem after its repair, if it has one: as fixed, or with the reason why it is not.
  func repaired(_ problem: SuiteProblem) -> SuiteProblem {
    guard let repair = problem.repair else { return problem }
    var problem = problem
    do throws(Defaults.StoreError) {
      problem.isFixed = try isMade(repair, at: problem.path)
      if !problem.isFixed { problem.advice = "It is in use or in order by now." }
    } catch {
      problem.advice = "It could not be fixed: \(error.briefReason)."
    }
    if !problem.isFixed { problem.repair = nil }
    return problem
  }

  private func isMade(
    _ repair: SuiteProblem.Repair,
    at path: String
  ) throws(Defaults.StoreError) -> Bool {
    switch repair {
    case .mode(let mode):
      try DocumentFile.setMode(mode, of: path)
      return true
    case .remove:
      return try DocumentFile.removeAbandonedFile(path)
    case .setAside:
      return try Defaults.PropertyListStore(file: path).setUnreadableAside() != nil
    }
  }
}
