// A value that the key cannot have, in one of several layers.
//
// A launch argument, a variable or a file above the user's must not hide a good value below it. What
// the process was started with is compared with the key's type once, when the key is declared. The
// values of files can change at any time, so they are compared when the key is read.
extension Defaults.Key {
  /// Chooses the launch argument and the environment variable that set this key.
  func declareToLayers() {
    ownSuite.core.declare(
      storedName,
      as: KeyDeclaration(
        typeName: "\(Value.self)",
        isBoolean: Value.self == Bool.self || Value.self == Bool?.self
      ) { stored in
        guard case .string(let text) = stored else { return self.read(stored).map { _ in stored } }
        return self.read(text: text).map { _ in stored }
      }
    )
  }

  /// Returns the value of a text that a person wrote, in the first of its meanings that fits.
  func read(text: String) -> Value? {
    for meaning in LaunchArguments.meanings(of: text) {
      if let value = read(meaning) { return value }
    }
    return nil
  }

  /// Returns the typed value of a layer; nil when the key cannot have it.
  func read(_ layered: Defaults.LayeredValue) -> Value? {
    if let value = read(layered.value) { return value }
    guard layered.layer == .argument || layered.layer == .environment,
      case .string(let text) = layered.value
    else { return nil }
    return read(text: text)
  }

  /// Returns the value of the highest layer below a value that the key cannot have, or the default.
  ///
  /// A locked value hides all others: the administrator has not allowed them.
  func valueBelow(_ keyState: SuiteCore.KeyState, in core: SuiteCore) -> Value {
    guard let stored = keyState.value else { return effectiveDefault.value }
    let layers = keyState.sequence == 0 ? [] : core.layeredValues(forKey: storedName)
    guard let top = layers.first, top.layer != .managed else {
      report(stored, sequence: keyState.sequence, in: core)
      return effectiveDefault.value
    }
    if top.layer == core.ownLayer {
      report(stored, sequence: keyState.sequence, in: core)
    } else {
      core.diagnostics.reportOnce(
        .valueIgnored(
          key: storedName,
          source: top.location ?? "the launch arguments",
          type: "\(Value.self)"
        )
      )
    }
    // The registered default may be that of another key of the name.
    for layered in layers.dropFirst() where layered.layer != .registered {
      if let value = read(layered) { return value }
    }
    return effectiveDefault.value
  }

  /// Returns a change of the user's value without a higher value that the key cannot have.
  func withoutUnusableValue(_ change: Defaults.StoredChange) -> Defaults.StoredChange {
    guard change.old != change.new, let top = change.newEffective, top == change.oldEffective else {
      return change
    }
    if read(top) != nil { return change }
    if case .string(let text) = top, read(text: text) != nil { return change }
    var change = change
    change.oldEffective = change.old
    change.newEffective = change.new
    return change
  }
}
