import DefaultsCore
import DefaultsSchema

/// The names that somebody meant who wrote a suite or a key that does not exist.
enum NameSuggestion {
  /// Returns "Did you mean …?" after a blank, with the existing suite whose name is nearest; empty
  /// if the suite exists, or none is near.
  static func suite(near name: String) -> MessageText {
    sentence(near: name, among: knownSuites)
  }

  /// Returns the other suite that a name was probably mistyped for; another number in a name is no slip.
  static func suite(mistypedAs name: String) -> String? {
    let others = knownSuites.filter { $0 != name }
    guard let near = nearestWord(to: name, among: others) else { return nil }
    return near.filter { !$0.isNumber } == name.filter { !$0.isNumber } ? nil : near
  }

  private static var knownSuites: [String] {
    let stored =
      ((try? Defaults.ConfigurationHome().suites()) ?? []) + ((try? ManagedSuite.names()) ?? [])
    return stored + ((try? KnownSchemas())?.catalog.schemas ?? []).map(\.suite.name)
  }

  /// Returns "Did you mean …?" after a blank, with the key whose name is nearest, or of a suite without any
  /// keys the nearest suite; empty if the schema has the key, or none is near.
  static func key(
    near name: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) -> MessageText {
    let declared = schema?.entries.map(\.key.string) ?? []
    if declared.isEmpty, isUnknown(suite) { return Self.suite(near: suite.name) }
    let known = Set(suite.effectiveValues().keys).union(suite.storedValues().keys)
    return sentence(near: name.string, among: declared + known.map(\.string))
  }

  /// Returns whether no file has values of a suite; those for all suites are not its own.
  static func isUnknown(_ suite: Defaults.Suite) -> Bool {
    let own = suite.layerContents().layers.filter { ![.global, .environment].contains($0.layer) }
    return suite.storedValues().isEmpty && own.allSatisfy(\.values.isEmpty)
  }

  /// Returns "Did you mean …?" after a blank, with the nearest of some names; empty if the name is one
  /// of them, or none is near.
  static func sentence(near name: String, among names: [String]) -> MessageText {
    guard !names.contains(where: { Defaults.KeyName($0) == Defaults.KeyName(name) }),
      let near = nearestWord(to: name, among: names)
    else { return "" }
    return " Did you mean \"\(near)\"?"
  }
}

extension Failure {
  /// Creates the failure of a key that has no value.
  static func notSet(
    _ key: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ schema: Schema? = nil
  ) -> Failure {
    if let lock = suite.lock(forKey: key.string) {
      return Failure(.notSet, "\(key) has no value of your own in \(suite.name). It is \(lock).")
    }
    let near = NameSuggestion.key(near: key, in: suite, schema)
    return Failure(.notSet, "\(key) is not set in \(suite.name).\(near)")
  }

  /// Creates the failure of a key that neither a suite nor its schema has.
  static func noKey(
    _ key: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) -> Failure {
    let near = NameSuggestion.key(near: key, in: suite, schema)
    return Failure(.notSet, "\(suite.name) has no key \"\(key)\".\(near)")
  }

  /// Creates the failure of an argument that names no key of the suites that are chosen.
  static func noKey(matching key: String, in choice: SuiteChoice, _ suite: String) -> Failure {
    guard choice.isPattern else {
      return Failure(.notSet, "\(choice.names[0]) has no key that matches \"\(key)\".")
    }
    return Failure(.notSet, "No suite that matches \"\(suite)\" has the key \"\(key)\".")
  }

  /// Creates the failure of a suite without values; of another program's, its file is named.
  ///
  /// `message` says in sentences what the suite lacks. The failure also suggests a suite of a
  /// similar name, if one exists.
  static func nothingStored(in suite: Defaults.Suite, _ message: MessageText) -> Failure {
    guard Origin.isNamed(suite.name) else {
      return Failure(.notSet, message + NameSuggestion.suite(near: suite.name))
    }
    guard suite.location.hasPrefix("/") else {
      return Failure(.notSet, "Nothing is set in \(suite.name).")
    }
    guard suite.effectiveValues().isEmpty else {
      let remark: MessageText = "prefs read --all prints the values for all users"
      return Failure(.notSet, "You have set nothing in \(suite.name); \(remark).")
    }
    let problem: MessageText =
      DocumentFile.exists(suite.location) ? "has no settings" : "does not exist"
    return Failure(.notSet, "\"\(path: suite.location)\" \(problem).")
  }
}

extension Defaults.Suite {
  /// Checks that the suite has a value or a schema: another name is probably mistyped.
  func checkExists(_ schema: Schema?) throws(Failure) {
    guard schema == nil, storedValues().isEmpty, effectiveValues().isEmpty else { return }
    throw Failure.nothingStored(
      in: self,
      "\(name) stores nothing, and no schema describes it."
    )
  }
}
