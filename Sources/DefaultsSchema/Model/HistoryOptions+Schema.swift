public import Defaults

extension Defaults.HistoryOptions {
  /// Returns options by which the values of keys that a schema calls secret are not remembered.
  ///
  /// Keys that were secret before stay so.
  public func hidingSecrets(of schema: Schema?) -> Self {
    let secrets = Set((schema?.entries ?? []).filter(\.isSecret).map(\.key))
    guard !secrets.isEmpty else { return self }
    var options = self
    let isSecret = options.isSecret
    options.isSecret = { secrets.contains(Defaults.KeyName($0)) || isSecret($0) }
    return options
  }
}
