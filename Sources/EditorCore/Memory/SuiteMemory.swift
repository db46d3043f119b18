import DefaultsCore

/// What the editor remembers of a suite between sessions, besides the values and the history.
struct SuiteMemory: Hashable, Sendable {
  /// The input of edits that were closed without saving, by key.
  var parked: [Defaults.KeyName: Defaults.StoredValue] = [:]
  /// The staged edits by key, in the form of the file.
  var staged: [Defaults.KeyName: Defaults.StoredValue] = [:]
  /// Where the user was; nil if that has not been saved.
  var place: RememberedPlace?
  /// Whether the user allowed editing keys that no schema declares.
  var editsUndeclaredKeys: Bool = false

  /// A part that has changed.
  enum Change: Hashable, Sendable {
    /// The input of these keys; nil removes it.
    case parked([Defaults.KeyName: Defaults.StoredValue?])
    /// The staged edits of these keys; nil removes one.
    case staged([Defaults.KeyName: Defaults.StoredValue?])
    /// The place, of which only the differences from the replaced one are written.
    case place(RememberedPlace, replacing: RememberedPlace)
    /// Whether keys that no schema declares may be edited.
    case editsUndeclaredKeys(Bool)
  }
}

extension EditorState {
  /// Adds the memory of earlier sessions of a suite, except the place, which comes with the document.
  mutating func add(_ memory: SuiteMemory, ofSuite name: String) {
    if memory.editsUndeclaredKeys, name == document.suiteName { suite.editsUndeclaredKeys = true }
    if name == document.suiteName { unfinished.merge(memory.parked, ofSuite: name) }
    addStaged(memory.staged, ofSuite: name)
  }
}
