/// The values of one file of a layer, or of another place.
package struct LayerValues: Sendable {
  /// The layer.
  package var layer: Defaults.Layer
  /// The path of the file, or another place for people; nil for values that exist only in memory.
  package var location: String?
  /// The values by key.
  package var values: [Defaults.KeyName: Defaults.StoredValue]
  /// Whether a key is locked, also one without a value; nil if no key without a value is.
  package var locksWithoutValue: (@Sendable (Defaults.KeyName) -> Bool)?

  /// Creates the values of a layer.
  package init(
    layer: Defaults.Layer,
    location: String?,
    values: [Defaults.KeyName: Defaults.StoredValue],
    locksWithoutValue: (@Sendable (Defaults.KeyName) -> Bool)? = nil
  ) {
    self.layer = layer
    self.location = location
    self.values = values
    self.locksWithoutValue = locksWithoutValue
  }
}
