import Defaults
import DefaultsTransfer

extension EditorState {
  /// The lines of the log for an action that this state is about to handle; none for one that says
  /// nothing about a problem.
  func logLines(of action: Action) -> [String] {
    switch action {
    case .event(let event): [logText(of: event)]
    case .plain(let step): [step.logText]
    case .changed(let change): Self.logLines(of: [change])
    case .changes(let changes): Self.logLines(of: changes)
    case .written(let request, let outcome): ["\(request.logSubject): \(outcome.logText)"]
    case .restored(let request, let outcome):
      ["\(request.direction) in \(request.suiteName): \(outcome.logText)"]
    case .opened(let document): document.logLines
    case .described(let document, let suites):
      ["\(suites.count) suites"] + (document?.logLines ?? [])
    case .remembered(let name, let memory):
      (memory.editsUndeclaredKeys ? ["undeclared keys of \(name) can be edited"] : [])
        + Self.logLines("kept input", memory.parked.count, name)
        + Self.logLines("staged edits", memory.staged.count, name)
    case .searched(let document): ["searched \(document.suiteName)"]
    case .examined(let overview): ["counted \(overview.name)"]
    case .availability(let name, _): ["conditions of \(name)"]
    case .storeStatus(let status): status.logLines
    case .committed(let keys): ["on disk now: \(keys.logText)"]
    case .notStored(let key, _): ["\(key) was not stored"]
    case .message(let title, let text): ["message: \(title): \(text)"]
    case .history(let name, let key, let history): ["\(key) of \(name): \(history.logText)"]
    case .suiteHistory(let name, let history): ["\(name): \(history.logText)"]
    case .planned(let request, let outcome):
      ["plan for \(request.purpose) in \(request.suiteName): \(outcome.logText)"]
    case .applied(let request, let outcome):
      ["applying in \(request.request.suiteName): \(outcome.logText)"]
    case .exported(let request, let outcome): ["export of \(request.suiteName): \(outcome.logText)"]
    case .authors(let name, let authors): ["authors in \(name): \(authors.count)"]
    case .lastChanges(let name, _): ["last changes of \(name)"]
    case .copiedToFile: ["copied to a file"]
    case .textEdited(_, let outcome): ["other program: \(outcome.logText)"]
    case .answered(let answer): ["answer: \(answer.logText)"]
    case .diagnosed(let text, let quotesValue):
      ["error: \(quotesValue ? "a value is refused" : text)"]
    case .settings(let settings, let colorCount):
      ["settings: theme \(settings.theme.name), \(colorCount) colours"]
        + settings.problems.map { "error: \($0)" }
    case .proceed, .clock, .messagesStamped, .presented: []
    }
  }

  private static func logLines(of changes: [Action.Change]) -> [String] {
    [(true, " elsewhere"), (false, "")].compactMap { isElsewhere, words in
      let found = changes.filter { $0.isElsewhere == isElsewhere }
      guard let first = found.first else { return nil }
      return "changed\(words) in \(first.suiteName): \(found.map(\.key).logText)"
    }
  }

  private static func logLines(_ what: String, _ count: Int, _ suiteName: String) -> [String] {
    count == 0 ? [] : ["\(what) of \(count) keys of \(suiteName)"]
  }
}

extension PlainStep {
  /// The step, without a typed text.
  fileprivate var logText: String {
    switch self {
    case .select(let key): "selected \(key)"
    case .open(let key): "opened \(key)"
    case .answer: "a value was answered"
    case .choose(let index): "chosen: number \(index + 1)"
    case .search: "searched for a text"
    }
  }
}

extension Document {
  /// What was read.
  fileprivate var logLines: [String] {
    guard !isLoading else { return [] }
    let schema = hasSchema ? "" : ", no schema"
    return ["\(suiteName): \(counts.keys) keys, \(counts.set) set\(schema)"] + status.logLines
  }
}

extension StoreStatus {
  /// The failures, in full.
  fileprivate var logLines: [String] {
    failures.map { "error: \($0.description)" }
      + (setAside.map { ["error: \($0)"] } ?? [])
      + (uncommittedKeys.isEmpty ? [] : ["not on disk: \(uncommittedKeys.sorted().logText)"])
  }
}

// Reasons are left out where they can quote a value or a path that was typed.

extension WriteOutcome {
  fileprivate var logText: String {
    switch self {
    case .saved: "saved"
    case .unchanged: "unchanged"
    case .rejected: "refused"
    case .pending: "not on disk yet"
    case .staged: "can be staged"
    case .outdated: "changed meanwhile"
    }
  }
}

extension RestoreOutcome {
  fileprivate var logText: String {
    switch self {
    case .restored: "done"
    case .changedSince(let newer): "changed since: \(newer.map(\.key).logText)"
    case .nothing: "nothing to do"
    case .refused: "refused"
    case .failed(let reason): "error: \(reason)"
    }
  }
}

extension KeyHistory {
  fileprivate var logText: String {
    switch self {
    case .loading: "history"
    case .entries(let entries): "history of \(entries.count) entries"
    case .failed(let reason): "error: \(reason)"
    }
  }
}

extension PlanOutcome {
  fileprivate var logText: String {
    switch self {
    case .planned(let planned): "\(planned.plan.rows.count) keys"
    case .failed: "failed"
    }
  }
}

extension ApplyOutcome {
  fileprivate var logText: String {
    switch self {
    case .applied: "saved"
    case .pending: "not on disk yet"
    case .outdated(let keys): "changed meanwhile: \(keys.logText)"
    case .failed: "failed"
    }
  }
}

extension ExportOutcome {
  fileprivate var logText: String {
    switch self {
    case .saved(let count, let secrets), .text(_, let count, let secrets):
      "\(count) keys, without \(secrets) secrets"
    case .exists: "the file exists"
    case .nothing: "nothing to export"
    case .failed: "failed"
    }
  }
}

extension ExternalText.Outcome {
  fileprivate var logText: String {
    switch self {
    case .changed: "changed"
    case .unchanged: "unchanged"
    case .failed(let reason): "error: \(reason)"
    }
  }
}

extension ControlAnswer {
  fileprivate var logText: String {
    switch self {
    case .examined: "what the path leads to"
    case .loaded: "the bytes of the file"
    case .saved: "the bytes are in the file"
    case .exists: "the file exists"
    case .failed(_, let reason): "error: \(reason)"
    case .hide: "hide the secret"
    }
  }
}
