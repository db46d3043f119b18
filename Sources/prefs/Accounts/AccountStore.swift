import DefaultsCore
import DefaultsTransfer
import EditorCore

/// A suite in the home of another user, for an editor that runs as root.
///
/// Root could be led by links in a home to files of its own, and would leave files there that the user cannot
/// change. So each load and commit is a process of its own, which becomes the user first: `prefs account`. It
/// compares expected values under the lock of the file, and records the change in the history of that user.
final class AccountStore: Defaults.Store {
  let location: String
  private let user: String
  private let suite: String

  init(suite: String, of user: String) {
    self.suite = suite
    self.user = user
    location = "\(suite) of \(user)"
  }

  var capabilities: Defaults.StoreCapabilities { .init(isWatchable: false) }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = try answer(to: AccountRequest())
    return snapshot.version == known ? nil : snapshot
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    let before = try answer(to: AccountRequest()).values
    let snapshot = try answer(to: AccountRequest(edits: edits, expected: expected))
    var commit = Defaults.StoreCommit(
      snapshot: snapshot,
      replaced: before.filter { edits.keys.contains($0.key) }
    )
    commit.noteOtherForms(of: edits)
    return commit
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? { nil }

  private func answer(
    to request: AccountRequest
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot {
    do {
      let arguments = ["account"] + Self.options(for: user) + ["--", suite]
      let output = try NextProcess.output(arguments, input: request.encoded, isQuiet: true).bytes
      switch try AccountAnswer(parsing: output) {
      case .values(let values):
        return Defaults.StoreSnapshot(values: values, version: .init(bytes: output))
      case .outdated(let keys):
        throw Defaults.StoreError(location: location, cause: .outdated(keys))
      case .failed(let reason):
        throw Defaults.StoreError(location: location, reason: reason, isTemporary: false)
      }
    } catch let error as Defaults.StoreError {
      throw error
    } catch {
      let reason = Failure(describing: error)?.message ?? "\(error)"
      throw Defaults.StoreError(location: location, reason: reason, isTemporary: false)
    }
  }
}

extension AccountStore {
  /// Returns the names of the suites that a user has.
  static func suites(of user: String) throws(Reason) -> [String] {
    do {
      _ = try UserAccount.named(user)
      let output = try NextProcess.output(
        ["domains", "--null"] + options(for: user),
        isQuiet: true
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
  static func suite(named name: String, of user: String) -> Defaults.Suite {
    Defaults.Suite(
      name: name,
      store: AccountStore(suite: name, of: user),
      layerDirectories: Defaults.LayerDirectories()
    )
  }

  private static func options(for user: String) -> [String] {
    ["--user", user] + (SystemRoot.current.map { ["--root", $0.path] } ?? [])
  }
}
