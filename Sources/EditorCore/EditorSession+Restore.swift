import DefaultsCore
import DefaultsSchema

extension Effect {
  /// Undo or redo a change, or those that were made together in several suites, and report the outcomes.
  static func restore(_ requests: [RestoreRequest]) -> Effect {
    let place = requests.count == 1 ? requests[0].suiteName : "\(requests.count) suites"
    return Effect("\(requests[0].direction) in \(place)", requests, changesValues: true) {
      session in
      let restored = requests.map { ($0, session.restoring($0)) }
      session.report(writingTo: requests[0].scope) { .restored(restored.map { ($0, $1()) }) }
    }
  }
}

extension Action {
  /// Requested undos or redos have been performed or refused.
  static func restored(
    _ outcomes: [(request: RestoreRequest, outcome: RestoreOutcome)]
  ) -> Action {
    let words = outcomes.count == 1 ? "\(outcomes[0].request.direction)" : "undo or redo"
    let texts = outcomes.map { "\($0.request.suiteName): \($0.outcome.logText)" }
    return Action("\(words) in \(texts.joined(separator: ", "))") { $0.finish(outcomes) }
  }
}

extension EditorSession {
  /// Opens the suite of a request, and returns what undoes or redoes its change on the work queue.
  fileprivate func restoring(_ request: RestoreRequest) -> @Sendable () -> RestoreOutcome {
    guard let suite = openedSuite(request.suite) else { return { .nothing } }
    let schema = schema(of: suite, request.suite)
    return { Self.outcome(of: request, schema, suite) }
  }

  /// Undoes or redoes a change and returns what happened.
  fileprivate static func outcome(
    of request: RestoreRequest,
    _ schema: Schema?,
    _ suite: Defaults.Suite
  ) -> RestoreOutcome {
    if request.direction == .undo, let outcome = taking(backIn: suite, schema) { return outcome }
    do {
      let replaceable: Defaults.ReplaceableValues =
        request.overwrites.isEmpty ? .unchanged : .shown(request.overwrites)
      let entry = try suite.restore(request.direction, .thisProcess, replacing: replaceable)
      return .restored(entry, secretKeys: suite.secretKeys(of: entry.changes, in: schema))
    } catch let error as Defaults.UndoError {
      switch error {
      case .changedSince(let values):
        return .changedSince(
          values.sorted { $0.key < $1.key }
            .map { key, value in
              let entry = schema?.entry(forKey: key.string)
              return newerValue(of: key, entry, wanted: value, in: suite)
            }
        )
      case .nothingToUndo, .nothingToRedo: return .nothing
      case .valuesOmitted: return .refused("\(error)")
      }
    } catch let error as Defaults.WriteError {
      let isSecret = error.key.map { suite.hides($0, in: schema) } ?? false
      return .refused(error.text(isSecret: isSecret))
    } catch {
      return .failed("\(error)")
    }
  }

  /// Takes back the last write if it still cannot be stored; returns nil if all are in the store.
  ///
  /// The history has no entry of such a write, so an undo would take back an older one.
  private static func taking(backIn suite: Defaults.Suite, _ schema: Schema?) -> RestoreOutcome? {
    guard !suite.storeStatus.uncommittedKeys.isEmpty, (try? suite.flush()) == nil else {
      return nil
    }
    let changes = suite.takeBackLastFailedWrite()
      .map { Defaults.HistoryEntry.Change(key: $0.key, old: $0.new, new: $0.old) }
    guard !changes.isEmpty else { return nil }
    return .takenBack(
      changes,
      secretKeys: suite.secretKeys(of: changes, in: schema),
      isLast: suite.storeStatus.uncommittedKeys.isEmpty
    )
  }
}

extension RestoreOutcome {
  fileprivate var logText: String {
    if case .failed(let reason) = self { "error: \(reason)" } else { caseName(of: self) }
  }
}
