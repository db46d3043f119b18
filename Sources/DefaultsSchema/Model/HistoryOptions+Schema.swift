public import Defaults

extension Defaults.HistoryOptions {
  /// Returns options that leave out the values of keys that are secret in a schema.
  ///
  /// Keys that are secret in these options stay secret. All keys are, if the suite of the schema is one
  /// for secrets.
  public func hidingSecrets(of schema: Schema?) -> Self {
    if schema?.suite.capabilities.holdsSecrets == true {
      var options = self
      options.isSecret = { _ in true }
      return options
    }
    let secrets = Set((schema?.entries ?? []).filter(\.holdsSecret).map(\.key))
    guard !secrets.isEmpty else { return self }
    var options = self
    let isSecret = options.isSecret
    options.isSecret = { secrets.contains(Defaults.KeyName($0)) || isSecret($0) }
    return options
  }
}
