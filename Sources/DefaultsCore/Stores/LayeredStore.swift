extension Defaults {
  /// A store that has values of other layers than the user's as well.
  ///
  /// These are the layers that the programs of the store obey; a suite of such a store has no files of its
  /// own for them.
  package protocol LayeredStore: Store {
    /// Reads the values of the other layers, which a report of the watch may have changed too.
    ///
    /// - Throws: ``StoreError`` when they cannot be read; the suite then has no such values.
    func layers() throws(StoreError) -> StoreLayers
  }

  /// The values of the other layers of a store.
  package struct StoreLayers: Sendable {
    /// The values to which keys are locked.
    package var managed: [KeyName: StoredValue]
    /// The administrator's values, which users may override.
    package var system: [KeyName: StoredValue]
    /// Where both are kept, for people.
    package var location: String

    /// Creates the values.
    package init(
      managed: [KeyName: StoredValue],
      system: [KeyName: StoredValue],
      location: String
    ) {
      self.managed = managed
      self.system = system
      self.location = location
    }
  }
}

extension LayerFiles.Contents {
  /// Reads the layers of a store; none for a store that has no others.
  init(of store: any Defaults.Store) {
    guard let store = store as? any Defaults.LayeredStore else { return }
    do throws(Defaults.StoreError) {
      let other = try store.layers()
      layers = [(Defaults.Layer.managed, other.managed), (.system, other.system)].compactMap {
        $0.1.isEmpty
          ? nil : LayerFiles.Loaded(layer: $0.0, location: other.location, values: $0.1)
      }
    } catch {
      diagnostics = [.layerIgnored(error)]
    }
  }
}
