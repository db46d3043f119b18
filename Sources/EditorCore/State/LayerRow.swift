import DefaultsCore

/// One layer of a key, as its page shows it.
struct LayerRow: Hashable, Sendable {
  /// The layer; nil for the default of the schema.
  let layer: Defaults.Layer?
  /// The value; nil if the layer has none.
  let value: Defaults.StoredValue?
  /// The path of the file, or the name of the variable; nil if the layer has none.
  let location: String?
  /// Whether the value is in use.
  let isUsed: Bool
  /// Whether it is the layer of the file that the editor shows.
  var isOwn: Bool = false
  /// The scope in which the editor writes the layer; nil if it cannot.
  var scope: WriteScope?

  /// The word for the layer.
  var word: String { layer?.word ?? "default" }
}

extension Document {
  /// Whether the other layers are read too; they are not for a file of an administrator.
  var readsLayers: Bool { layer == .user || layer == .host }
}

extension Item {
  /// Returns the rows of all layers but `registered`, from the highest down to the default.
  ///
  /// Each of the layers has at least one row. `file` is the path of the file that the editor
  /// writes; nil if it is not known.
  func layerRows(file: String?) -> [LayerRow] {
    var isTaken = false
    var rows: [LayerRow] = []
    func add(_ layer: Defaults.Layer?, _ value: Defaults.StoredValue?, _ location: String?) {
      let isOwn = layer == layerOfFile
      let isUsable = value != nil && (!isOwn || rejection == nil)
      let isUsed = isUsable && !isTaken
      rows.append(
        LayerRow(layer: layer, value: value, location: location, isUsed: isUsed, isOwn: isOwn)
      )
      isTaken = isTaken || isUsable
    }
    for layer in Defaults.Layer.allCases.sorted() where layer != .registered {
      if layer == layerOfFile {
        add(layer, stored, file)
        continue
      }
      let values = layers.others.filter { $0.layer == layer }
      for value in values { add(layer, value.value, value.location) }
      if values.isEmpty { add(layer, nil, nil) }
    }
    add(nil, defaultValue, nil)
    return rows
  }
}
