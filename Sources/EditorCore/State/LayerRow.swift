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
  /// The word for the layer.
  let word: String
  /// Whether the editor can write the layer.
  var isWritable: Bool = false
}

extension Item {
  /// Returns the rows of all layers but `registered`, from the highest down to the default.
  ///
  /// Each of the layers has at least one row. `file` is the path of the file that the editor
  /// writes; nil if it is not known. `own` is the layer of that file, which has the place of the
  /// user's.
  func layerRows(file: String?, _ own: Defaults.Layer = .user) -> [LayerRow] {
    var isTaken = false
    var rows: [LayerRow] = []
    func add(_ layer: Defaults.Layer?, _ value: Defaults.StoredValue?, _ location: String?) {
      let isUsable = value != nil && (layer != .user || rejection == nil)
      let isUsed = isUsable && !isTaken
      let word = layer.map { $0 == .user ? own.word : $0.word } ?? "default"
      rows.append(
        LayerRow(layer: layer, value: value, location: location, isUsed: isUsed, word: word)
      )
      isTaken = isTaken || isUsable
    }
    for layer in Defaults.Layer.allCases.sorted() where layer != .registered {
      if layer == own, own != .user { continue }
      if layer == .user {
        add(.user, stored, file)
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
