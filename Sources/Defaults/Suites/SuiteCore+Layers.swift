import Dispatch
import Synchronization

// What keeps the layers other than the user's.
extension SuiteCore {
  /// Asks for notices of changes in the layers and reads them for the first time.
  func loadLayers() {
    if let layerFiles {
      // The watch comes first, so that no change falls between the two.
      let watches = layerFiles.watch { [weak self] in self?.layersMayHaveChanged() }
      self.watches.withLock { $0 += watches }
    }
    _ = adoptLayers()
  }

  /// Reads the layers again and tells of what changed in them.
  func refreshLayers() {
    guard layerFiles != nil else { return }
    let changes = adoptLayers()
    state.withLock { generation.store($0.sequence, ordering: .releasing) }
    publish(changes)
  }

  private func adoptLayers() -> [Change] {
    let contents = layerFiles?.load() ?? LayerFiles.Contents()
    let (changes, troubles) = state.withLock { state in
      let troubles = contents.troubles.filter { !state.layerTroubles.contains($0) }
      state.layerTroubles = contents.troubles
      return (state.adopt(contents, arguments: arguments), troubles)
    }
    for trouble in troubles { diagnostics.report(trouble) }
    return changes
  }

  private func layersMayHaveChanged() {
    guard !isLayerRefreshScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    commitQueue.async {
      self.isLayerRefreshScheduled.store(false, ordering: .releasing)
      self.withStore { self.refreshLayers() }
    }
  }
}
