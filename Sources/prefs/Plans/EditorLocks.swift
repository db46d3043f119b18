import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import EditorCore

/// The locks that root changes in the editor.
enum EditorLocks {
  /// Changes the locks of a suite, as `prefs lock` and `prefs unlock` do.
  ///
  /// - Returns: what has prevented it, as a sentence; nil for nothing.
  static func change(_ request: LockRequest, _ schema: Schema?) -> String? {
    do {
      try perform(request, schema)
      return nil
    } catch {
      return Failure(describing: error)?.message ?? "\(error)"
    }
  }

  /// Returns the file with the locks of a suite as a suite; nil if its locks cannot be changed.
  static func suite(_ name: String) -> Defaults.Suite? {
    guard !SuiteArgument.isPlace(name), (try? ManagedSuite(name).editable()) != nil else {
      return nil
    }
    return try? SuiteArgument.open(name, in: .managed)
  }

  private static func perform(_ request: LockRequest, _ schema: Schema?) throws {
    if let (suite, store) = try Origin.lockable(request.suiteName) {
      guard request.reason.isEmpty else {
        throw Failure(
          .usage,
          "Nothing was locked, because other programs keep no reasons: leave the reason empty."
        )
      }
      for (key, value) in request.values.sorted(by: { $0.key < $1.key }) {
        if let value {
          try OthersLocks.lock(key, at: value, in: suite, store)
        } else {
          _ = try OthersLocks.unlock(key, in: suite, store)
        }
      }
      return
    }
    try ManagedSuite.checkRights()
    let wanted = request.values.mapValues { value in
      value.map { LockPlan.Lock(value: $0, reason: request.reason.isEmpty ? nil : request.reason) }
    }
    var run = try LockRun(suite: request.suiteName, filter: KeyFilter(schema: schema)) {
      try ManagedSuite(request.suiteName).plan(wanted, schema: schema, program: "prefs edit")
    }
    try run.apply()
  }
}
