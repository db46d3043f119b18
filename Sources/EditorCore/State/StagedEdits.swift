import DefaultsCore

/// The edits that are collected and not stored yet, in all suites of this session.
///
/// An edit belongs to the file for which it was made, so one key can have an edit for the user and one
/// for this host. The edits are kept on disk like parked input, for later sessions, except edits of
/// secrets.
struct StagedEdits: Sendable {
  /// What an edit changes: a key in a file.
  struct Target: Hashable, Sendable {
    var suite: ScopedSuite
    var key: Defaults.KeyName

    /// The key without the file.
    var suiteKey: SuiteKey { SuiteKey(suiteName: suite.name, key: key) }
  }

  /// An edit.
  struct Edit: Hashable, Sendable {
    /// The value to store; nil to remove the stored one.
    var value: Defaults.StoredValue?
    /// The stored value when the edit was made, `.some(nil)` for none; nil if it is not known.
    var base: Defaults.StoredValue??
    /// Whether the key has secrets, so that the edit is not kept on disk.
    var isSecret: Bool = false
  }

  /// The edits by target.
  private var edits: [Target: Edit] = [:]
  /// The targets in the order in which they were staged, the last one last.
  private(set) var order: [Target] = []
  /// The keys whose edits differ from the edits on disk.
  private var unsaved: Set<SuiteKey> = []

  /// Returns the staged value of a target, `.some(nil)` for a reset; nil if no edit is staged.
  subscript(target: Target) -> Defaults.StoredValue?? { edits[target].map(\.value) }

  /// Returns the stored value when a target's edit was made, `.some(nil)` for none; nil if no edit is
  /// staged, or if the value is not known.
  func base(of target: Target) -> Defaults.StoredValue?? { edits[target]?.base ?? nil }

  /// Returns whether an edit of the key is staged, for any file.
  func contains(_ key: SuiteKey) -> Bool {
    WriteScope.allCases.contains { edits[Target(key, $0)] != nil }
  }

  /// The number of edits that are not kept when the session ends.
  var secretCount: Int { edits.values.count(where: \.isSecret) }

  /// The names of the suites with edits that are kept for the next session, sorted.
  var keptSuites: [String] {
    Set(edits.filter { !$0.value.isSecret }.map(\.key.suite.name)).sorted()
  }

  /// Returns the staged values for the files of a scope by key.
  func values(for scope: WriteScope) -> [SuiteKey: Defaults.StoredValue?] {
    let targets = order.filter { $0.suite.scope == scope }
    return Dictionary(targets.map { ($0.suiteKey, edits[$0]?.value) }) { $1 }
  }

  /// Returns the stored values when the edits for the files of a scope were made, by key, as far as known.
  func bases(for scope: WriteScope) -> [SuiteKey: Defaults.StoredValue?] {
    let known = order.compactMap { target in
      target.suite.scope == scope ? base(of: target).map { (target.suiteKey, $0) } : nil
    }
    return Dictionary(known) { $1 }
  }

  /// Returns the number of staged edits for the files of a scope.
  func count(for scope: WriteScope) -> Int { order.count { $0.suite.scope == scope } }

  /// Returns the number of staged edits for a file.
  func count(in suite: ScopedSuite) -> Int { order.count { $0.suite == suite } }

  /// Replaces the edit of a target, and returns the edit before, if any; nil drops it.
  @discardableResult mutating func replace(_ target: Target, with edit: Edit?) -> Edit? {
    let before = edits[target]
    guard before != nil || edit != nil else { return nil }
    edits[target] = edit
    if before != nil { order.removeAll { $0 == target } }
    if edit != nil { order.append(target) }
    unsaved.insert(target.suiteKey)
    return before
  }

  /// Removes the edits of some targets.
  mutating func remove(_ targets: Set<Target>) {
    let present = targets.filter { edits[$0] != nil }
    guard !present.isEmpty else { return }
    for target in present { edits[target] = nil }
    order.removeAll(where: present.contains)
    unsaved.formUnion(present.map(\.suiteKey))
  }

  /// Adds edits that an earlier session has staged, for targets without an edit of this session.
  ///
  /// The kept edits have the form of the file. The result is the number of edits that were added.
  mutating func restore(
    _ kept: [Defaults.KeyName: Defaults.StoredValue],
    ofSuite name: String
  ) -> Int {
    let before = order.count
    for (key, kept) in kept.sorted(by: { $0.key < $1.key }) {
      let key = SuiteKey(suiteName: name, key: key)
      for (scope, edit) in Self.edits(kept: kept).sorted(by: { $0.key.layer < $1.key.layer }) {
        let target = Target(key, scope)
        guard edits[target] == nil else { continue }
        edits[target] = edit
        order.append(target)
      }
    }
    return order.count - before
  }

  /// Returns the edits that differ from the edits on disk, by suite, in the form of the file; nil for
  /// a key that has no edits any more.
  mutating func takeUnsaved() -> [String: [Defaults.KeyName: Defaults.StoredValue?]] {
    defer { unsaved = [] }
    return Dictionary(grouping: unsaved, by: \.suiteName).mapValues { keys in
      Dictionary(keys.map { ($0.key, kept($0)) }) { $1 }
    }
  }

  // MARK: - The form of the file

  private static let valueKey: Defaults.KeyName = "value"
  private static let baseKey: Defaults.KeyName = "base"

  /// Returns the edits of a key in the form of the file: for each scope, a dictionary with the value,
  /// which is missing for a reset, and the base, which is missing if it is not known.
  private func kept(_ key: SuiteKey) -> Defaults.StoredValue? {
    var scopes: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for scope in WriteScope.allCases {
      guard let edit = edits[Target(key, scope)] else { continue }
      var members: [Defaults.KeyName: Defaults.StoredValue] = [:]
      members[Self.valueKey] = edit.value
      members[Self.baseKey] = edit.base.map(Defaults.StoredValue.encodedBase)
      scopes[Defaults.KeyName(scope.rawValue)] = .dictionary(members)
    }
    return scopes.isEmpty ? nil : .dictionary(scopes)
  }

  /// Returns the edits of a key by scope from the form of the file; empty for a value in another form.
  private static func edits(kept: Defaults.StoredValue) -> [WriteScope: Edit] {
    guard case .dictionary(let scopes) = kept else { return [:] }
    var edits: [WriteScope: Edit] = [:]
    for scope in WriteScope.allCases {
      guard case .dictionary(let members) = scopes[Defaults.KeyName(scope.rawValue)] else {
        continue
      }
      let base = Defaults.StoredValue.decodedBase(members[baseKey])
      edits[scope] = Edit(value: members[valueKey], base: base)
    }
    return edits
  }
}

extension StagedEdits.Target {
  /// Creates the target of a key in the file of a scope.
  init(_ key: SuiteKey, _ scope: WriteScope) {
    self.init(suite: ScopedSuite(name: key.suiteName, scope: scope), key: key.key)
  }
}
