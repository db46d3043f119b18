import DefaultsCore
import DefaultsTransfer
import EditorCore
import Synchronization

/// A suite in the home of another user, for an editor that runs as root.
///
/// Root could be led by links in a home to files of its own, and would leave files there that the user cannot
/// change. So each load and commit is a process of its own, which becomes the user first: `prefs account`. It
/// compares expected values under the lock of the file, and records the change in the history of that user.
final class AccountStore: Defaults.Store {
  let location: String
  private let user: String
  private let suite: String
  /// The keys that are secret for the user, as of the last answer.
  private let secrets = Mutex<Set<Defaults.KeyName>>([])

  init(suite: String, of user: String) {
    self.suite = suite
    self.user = user
    location = "\(suite) of \(user)"
  }

  var capabilities: Defaults.StoreCapabilities { .init(isWatchable: false) }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = try stored()
    return snapshot.version == known ? nil : snapshot
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    for _ in 0..<Self.attempts {
      let before = try stored().values
      let outdated = expected.filter { before[$0.key] != $0.value }.keys.sorted()
      guard outdated.isEmpty else { throw error(.outdated(outdated)) }
      // What the edits replace is expected too, so that an undo brings back the right values.
      let replaced = edits.keys.map { ($0, before[$0]) }
      let request = AccountRequest(
        edits: edits,
        expected: expected.merging(replaced) { $1 }
      )
      guard let snapshot = try change(request) else { continue }
      var commit = Defaults.StoreCommit(
        snapshot: snapshot,
        replaced: before.filter { edits.keys.contains($0.key) }
      )
      commit.noteOtherForms(of: edits)
      return commit
    }
    throw error(.keepsChanging)
  }

  /// How often a commit is made when the user changes the values meanwhile.
  private static let attempts = 4

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? { nil }

  private func stored() throws(Defaults.StoreError) -> Defaults.StoreSnapshot {
    switch try answer(to: AccountRequest()) {
    case .values(let values, _)?: return snapshot(values)
    case .failed(let reason)?: throw failure(reason)
    case .outdated?, nil: throw failure(Self.endedEarly)
    }
  }

  /// Makes the edits and returns what is stored then; nil if the expected values are not stored any more.
  private func change(
    _ request: AccountRequest
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let lost: Defaults.StoreError
    do throws(Defaults.StoreError) {
      switch try answer(to: request) {
      case .values(let values, _)?: return snapshot(values)
      case .outdated?: return nil
      case .failed(let reason)?: throw failure(reason)
      case nil: lost = failure(Self.endedEarly)
      }
    } catch {
      lost = error
    }
    // The user can stop or end the process, also after its commit.
    let now = try stored()
    guard request.edits.allSatisfy({ now.values[$0.key] == $0.value }) else { throw lost }
    return now
  }

  /// Returns the answer of a process; nil if it ended without one.
  private func answer(
    to request: AccountRequest
  ) throws(Defaults.StoreError) -> AccountAnswer? {
    do {
      let arguments = ["account"] + Self.options(for: user) + ["--", suite]
      let output = try NextProcess.output(
        arguments,
        input: request.encoded,
        isQuiet: true,
        patience: Self.patience
      )
      guard output.status == .done else { return nil }
      let answer = try AccountAnswer(parsing: output.bytes)
      if case .values(_, let secrets) = answer { self.secrets.withLock { $0 = secrets } }
      return answer
    } catch {
      throw failure(Failure(describing: error)?.message ?? "\(error)")
    }
  }

  /// The seconds for which an editor waits for an answer.
  private static let patience = 60

  private static let endedEarly = "the process for the user ended early"

  private func snapshot(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> Defaults.StoreSnapshot {
    let bytes = try? AccountAnswer.values(values, secrets: []).encoded
    return Defaults.StoreSnapshot(values: values, version: .init(bytes: bytes ?? []))
  }

  private func failure(_ reason: String) -> Defaults.StoreError {
    Defaults.StoreError(location: location, reason: reason, isTemporary: false)
  }

  private func error(_ cause: Defaults.StoreError.Cause) -> Defaults.StoreError {
    Defaults.StoreError(location: location, cause: cause)
  }
}

extension AccountStore {
  /// Returns the names of the suites that a user has.
  static func suites(of user: String) throws(Reason) -> [String] {
    do {
      _ = try UserAccount.named(user)
      let output = try NextProcess.output(
        ["domains", "--null"] + options(for: user),
        isQuiet: true,
        patience: patience
      )
      guard output.status == .done else { throw Reason("The suites of \(user) cannot be listed.") }
      return output.bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    } catch let reason as Reason {
      throw reason
    } catch {
      throw Reason(Failure(describing: error)?.message ?? "\(error)")
    }
  }

  /// Opens a suite of a user; the locks for all users are its locks too.
  ///
  /// It refuses the keys that are secret for the user, which the process for the user would refuse together with
  /// all others.
  static func suite(named name: String, of user: String) -> Defaults.Suite {
    let store = AccountStore(suite: name, of: user)
    let suite = Defaults.Suite(
      name: name,
      store: store,
      layerDirectories: Defaults.LayerDirectories()
    )
    suite.refuseSecrets { key, _ in
      store.secrets.withLock { $0.contains(key) } ? "secret, left out" : nil
    }
    return suite
  }

  private static func options(for user: String) -> [String] {
    ["--user", user] + (SystemRoot.current.map { ["--root", $0.path] } ?? [])
  }
}
