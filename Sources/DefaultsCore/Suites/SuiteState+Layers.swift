// The layers besides the user's.
extension SuiteState {
  /// Adds the environment variables of all keys that any layer has to the layers.
  mutating func resolveEnvironment() {
    guard !stack.environment.variables.isEmpty else { return }
    stack.resolve(slots.values.keys)
    stack.resolve(stack.layers.flatMap(\.values.keys))
    stack.resolve(SuiteRegistry.shared.registered.all().keys)
  }

  /// Sets what the launch arguments and the environment variables give a declared key.
  ///
  /// Returns the change, if the key had another value before.
  mutating func declare(
    _ key: Defaults.KeyName,
    argument: Defaults.StoredValue??,
    variable: Defaults.StoredValue??,
    in core: SuiteCore
  ) -> [Defaults.StoredChange] {
    guard stack.isChanged(by: argument, variable, of: key) else { return [] }
    func slot() -> SuiteCore.Slot? { stack.above[key] ?? slots[key] ?? stack.below[key] }
    let old = slot()
    stack.declare(key, argument: argument, variable: variable) {
      // No value was read before the first load, so all values count as loaded together.
      guard isLoaded else { return 1 }
      sequence += 1
      return sequence
    }
    let new = slot()
    guard isLoaded, old?.value != new?.value else { return [] }
    return [layerChange(of: key, from: old, to: new, in: core)]
  }

  /// Sets the values that the process was started with; before the first load of the layers.
  mutating func setProcess(arguments: LaunchArguments?, environment: EnvironmentVariables) {
    stack.arguments = arguments?.values ?? [:]
    stack.environment.variables = environment
  }

  /// Replaces the values of the other layers; returns a change for each key whose value or lock
  /// differs now.
  mutating func replaceLayers(
    by contents: LayerFiles.Contents,
    volatileArguments: [Defaults.KeyName: Defaults.StoredValue]?,
    in core: SuiteCore
  ) -> [Defaults.StoredChange] {
    var before = self
    var (changed, hidden) = stack.replace(by: contents, volatileArguments: volatileArguments) {
      sequence += 1
      return sequence
    }
    if stack.lockOfAll != before.stack.lockOfAll { changed.formUnion(slots.values.keys) }
    return changed.union(hidden).sorted().map { key in
      let (old, new) = (before.effectiveSlot(forKey: key), effectiveSlot(forKey: key))
      var change = layerChange(of: key, from: old, to: new, in: core)
      change.isHidden = !changed.contains(key)
      return change
    }
  }

  /// Returns the next change: one of another layer or a lock, which leaves the user's value as it is.
  private mutating func layerChange(
    of key: Defaults.KeyName,
    from old: SuiteCore.Slot?,
    to new: SuiteCore.Slot?,
    in core: SuiteCore
  ) -> Defaults.StoredChange {
    sequence += 1
    let stored = slots[key]?.value
    return Defaults.StoredChange(
      core: core,
      key: key,
      old: stored,
      new: stored,
      oldEffective: old?.value,
      newEffective: new?.value,
      origin: .elsewhere,
      sequence: sequence,
      oldSequence: old?.sequence ?? 0,
    )
  }
}
