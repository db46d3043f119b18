package import DefaultsCore
package import DefaultsSchema

extension ValueDocument {
  /// What a document contains that is not the values of one suite.
  package enum OtherContent: Error, Hashable, Sendable {
    /// The values of several suites, as an export of several suites writes them; with their names.
    case suites([String])
    /// Declarations for `prefs apply`.
    case declaration
    /// A snapshot.
    case snapshot
  }

  /// Returns what the document contains if it is not the values of a suite; else nil.
  ///
  /// Such a document has only dictionaries, which a suite could store as well. It is taken for
  /// something else only if the suite neither stores nor declares any of the keys, and if the names
  /// of the keys are names of suites: all of them exist, or one is a reverse domain name.
  func otherContent(
    for suite: Defaults.Suite,
    _ schema: Schema?,
    among existing: [String]
  ) -> OtherContent? {
    let stored = suite.storedValues()
    guard !values.isEmpty,
      !values.keys.contains(where: { stored[$0] != nil || schema?.entry(forKey: $0.string) != nil })
    else { return nil }
    if let suites = Self.dictionary(values["suites"] ?? nil) {
      let isSnapshot = if case .date?? = values["saved"] { true } else { false }
      if isSnapshot, values.count == 2 { return .snapshot }
      let names = Set(Declaration.Name.ofSuite.map { Defaults.KeyName($0.rawValue) })
      let isDeclaration = suites.values.allSatisfy { suite in
        Self.dictionary(suite).map { names.isSuperset(of: $0.keys) } ?? false
      }
      if isDeclaration, values.keys.allSatisfy({ $0 == "suites" || $0 == "$schema" }) {
        return .declaration
      }
    }
    guard values.values.allSatisfy({ Self.dictionary($0) != nil }) else { return nil }
    let names = values.keys.map(\.string).sorted()
    return Self.areSuites(names, among: existing) ? .suites(names) : nil
  }

  /// Returns whether names seem to be those of suites: one is a reverse domain name, or all of them exist.
  static func areSuites(_ names: [String], among existing: [String]) -> Bool {
    let known = Set(existing).union(["NSGlobalDomain"])
    return names.contains(where: isReverseDomain) || names.allSatisfy(known.contains)
  }

  /// Returns the values for a suite: all of the document, or its part for the suite among several.
  package func values(
    for suite: Defaults.Suite,
    _ schema: Schema?,
    among existing: [String]
  ) throws(OtherContent) -> ValueDocument {
    guard let content = otherContent(for: suite, schema, among: existing) else { return self }
    if let part = try bySuite().part(ofSuite: suite.name) { return part }
    throw content
  }

  /// Returns a snapshot, or a declaration of nothing but values, as an export of several suites has them; any
  /// other document as it is.
  package func bySuite() throws(OtherContent) -> ValueDocument {
    let ofFile: Set<Defaults.KeyName> = ["suites", "$schema", "saved"]
    guard let suites = Self.dictionary(values["suites"] ?? nil), ofFile.isSuperset(of: values.keys)
    else { return self }
    let ofSuite = Set(Declaration.Name.ofSuite.map { Defaults.KeyName($0.rawValue) })
    var members: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (name, content) in suites {
      guard let parts = Self.dictionary(content),
        ofSuite.union(["includesSecrets"]).isSuperset(of: parts.keys)
      else { return self }
      guard parts["locks"] == nil, parts["unlocked"] == nil else { throw .declaration }
      var values = Self.dictionary(parts["values"]) ?? [:]
      if case .array(let absent)? = parts["absent"] {
        for case .string(let key) in absent { values[Defaults.KeyName(key)] = .null }
      }
      members[name] = .dictionary(values)
    }
    return ValueDocument(members: members.mapValues(\.self), ofLocks: isOfLocks)
  }

  /// Returns the values of one of several suites, if the document has it; null removes a key.
  package func part(ofSuite name: String) -> ValueDocument? {
    guard let values = Self.dictionary(values[Defaults.KeyName(name)] ?? nil) else { return nil }
    return ValueDocument(members: values.mapValues { $0 == .null ? nil : $0 }, ofLocks: isOfLocks)
  }

  /// The names of the suites whose values the document has, sorted; nil when it has anything else.
  package var suites: [String]? {
    let names = values.keys.map(\.string)
    guard !names.isEmpty, values.values.allSatisfy({ Self.dictionary($0) != nil }),
      names.allSatisfy(SuiteName.isValid)
    else { return nil }
    return names.sorted()
  }

  private static func dictionary(
    _ value: Defaults.StoredValue?
  ) -> [Defaults.KeyName: Defaults.StoredValue]? {
    if case .dictionary(let members)? = value { members } else { nil }
  }

  /// Returns whether a name begins like the names of suites do, `org.example.app` for example.
  private static func isReverseDomain(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && topLevelDomains.contains(parts[0].lowercased())
      && SuiteName.isValid(name)
  }

  private static let topLevelDomains: Set = [
    "at", "au", "br", "ca", "ch", "cn", "co", "com", "cz", "de", "dev", "edu", "es", "eu", "fr",
    "gov", "in", "info", "io", "it", "jp", "kr", "net", "nl", "no", "org", "pl", "ru", "se", "uk",
    "us",
  ]
}

extension ValueDocument.OtherContent: CustomStringConvertible {
  /// What it is and what to do, as a sentence without a subject.
  package var description: String { message.description }

  private var message: MessageText {
    switch self {
    case .suites(let names):
      "has the values of several suites (\(list: names, limit: 3)), and not of this one. A pattern such "
        + "as '*' in place of the suite imports them; keys that are named are meant as they are."
    case .declaration:
      "declares suites: prefs apply reads it."
    case .snapshot:
      "is a snapshot: prefs snapshot restore returns to it."
    }
  }
}
