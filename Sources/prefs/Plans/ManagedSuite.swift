import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials
import Glibc

/// The files with which an administrator locks keys of a suite.
struct ManagedSuite {
  /// The name of the suite.
  let name: String
  private let directories = Defaults.LayerDirectories()

  /// Creates the managed files of the suite with a name.
  init(_ name: String) {
    self.name = name
  }

  /// Returns the names of the suites with managed files, sorted; their directory need not exist.
  static func names() throws(Defaults.StoreError) -> [String] {
    try Defaults.LayerDirectories().managedSuites()
  }

  /// The file with the locked values; nil when the suite can have none.
  var file: String? { directories.managedFile(forSuite: name) }

  /// The locks in all files.
  var presentLocks: LockPlan.Present { LockPlan.presentLocks(ofSuite: name, directories) }

  /// Returns the suite of the managed file, for commands that change it like any other file.
  ///
  /// - Throws: ``Failure`` when there is no such file, or when the managed files cannot be trusted.
  func editable() throws(Failure) -> Defaults.Suite {
    guard let file else {
      let directory = "\(directories.managedDirectory)/\(name).d"
      throw Failure(
        .usage,
        "Keys of the suite \"\(name)\" are locked by files in \(path: directory), because its name ends "
          + "in .reasons. Edit them there."
      )
    }
    if let lock = presentLocks.lockOfAll {
      throw Failure(.locked, "All keys of \(name) are \(lock). Nothing was changed.")
    }
    return Defaults.Suite(name: name, file: file, layerDirectories: nil, modes: .shared)
  }

  /// Returns the suite of the managed file with its history, which has who locks keys; nil for anybody but its
  /// administrator, and in an image.
  func rememberingFile() throws(Failure) -> Defaults.Suite? {
    guard SystemRoot.current == nil, geteuid() == directories.managedOwner else { return nil }
    let file = try editable()
    file.keepHistory(Defaults.HistoryOptions(program: "prefs"))
    return file
  }

  /// Makes the plan of locks and unlocked keys, which the history remembers.
  ///
  /// - Throws: ``Failure`` as ``editable()`` does, `Defaults.StoreError` when the reasons cannot be
  ///   read.
  func plan(
    _ wanted: LockPlan.Wanted,
    schema: Schema?,
    program: String = "prefs lock",
    isForced: Bool = false
  ) throws -> LockPlan {
    let (file, reasons) = (try editable(), try reasons())
    // Not in an image, in which the administrator of this system leaves nothing behind.
    if SystemRoot.current == nil {
      let history = Defaults.HistoryOptions(program: program).hidingSecrets(of: schema)
      for suite in [file, reasons] { suite.keepHistory(history) }
    }
    return LockPlan(
      wanted,
      file: file,
      reasons: reasons,
      present: presentLocks,
      schema: schema,
      isForced: isForced
    )
  }

  /// Plans to lock keys at values, or to unlock those without one.
  ///
  /// `reason` returns the reason for a value of a key with a present lock; an empty one is none.
  ///
  /// - Throws: the errors of ``plan(_:schema:program:isForced:)``.
  func lockRun(
    _ values: [Defaults.KeyName: Defaults.StoredValue?],
    _ filter: KeyFilter,
    program: String = "prefs lock",
    isForced: Bool = false,
    reason: @escaping (Defaults.KeyName, Defaults.StoredValue, LockPlan.Lock?) -> String?
  ) throws -> LockRun {
    try LockRun(suite: name, filter: filter) {
      let present = presentLocks.locks
      let locks = values.map { key, value in
        let lock = value.map { value in
          let reason = reason(key, value, present[key]?.lock)
          return LockPlan.Lock(value: value, reason: reason == "" ? nil : reason)
        }
        return (key, lock)
      }
      return try plan(
        Dictionary(uniqueKeysWithValues: locks),
        schema: filter.schema,
        program: program,
        isForced: isForced
      )
    }
  }

  /// Returns locked values of the file with the reasons for them, as a document has both.
  func addingReasons(
    to values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    let reasons = presentLocks.locks.compactMapValues { lock, location in
      location == file ? lock.reason.map { Defaults.StoredValue.string($0) } : nil
    }.filter { values[$0.key] != nil }
    guard !reasons.isEmpty else { return values }
    return values.merging([ValueDocument.reasonsName: .dictionary(reasons)]) { $1 }
  }

  private func reasons() throws(Defaults.StoreError) -> Defaults.Suite {
    let reasons = Defaults.Suite(
      name: name,
      file: directories.reasons(forSuite: name),
      layerDirectories: nil,
      modes: .shared
    )
    _ = reasons.storedValues()
    if let error = reasons.loadError { throw error }
    return reasons
  }

  /// Removes what the history of the reasons holds of a key: it has the locked values, too.
  func forgetReasons(of key: String) throws {
    _ = try reasons().forgetHistory(forKey: key)
  }

  /// Makes the reasons fit the locks again, after the history was used to change locked values alone.
  ///
  /// The history of the reasons has them beside the values for which they were given, because a plan of
  /// locks stores them so for a moment. The last one that was given for a locked value is stored again; it is
  /// removed if that value was locked without one since, and so are the reasons of keys that are unlocked. With
  /// a date, what was recorded later does not count.
  ///
  /// - Returns: the keys that are locked without a reason.
  /// - Throws: `Defaults.StoreError` when the reasons or their history cannot be read or written.
  func matchReasons(
    of keys: [Defaults.KeyName],
    at date: Date? = nil
  ) throws -> [Defaults.KeyName] {
    let reasons = try reasons()
    let locks = presentLocks.locks
    let stored = reasons.storedValues()
    let recorded = try reasons.history().filter { entry in date.map { entry.date <= $0 } ?? true }
      .reversed().flatMap(\.changes)
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for key in keys {
      guard let value = locks[key]?.lock.value else {
        if stored[key] != nil { edits.updateValue(nil, forKey: key) }
        continue
      }
      let last = recorded.lazy.filter { $0.key == key }.compactMap(\.new)
        .map { LockReason(inList: $0, for: value) }.first { $0 != .unknown }
      switch last {
      case .given(let reason): edits.updateValue(.string(reason), forKey: key)
      case .withoutReason: edits.updateValue(nil, forKey: key)
      case .unknown, nil: break
      }
    }
    if !edits.isEmpty {
      try reasons.write(edits, options: Defaults.WriteOptions(replacesOpaque: true))
      try reasons.flush()
    }
    let present = presentLocks
    return keys.filter { present.locks[$0].map { $0.lock.reason == nil } ?? false }
  }

  /// Checks that this process may change locks.
  static func checkRights() throws(Failure) {
    let owner = Defaults.LayerDirectories().managedOwner
    guard geteuid() != 0, geteuid() != owner else { return }
    throw Failure(
      .inputOutputFailed,
      "Only an administrator can lock and unlock keys: use sudo. Nothing was changed."
    )
  }
}
