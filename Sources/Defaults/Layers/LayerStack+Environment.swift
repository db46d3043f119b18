// The environment layer.
//
// The other layers list their keys. A variable does not: its name is a spelling that several keys may
// have. So the layer is filled key by key: before a key is read or written, `resolve` looks its
// variable up and adds the value to the layer, once. A process without such variables pays for one
// check of an empty dictionary.
extension LayerStack {
  /// The conversion of the text of a variable to the type that a schema declares for a key.
  typealias Parser = @Sendable (String) -> Defaults.StoredValue?

  /// The state of the environment layer.
  struct Environment: Sendable {
    /// The variables of the suite.
    var variables = EnvironmentVariables()
    /// The keys that were looked up.
    fileprivate var resolved: Set<Defaults.KeyName> = []
    /// The conversions of keys that a schema declares.
    fileprivate var parsers: [Defaults.KeyName: Parser] = [:]
    /// By key with a variable, a layer with the value of that key only.
    fileprivate var values: [Defaults.KeyName: LayerFiles.Loaded] = [:]

    /// The layers with values, sorted by key.
    var layers: [LayerFiles.Loaded] { values.sorted { $0.key < $1.key }.map(\.value) }

    /// By key with a variable, the text of the variable.
    var texts: [Defaults.KeyName: String] {
      values.keys.reduce(into: [:]) { $0[$1] = variables.variable(forKey: $1)?.text }
    }
  }

  /// Adds the value of a key's variable, if there is one that was not added yet.
  mutating func resolve(_ key: Defaults.KeyName) {
    guard !environment.variables.isEmpty, environment.resolved.insert(key).inserted else { return }
    guard let variable = environment.variables.variable(forKey: key) else { return }
    environment.values[key] = loaded(variable, forKey: key)
    // Nobody has read the key before, so its value counts as loaded with the suite.
    mergeEnvironment { 1 }
  }

  /// Adds the values of the variables of several keys.
  mutating func resolve(_ keys: some Sequence<Defaults.KeyName>) {
    guard !environment.variables.isEmpty else { return }
    for key in keys { resolve(key) }
    for key in environment.variables.exact.keys { resolve(key) }
  }

  /// Sets the conversions of keys that a schema declares, and converts the texts again.
  mutating func declare(
    _ parsers: [Defaults.KeyName: Parser],
    nextSequence: () -> UInt64
  ) {
    environment.parsers.merge(parsers) { $1 }
    for key in parsers.keys {
      environment.resolved.insert(key)
      guard let variable = environment.variables.variable(forKey: key) else { continue }
      environment.values[key] = loaded(variable, forKey: key)
    }
    mergeEnvironment(nextSequence: nextSequence)
  }

  private func loaded(
    _ variable: EnvironmentVariables.Variable,
    forKey key: Defaults.KeyName
  ) -> LayerFiles.Loaded {
    let value = EnvironmentValue.value(
      of: variable.text,
      parse: environment.parsers[key],
      registered: SuiteRegistry.shared.registered.value(forKey: key)
    )
    return LayerFiles.Loaded(
      layer: .environment,
      location: "$\(variable.name)",
      values: [key: value]
    )
  }
}
