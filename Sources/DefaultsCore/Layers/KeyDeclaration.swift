import Synchronization

/// What a declared key makes of the values in launch arguments and environment variables.
package struct KeyDeclaration {
  /// The name of the type, for messages; nil for a key that only a schema describes.
  let typeName: String?
  /// Whether the values are Booleans, which `--key` and `--no-key` set.
  let isBoolean: Bool
  /// Returns the value to use of one that was given; nil when the key cannot have it.
  var value: (Defaults.StoredValue) -> Defaults.StoredValue?

  /// Creates the declaration of a typed key.
  package init(
    typeName: String,
    isBoolean: Bool,
    value: @escaping (Defaults.StoredValue) -> Defaults.StoredValue?
  ) {
    self.typeName = typeName
    self.isBoolean = isBoolean
    self.value = value
  }

  /// Creates the declaration of a key of a schema.
  ///
  /// `parse` converts a text as a person writes it; nil when it is not valid. `isValid` returns
  /// whether the key can have a value.
  package init(
    isBoolean: Bool,
    parse: @escaping (String) -> Defaults.StoredValue?,
    isValid: @escaping (Defaults.StoredValue) -> Bool
  ) {
    typeName = nil
    self.isBoolean = isBoolean
    value = { given in
      guard case .string(let text) = given else { return isValid(given) ? given : nil }
      return parse(text) ?? LaunchArguments.meanings(of: text).first(where: isValid)
    }
  }
}

// Launch arguments and environment variables are only text until the type of their key is known. So
// each declaration of a key decides what they set: a value that the key cannot have is left out of the
// layer, so that it hides no value below. The conversion is code of the app, so it is called without a
// lock, and its result is entered under the lock of `state`, which also makes the change that
// observers receive when the key was in use before.
extension SuiteCore {
  /// Chooses the launch argument and the environment variable that set a key.
  func declare(_ key: Defaults.KeyName, as declaration: KeyDeclaration) {
    let candidates =
      arguments?.candidates(forKey: key, isBoolean: declaration.isBoolean) ?? []
    let hasArguments = arguments?.occurrences[key] != nil
    let variable = environment.variable(forKey: key)
    guard hasArguments || variable != nil else { return }
    var ignored: [String] = []
    var argument: Defaults.StoredValue?
    for candidate in candidates {
      argument = declaration.value(candidate.value)
      if argument != nil { break }
      ignored.append(candidate.argument)
    }
    let variableValue = variable.flatMap { variable in
      variable.candidates(forKey: key).lazy.compactMap(declaration.value).first
    }
    if let variable, variableValue == nil { ignored.append("$\(variable.name)") }
    update { state in
      let changes = state.declare(
        key,
        argument: hasArguments ? .some(argument) : nil,
        variable: variable == nil ? nil : .some(variableValue),
        in: self
      )
      return SuiteState.Effects(changes: changes)
    }
    for source in ignored {
      diagnostics.reportOnce(
        .valueIgnored(key: key, source: source, type: declaration.typeName)
      )
    }
  }
}
