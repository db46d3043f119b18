import Synchronization

// Loading of the layers except the user's.
extension SuiteCore {
  /// Reads the files of the layers for the first time.
  func loadLayers() {
    for (variable, reason) in environment.ignored {
      diagnostics.report(.variableIgnored(variable: variable, reason: reason))
    }
    readLayers()
  }

  /// Reads the layers again and delivers their changes.
  func refreshLayers() {
    if layerFiles != nil { readLayers() }
  }

  /// Reads the layers again after the launch arguments or an added suite changed.
  ///
  /// Called without a lock, because it waits for a commit that is being made.
  func refreshVolatileLayers() {
    withStore { readLayers() }
  }

  private func readLayers() {
    var contents = layerFiles?.load() ?? LayerFiles.Contents()
    let added = addedSuites.withLock { $0 }.map { added in
      LayerFiles.Loaded(
        layer: .global,
        location: added.core.store.location,
        values: added.core.values()
      )
    }
    let place = contents.layers.firstIndex { $0.layer > .user } ?? contents.layers.endIndex
    contents.layers.insert(contentsOf: added.filter { !$0.values.isEmpty }, at: place)
    let volatileArguments =
      arguments == nil ? nil : SuiteRegistry.shared.volatileDomains.arguments
    var new: [Defaults.Diagnostic.Kind] = []
    changeElsewhere { state in
      new = contents.diagnostics.filter { !state.layerDiagnostics.contains($0) }
      state.layerDiagnostics = contents.diagnostics
      return state.replaceLayers(
        by: contents,
        volatileArguments: volatileArguments,
        in: self
      )
    }
    for diagnostic in new { diagnostics.report(diagnostic) }
  }

  func layersMayHaveChanged() {
    guard !isLayerRefreshScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    commitQueue.async {
      self.isLayerRefreshScheduled.store(false, ordering: .releasing)
      self.withStore { self.refreshLayers() }
    }
  }
}
