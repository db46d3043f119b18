import DefaultsCore

extension Defaults.Suite {
  /// Waits until everything is stored, and prints the diagnostics that nothing else reports.
  ///
  /// They are for example about content that was set aside, or a history that could not be written.
  func flushReportingProblems() throws(Defaults.StoreError) {
    defer { reportProblems() }
    try flush()
  }

  /// Prints a message if an environment variable of this process overrides a value that was stored.
  ///
  /// Other programs may run without the variable, so the value is stored all the same.
  func reportOverride(ofKey key: String) {
    guard let winner = layeredValues(forKey: key).first, winner.layer == .environment,
      let variable = winner.location
    else { return }
    Output.writeError("\(key) is stored, but not used while the environment has \(variable).")
  }

  /// Returns the history, and prints which of its lines cannot be read.
  func reportedHistory() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] {
    let entries = try history()
    reportProblems()
    return entries
  }

  /// Prints the diagnostics that nothing else reports.
  func reportProblems() {
    for diagnostic in takeDiagnostics() {
      switch diagnostic.kind {
      // Reported elsewhere: load failures together with the file that was set aside, commit failures
      // by the flush, refused writes as errors, ignored settings at the start. The end of a problem
      // is the success of the command.
      case .ignoredSetting, .loadFailed, .loaded, .commitFailed, .committed, .rejectedByStore,
        .refusedWrite:
        break
      case .unreadableValue, .refusedDefault, .contentSetAside, .historyFailed, .historyDamaged,
        .historySetAside, .layerIgnored, .variableIgnored, .valueIgnored, .unusableLocks,
        .redeclaredKey,
        .notMoved, .disconnected,
        .connected,
        .keptElsewhere, .notSynchronized, .invalidDomain, .indistinguishableNames:
        Output.writeError(verbatim: "\(diagnostic)")
      }
    }
  }
}
