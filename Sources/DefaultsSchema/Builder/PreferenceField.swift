public import DefaultsCore

/// The control of one typed key on a preferences screen: a title, the key, and what it may be set to.
///
/// All controls conform to it: ``Toggle``, ``TextField``, ``Picker`` and so on. They are also members
/// of `Defaults`, for files in which another module has types of these names: `Defaults.Toggle`.
///
/// ```swift
/// Section("General") {
///   Defaults.Toggle("Show hidden files", key: .showsHiddenFiles)
///     .help("Files whose name begins with a dot.")
///     .onChange { isOn in reload(withHiddenFiles: isOn) }
/// }
/// ```
public protocol PreferenceField<Value>: EntryRepresentable {
  /// The type of the key's value.
  associatedtype Value: Defaults.Serializable

  /// The key whose value is shown and set.
  var key: Defaults.Key<Value> { get }
}

extension PreferenceField {
  /// Returns a copy that calls a closure with each new value while the editor is open.
  ///
  /// As with the `Defaults.Toggle` of sindresorhus/Defaults, it does not matter who changes the
  /// value: the user in this editor, other code of the app, or another process. The closure is not
  /// called with the value at the start, and not for a write that leaves the value as it was.
  ///
  /// The closures of an editor are called one at a time, in the order of the changes, on a queue of
  /// their own: they may take long without delaying the screen or the write. The editor waits for
  /// those that have begun before it returns, so a closure must not wait for the thread that opened
  /// the editor. A closure must not write to the terminal, which shows the editor.
  ///
  /// - Parameter action: called with the new value.
  /// - Returns: a copy that calls the closure after those that were added before.
  public func onChange(
    _ action: @escaping @Sendable (Value) -> Void
  ) -> Self where Value: Sendable {
    let key = key
    return changed { entry in
      entry.behavior.observers.append { perform in
        Defaults.observe(key, options: []) { change in
          let value = change.newValue
          perform { action(value) }
        }
      }
    }
  }
}
