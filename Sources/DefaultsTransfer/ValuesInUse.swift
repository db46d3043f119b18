package import DefaultsCore
package import DefaultsSchema

extension Defaults.Suite {
  /// Returns the values in use: of all layers, and the defaults of a schema for all other keys.
  package func valuesInUse(_ schema: Schema?) -> [Defaults.KeyName: Defaults.StoredValue] {
    var values = effectiveValues()
    for entry in schema?.entries ?? [] where values[entry.key] == nil {
      values[entry.key] = entry.defaultValue
    }
    return values
  }
}
