import Dispatch
import Synchronization

// Loading of the layers except the user's.
extension SuiteCore {
  /// Watches the files of the layers and reads them for the first time.
  func loadLayers() {
    if let layerFiles, worksInBackground {
      // The watch starts before the load, so that no change in between is missed.
      let watches = layerFiles.watch { [weak self] in self?.layersMayHaveChanged() }
      self.watches.withLock { $0 += watches }
    }
    state.withLock { $0.setEnvironment(environment) }
    for (variable, reason) in environment.ignored {
      diagnostics.report(.variableIgnored(variable: variable, reason: reason))
    }
    readLayers()
  }

  /// Reads the layers again and delivers their changes.
  func refreshLayers() {
    if layerFiles != nil { readLayers() }
  }

  private func readLayers() {
    let contents = layerFiles?.load() ?? LayerFiles.Contents()
    var new: [Defaults.Diagnostic.Kind] = []
    changeElsewhere { state in
      new = contents.diagnostics.filter { !state.layerDiagnostics.contains($0) }
      state.layerDiagnostics = contents.diagnostics
      return state.replaceLayers(by: contents, arguments: arguments, in: self)
    }
    for diagnostic in new { diagnostics.report(diagnostic) }
  }

  private func layersMayHaveChanged() {
    guard !isLayerRefreshScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    commitQueue.async {
      self.isLayerRefreshScheduled.store(false, ordering: .releasing)
      self.withStore { self.refreshLayers() }
    }
  }
}
