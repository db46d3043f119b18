import Defaults
import DefaultsTransfer

extension Effect {
  /// The name of the effect in the log; nil for one that says nothing about a problem.
  ///
  /// It has neither values nor paths, which the user may have typed.
  var logText: String? {
    switch self {
    case .write(let request):
      switch request.purpose {
      case _ where request.isStaged: "check \(request.logSubject) for staging"
      case .edit: "write \(request.logSubject)"
      case .reset: "reset \(request.logSubject)"
      }
    case .restore(let request): "\(request.direction) in \(request.suiteName)"
    case .open(let name): "open \(name)"
    case .readSuites(let names): "search \(names.count) suites"
    case .examine(let names): "count the keys of \(names.count) suites"
    case .remember(let name, let change): "remember \(change.logText) of \(name)"
    case .parkIfRefused(let name, let inputs):
      "keep the input of \(inputs.count) keys of \(name) if it is not stored"
    case .plan(let request): "plan for \(request.purpose) in \(request.suiteName)"
    case .apply(let request):
      "apply a plan of \(request.plan.rows.count) keys in \(request.request.suiteName)"
    case .readSuiteHistory(let name): "read the history of \(name)"
    case .findAuthors(let name, let keys): "find who changed \(keys.logText) of \(name)"
    case .export(let request): "export \(request.keys.count) keys of \(request.suiteName)"
    case .readHistory(let name, let key): "read the history of \(key) of \(name)"
    case .readChanges(let name): "read the last changes of \(name)"
    case .copy: "copy with the terminal"
    case .copyToFile: "copy to a file"
    case .ask(let question): "ask: \(question.logText)"
    case .editText(let text): "edit the text of \(text.keyName) in another program"
    case .useMouse(let isUsed, _): "turn the mouse \(isUsed ? "on" : "off")"
    case .reload: "read everything again"
    case .suspend: "stop"
    case .readClock, .stampMessages: nil
    }
  }
}

extension SuiteMemory.Change {
  fileprivate var logText: String {
    switch self {
    case .parked(let inputs): "the input of \(inputs.count) keys"
    case .staged(let edits): "\(edits.count) staged edits"
    case .place: "the place"
    case .editsUndeclaredKeys(let isAllowed): "\(isAllowed ? "editing" : "locking") undeclared keys"
    }
  }
}

extension WriteRequest {
  /// The key and the suite.
  var logSubject: String {
    "\(key) of \(suiteName)" + (scope == .user ? "" : " for \(scope.words)")
  }
}

extension ControlQuestion {
  fileprivate var logText: String {
    switch self {
    case .examine: "what a path leads to"
    case .load: "the bytes of a file"
    case .save: "to write bytes to a file"
    case .hideLater: "to hide a secret later"
    }
  }
}

extension [Defaults.KeyName] {
  /// The names of the first keys, and the number of the others.
  var logText: String {
    let names = prefix(20).map(\.string).joined(separator: ", ")
    return count > 20 ? "\(names) and \(count - 20) more" : names
  }
}
