// The environment layer.
//
// The other layers list their keys. A variable does not: its name is a spelling that several keys may
// have. So the layer is filled key by key: before a key is read or written, `resolve` looks its
// variable up and adds the value to the layer, once. A process without such variables pays for one
// check of an empty dictionary.
extension LayerStack {
  /// The state of the environment layer.
  struct Environment: Sendable {
    /// The variables of the suite.
    var variables = EnvironmentVariables()
    /// The keys that were looked up.
    fileprivate var resolved: Set<Defaults.KeyName> = []
    /// By declared key, the value of its variable; nil when the key cannot have it.
    fileprivate var declared: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    /// By key with a variable, a layer with the value of that key only.
    fileprivate var values: [Defaults.KeyName: LayerValues] = [:]

    /// The layers with values, sorted by key.
    var layers: [LayerValues] { values.sorted { $0.key < $1.key }.map(\.value) }

    /// By key with a variable, the text of the variable.
    var texts: [Defaults.KeyName: String] {
      values.keys.reduce(into: [:]) { $0[$1] = variables.variable(forKey: $1)?.text }
    }
  }

  /// Adds the value of a key's variable, if there is one that was not added yet.
  mutating func resolve(_ key: Defaults.KeyName) {
    guard !environment.variables.isEmpty else { return }
    add(CollectionOfOne(key))
  }

  /// Adds the values of the variables of several keys.
  mutating func resolve(_ keys: some Sequence<Defaults.KeyName>) {
    guard !environment.variables.isEmpty else { return }
    add(keys)
    add(environment.variables.exact.keys)
  }

  private mutating func add(_ keys: some Sequence<Defaults.KeyName>) {
    var isChanged = false
    for key in keys where environment.resolved.insert(key).inserted {
      guard let variable = environment.variables.variable(forKey: key) else { continue }
      environment.values[key] = loaded(variable, forKey: key)
      isChanged = true
    }
    // Nobody has read the keys before, so their values count as loaded with the suite.
    if isChanged { mergeProcess { 1 } }
  }

  /// Returns whether the launch arguments or the variables give a key something else from now on.
  func isChanged(
    by argument: Defaults.StoredValue??,
    _ variable: Defaults.StoredValue??,
    of key: Defaults.KeyName
  ) -> Bool {
    if let argument, arguments[key] != argument { return true }
    guard let variable else { return false }
    return environment.declared[key] != .some(variable)
  }

  /// Sets what the launch arguments and the variables give a declared key.
  ///
  /// Of each value, `.some(nil)` means none and nil no change. `nextSequence` returns the sequence
  /// number of the next change.
  mutating func declare(
    _ key: Defaults.KeyName,
    argument: Defaults.StoredValue??,
    variable: Defaults.StoredValue??,
    nextSequence: () -> UInt64
  ) {
    if let argument { arguments[key] = argument }
    if let variable {
      environment.declared[key] = .some(variable)
      environment.resolved.insert(key)
      environment.values[key] = environment.variables.variable(forKey: key).flatMap {
        loaded($0, forKey: key)
      }
    }
    mergeProcess(nextSequence: nextSequence)
  }

  private func loaded(
    _ variable: EnvironmentVariables.Variable,
    forKey key: Defaults.KeyName
  ) -> LayerValues? {
    let value = environment.declared[key] ?? variable.candidates(forKey: key).first
    return value.map { value in
      LayerValues(
        layer: .environment,
        location: "$\(variable.name)",
        values: [key: value]
      )
    }
  }
}
