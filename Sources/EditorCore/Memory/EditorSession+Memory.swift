import DefaultsCore
import Synchronization

/// What should be kept for the next session and could not be saved yet, and why.
package final class KeepingFailure: Sendable {
  private struct Part {
    var file: SuiteMemoryFile
    var changes: [SuiteMemory.Change] = []
    var reason = ""
  }

  /// What is unsaved, by the name of the suite; only the work queue changes it.
  private let parts = Mutex<[String: Part]>([:])

  /// The reason as sentences; nil if everything is saved.
  package var reason: String? { parts.withLock { $0.min { $0.key < $1.key }?.value.reason } }

  /// Saves a change, together with the changes of the suite that could not be saved before.
  ///
  /// What fails is saved by the next call or by ``saveAgain()``. A place is not worth that, and a later
  /// one is saved as a difference from it.
  fileprivate func save(
    _ change: SuiteMemory.Change,
    ofSuite name: String,
    in file: SuiteMemoryFile
  ) throws(Defaults.StoreError) {
    var part = parts.withLock { $0.removeValue(forKey: name) } ?? Part(file: file)
    part.changes.append(change)
    try save(part, ofSuite: name)
  }

  /// Tries to save what could not be saved; what fails again stays.
  package func saveAgain() {
    let parts = parts.withLock { parts in
      defer { parts = [:] }
      return parts
    }
    for (name, part) in parts { try? save(part, ofSuite: name) }
  }

  private func save(_ part: Part, ofSuite name: String) throws(Defaults.StoreError) {
    do throws(Defaults.StoreError) {
      try part.file.save(part.changes)
    } catch {
      var part = part
      part.changes.removeAll { if case .place = $0 { true } else { false } }
      part.reason = KeepingFailure.text(error)
      if !part.changes.isEmpty { parts.withLock { $0[name] = part } }
      throw error
    }
  }

  fileprivate static func text(_ error: Defaults.StoreError) -> String {
    "What is kept for the next session could not be saved: \(error)"
  }
}

extension Effect {
  /// Save on disk a part of what is remembered of a suite.
  static func remember(suiteName name: String, _ change: SuiteMemory.Change) -> Effect {
    Effect("remember \(caseName(of: change)) of \(name)", OfSuite(name, change)) { session in
      if case .place = change, !session.source.keepsPlaces { return }
      session.save(ofSuite: name) { change }
    }
  }

  /// Save the input of closed edits on disk, by key, if their writes, which have no outcome yet, do not
  /// store it.
  ///
  /// The work queue performs these writes first, so their results are known then.
  static func parkIfRefused(
    suiteName name: String,
    _ inputs: [Defaults.KeyName: Defaults.StoredValue]
  ) -> Effect {
    let words = "keep the input of \(inputs.count) keys of \(name) if it is not stored"
    return Effect(words, OfSuite(name, inputs)) { session in
      let results = session.writeResults
      session.save(ofSuite: name) {
        let refused = inputs.filter { key, input in
          let suite = ScopedSuite(name: name, scope: KeptInput(stored: input)?.scope ?? .user)
          let result = results[StagedEdits.Target(suite: suite, key: key)]
          return if case .left(_, isSaved: true) = result { false } else { true }
        }
        return .parked(refused.mapValues(Optional.some))
      }
    }
  }
}

extension Action {
  /// What earlier sessions remembered of a suite has been read; the place is in the document.
  static func remembered(suiteName name: String, _ memory: SuiteMemory) -> Action {
    let counts = "\(memory.parked.count) kept inputs, \(memory.staged.count) staged edits"
    let undeclared = memory.editsUndeclaredKeys ? ", undeclared keys can be edited" : ""
    return Action("remembered of \(name): \(counts)\(undeclared)") { $0.add(memory, ofSuite: name) }
  }

  /// The staged edits that earlier sessions kept of a suite that is not shown have been read.
  fileprivate static func stagedBefore(
    suiteName name: String,
    _ kept: [Defaults.KeyName: Defaults.StoredValue]
  ) -> Action {
    Action("\(kept.count) keys have staged edits in \(name)") { $0.addStaged(kept, ofSuite: name) }
  }
}

extension EditorSession {
  /// Reads on the work queue which edits earlier sessions have staged in suites that are not shown.
  func loadStagedEdits(of suites: [SuiteSummary]) {
    guard let history = source.history, history.isOnDisk, !suites.isEmpty else { return }
    let (inbox, names) = (inbox, Set(suites.map(\.name)).subtracting([suite.name]))
    work {
      // A directory that cannot be read is reported when something is saved.
      let kept = (try? history.suites(withFilesOf: SuiteMemoryFile.fileExtension)) ?? []
      let wanted = kept.filter(names.contains)
      if !wanted.isEmpty { inbox.post { $0.loadStagedEdits(of: wanted[...], history) } }
    }
  }

  /// Reads the staged edits of the first of these suites, and then those of the others: a write waits for
  /// one file at most.
  private func loadStagedEdits(of names: ArraySlice<String>, _ history: Defaults.HistoryOptions) {
    guard let name = names.first else { return }
    let (inbox, source) = (inbox, source)
    work {
      let file = source.suite(name).flatMap { SuiteMemoryFile(of: $0, history) }
      let staged = file?.read().memory.staged ?? [:]
      if !staged.isEmpty { inbox.post(.stagedBefore(suiteName: name, staged)) }
      inbox.post { $0.loadStagedEdits(of: names.dropFirst(), history) }
    }
  }

  fileprivate func save(
    ofSuite name: String,
    _ change: @escaping @Sendable () -> SuiteMemory.Change
  ) {
    // What is saved may be of the suite that was shown before this one.
    guard let suite = openedSuite(name),
      let file = SuiteMemoryFile(of: suite, historyOptions(of: suite))
    else { return }
    let (inbox, failure) = (inbox, keepingFailure)
    work {
      do throws(Defaults.StoreError) {
        try failure.save(change(), ofSuite: name, in: file)
      } catch {
        inbox.post(.diagnosed(KeepingFailure.text(error)))
      }
    }
  }
}
