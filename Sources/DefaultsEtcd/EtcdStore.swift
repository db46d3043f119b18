#if Fleet

public import DefaultsCore
import FoundationEssentials
import Synchronization

/// A store that keeps the values of a suite for the machines of a fleet in etcd.
///
/// Each key of the suite is a key in etcd, and each value is JSON as `prefs export` writes it:
///
/// ```sh
/// etcdctl get --prefix /prefs/office/suites/org.example.Sketchbook/all/system/
/// ```
///
/// The names of keys are escaped as in a URL. A value that another program has stored and that is not
/// such JSON is an opaque value; a key with another spelling is ignored. Both stay as they are.
///
/// A commit is one transaction of etcd. While no server can be reached, loads and commits fail with an
/// error that says so and ``Defaults/StoreError/isTemporary`` is true: a suite keeps its last values then,
/// and repeats its commits later.
public final class EtcdStore: Defaults.Store {
  /// The servers and the prefix of the keys, for people.
  public let location: String

  private let connection: EtcdConnection
  private let keyspace: EtcdKeyspace
  /// Who makes the commits, and the key for that; nil if nobody is named.
  private let journal: (author: FleetAuthor, key: Data)?
  /// The contents at the latest revision that this process has seen.
  private let latest: Mutex<EtcdContents>

  /// Creates a store; nothing is connected yet.
  public init(suite: String, in fleet: EtcdFleet, scope: EtcdScope) {
    connection = fleet.connection
    keyspace = EtcdKeyspace(fleet: fleet.name, suite: suite, scope: scope)
    journal = fleet.author.map {
      ($0, FleetJournal.key(fleet: fleet.name, suite: suite, scope: scope))
    }
    location = fleet.connection.location + String(decoding: keyspace.prefix, as: UTF8.self)
    latest = Mutex(EtcdContents(keyspace, location: location))
  }

  /// All keys and ordinary kinds; as many keys in a commit as a transaction of etcd has room for.
  public var capabilities: Defaults.StoreCapabilities {
    // One operation of each transaction reads what others have changed, and one may name the author.
    Defaults.StoreCapabilities(transactionLimit: EtcdLimits.operations - (journal == nil ? 1 : 2))
  }

  /// Reads the keys that have changed since this store has seen the suite; nil if none has.
  public func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let contents = try refresh(latest.withLock { $0 })
    guard !contents.isTooLarge else { throw contents.tooLarge }
    return contents.version == known ? nil : contents.snapshot
  }

  /// Watches the keys of the suite; after a connection was lost, on another server if there is one.
  public func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    EtcdWatch(keyspace.watch, on: connection, report)
  }

  /// Returns the contents after those that are known; if these do not say what was removed, all keys.
  private func refresh(_ known: EtcdContents) throws(Defaults.StoreError) -> EtcdContents {
    let response = try connection.call(
      .range,
      keyspace.range(after: known.revision),
      isRepeatable: true
    )
    if let contents = try known.applying(response, response.header) { return keep(contents) }
    return try refresh(empty)
  }

  /// Contents from which a refresh reads all keys.
  private var empty: EtcdContents { EtcdContents(keyspace, location: location) }

  /// Keeps contents for the next call.
  ///
  /// Those of another thread may be newer, which costs only time: every load and commit compares what is kept
  /// with what is in etcd. Contents that are too large are not kept, so that they do not grow further.
  private func keep(_ contents: EtcdContents) -> EtcdContents {
    latest.withLock { $0 = contents.isTooLarge ? empty : contents }
    return contents
  }
}

// MARK: - Commits

extension EtcdStore {
  /// How often a commit is tried while others keep changing its keys.
  private static let attempts = 100
  /// How often a transaction is sent again that a server has not made before the connection was lost.
  private static let repetitions = 3

  /// Applies edits in a transaction of etcd, if keys have expected values.
  ///
  /// The values that the caller expects, and those that are stored already, are compared with the contents
  /// that this process knows; the transaction then compares only the revisions of these keys. If one
  /// differs, nothing is changed, and the response has what is new, so that the next attempt is up to date.
  /// Keys with any other value are replaced without a comparison: the later write wins.
  ///
  /// When the response is lost, what is stored says whether the transaction was made. If it was not, it is sent
  /// again, and then compares the revisions of all its keys, because the first one may still arrive.
  public func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try Defaults.StoreError.check(storing: edits, for: location)
    var contents = latest.withLock { $0 }
    var isNew = contents.revision == 0
    if isNew { contents = try refresh(contents) }
    var lost: [(transaction: EtcdTransaction, error: Defaults.StoreError)] = []
    for _ in 0..<Self.attempts {
      // They look alike in the store, and the last one knows the latest old values.
      if let made = lost.last(where: { $0.transaction.wasMade(before: contents) })?.transaction {
        return Defaults.StoreCommit(snapshot: contents.snapshot, replaced: made.replaced)
      }
      do throws(Defaults.StoreError) {
        try Defaults.StoreError.check(expected, for: location) { contents.value($0) }
      } catch {
        // The lost transaction may have caused the difference itself, so this is not known to be a conflict.
        if let last = lost.last { throw last.error }
        // The values may have changed since.
        if isNew { throw error }
        contents = try refresh(contents)
        isNew = true
        continue
      }
      let transaction = try EtcdTransaction(
        edits,
        expecting: expected,
        in: contents,
        comparesAll: !lost.isEmpty,
        journal: journal.map { ($0.key, FleetJournal(author: $0.author, time: Date()).json) }
      )
      let response: EtcdTxnResponse
      do throws(Defaults.StoreError) {
        response = try connection.call(.transaction, transaction.request, isRepeatable: false)
      } catch {
        contents = try refresh(contents, after: error)
        isNew = true
        lost.append((transaction, error))
        guard lost.count <= Self.repetitions || transaction.wasMade(before: contents) else {
          throw error
        }
        continue
      }
      let outcome = try transaction.outcome(of: response)
      let next =
        if let known = outcome.contents, outcome.replaced != nil || !known.isTooLarge {
          keep(known)
        } else {
          try refresh(empty)
        }
      if let replaced = outcome.replaced {
        return Defaults.StoreCommit(snapshot: next.snapshot, replaced: replaced)
      }
      contents = next
      isNew = true
    }
    throw Defaults.StoreError(location: location, cause: .keepsChanging)
  }

  /// Returns the contents after a transaction whose response was lost.
  ///
  /// - Throws: the error of the call if the server has refused the transaction.
  private func refresh(
    _ contents: EtcdContents,
    after error: Defaults.StoreError
  ) throws(Defaults.StoreError) -> EtcdContents {
    guard error.isTemporary else { throw error }
    do throws(Defaults.StoreError) {
      return try refresh(contents)
    } catch let failure {
      throw Defaults.StoreError(
        location: location,
        reason: "\(failure.briefReason); it is not known whether the changes were stored",
        isTemporary: true
      )
    }
  }
}

#endif
