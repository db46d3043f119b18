extension Defaults {
  /// A store that has values of other layers than the user's as well.
  ///
  /// These are the layers that the programs of the store obey; a suite of such a store has no files of its
  /// own for them.
  package protocol LayeredStore: Store {
    /// Reads the values of the other layers, which a report of the watch may have changed too.
    ///
    /// When they cannot be read, the suite has no such values.
    func layers() throws(StoreError) -> [LayerValues]
  }
}

extension LayerFiles.Contents {
  /// Reads the layers of a store, the highest first; none for a store that has no others.
  init(of store: any Defaults.Store) {
    guard let store = store as? any Defaults.LayeredStore else { return }
    do throws(Defaults.StoreError) {
      let other = try store.layers().sorted { $0.layer < $1.layer }
      layers = other.filter { !$0.values.isEmpty }
      lockRules = other.compactMap { layer in
        layer.locksWithoutValue.map { ($0, Defaults.Lock(location: layer.location ?? "")) }
      }
    } catch {
      diagnostics = [.layerIgnored(error)]
    }
  }
}
