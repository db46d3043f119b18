#if Fleet

public import DefaultsCore
public import DefaultsSchema
import FoundationEssentials
import SwiftProtobuf

/// What is to be changed so that a fleet has the values of an earlier revision.
///
/// The plan is made of the values at both revisions and changes nothing. It is applied in parts, each of which is one
/// transaction of etcd, and one part has all changes if they fit. A part compares the revisions that its keys had
/// when the plan was made, so that it replaces no value that nobody has seen in the plan.
public struct FleetRollback: Sendable {
  /// The change of a key.
  public struct Row: Sendable {
    /// The name of the suite.
    public var suite: String
    /// The scope.
    public var scope: EtcdScope
    /// The name of the key.
    public var key: Defaults.KeyName
    /// The present value; nil for none.
    public var now: Defaults.StoredValue?
    /// The value at the earlier revision; nil for none.
    public var wanted: Defaults.StoredValue?
    /// Why the earlier value is refused, as a phrase that shows no secret; nil if it is not.
    public var refusal: String?

    /// The value as it was stored, so that it is stored again exactly so.
    fileprivate var bytes: Data?
    /// The revision of the present value; 0 for none.
    fileprivate var revision: Int64
    fileprivate var path: Data
  }

  /// Changes that fit into one transaction.
  public struct Part: Sendable {
    /// The changes.
    public fileprivate(set) var rows: [Row] = []
    fileprivate var request = EtcdTxnRequest()
    fileprivate var size = 0
    fileprivate var journals: Set<Data> = []
  }

  /// The present revision when the plan was made.
  public var revision: Int64
  /// The keys with different values, sorted by suite, scope and key.
  public var rows: [Row]
}

// MARK: - The plan

extension EtcdFleet {
  /// Plans to give suites the values that they had at a revision; blocks the thread.
  ///
  /// The reasons for the locks of a suite, which are a suite of their own, go with it. Schemas stay as they are, and
  /// the values are checked with those.
  ///
  /// - Parameters:
  ///   - revision: one of ``revisions()``.
  ///   - suites: the names of the suites; all without any.
  ///   - installedSchema: returns the schema of a suite that is used instead of the one in etcd; nil for none.
  /// - Returns: the plan.
  /// - Throws: `Defaults.StoreError` when the values cannot be read, or the error of the closure.
  public func rollback(
    to revision: Int64,
    of suites: [String] = [],
    installedSchema: (String) throws -> Schema? = { _ in nil }
  ) throws -> FleetRollback {
    let names = suites.flatMap { [$0, FleetMirror.reasons(Defaults.KeyName($0)).string] }
    let prefixes =
      suites.isEmpty
      ? [FleetKey.prefix(name)]
      : Set(names).sorted().map { FleetKey.prefix(name, suite: $0) }
    let (latest, states) = try EtcdExecutor.shared.wait {
      [self] () async throws(Defaults.StoreError) in
      let latest = try await readableRevisions().upperBound
      var states: [(then: FleetState, now: FleetState)] = []
      for prefix in prefixes {
        let then = try await state(of: prefix, at: revision)
        states.append((then, try await state(of: prefix, at: latest)))
      }
      return (latest, states)
    }
    var rows: [FleetRollback.Row] = []
    for (then, now) in states { rows += rollbackRows(from: now, to: then) }
    try check(&rows, states.map(\.now), installedSchema)
    rows.sort { ($0.suite, $0.scope.path, $0.key) < ($1.suite, $1.scope.path, $1.key) }
    return FleetRollback(revision: latest, rows: rows)
  }

  private func rollbackRows(from now: FleetState, to then: FleetState) -> [FleetRollback.Row] {
    let prefix = FleetKey.prefix(name)
    return Set(now.entries.keys).union(then.entries.keys).compactMap { path in
      let (old, new) = (now.entries[path], then.entries[path])
      guard old?.value != new?.value,
        let (suite, key) = FleetKey.parse(Data(path.dropFirst(prefix.count))),
        case .value(let scope, let key) = key
      else { return nil }
      return FleetRollback.Row(
        suite: suite.string,
        scope: scope,
        key: key,
        now: old.map { EtcdValue.decode($0.value) },
        wanted: new.map { EtcdValue.decode($0.value) },
        bytes: new?.value,
        revision: old?.modRevision ?? 0,
        path: Data(path)
      )
    }
  }

  /// Sets the refusals of values that the schemas do not accept.
  private func check(
    _ rows: inout [FleetRollback.Row],
    _ states: [FleetState],
    _ installedSchema: (String) throws -> Schema?
  ) throws {
    var rules: [String: FleetRules] = [:]
    for suite in Set(rows.map(\.suite)) {
      var schema = try installedSchema(suite).map { FleetSchema.usable($0) }
      let path = Array(FleetKey.schema(name, suite: suite))
      if schema == nil, let entry = states.lazy.compactMap({ $0.entries[path] }).first {
        schema = FleetSchema(entry.value, suite: suite)
      }
      rules[suite] = FleetRules(schema)
    }
    for index in rows.indices {
      rows[index].refusal = rows[index].wanted.flatMap {
        rules[rows[index].suite]?.refusal(of: $0, for: rows[index].key)
      }
    }
  }
}

// MARK: - Transactions

extension EtcdFleet {
  /// Divides changes into parts that fit into a transaction each.
  public func parts(of rows: [FleetRollback.Row]) -> [FleetRollback.Part] {
    let time = Date()
    var parts: [FleetRollback.Part] = []
    for row in rows {
      let journal = author.map { author in
        (
          FleetJournal.key(fleet: name, suite: row.suite, scope: row.scope),
          FleetJournal(author: author, time: time).json
        )
      }
      if parts.isEmpty || !parts[parts.count - 1].hasRoom(for: row, journal) {
        parts.append(FleetRollback.Part())
      }
      parts[parts.count - 1].append(row, journal)
    }
    return parts
  }

  /// Makes the changes of a part, or none of them if a key was changed since the plan was made; blocks the thread.
  ///
  /// - Returns: the changes whose keys have another revision than in the plan; empty if the part was made.
  public func apply(
    _ part: FleetRollback.Part
  ) throws(Defaults.StoreError) -> [FleetRollback.Row] {
    let response: EtcdTxnResponse
    do throws(Defaults.StoreError) {
      response = try connection.call(.transaction, part.request, isRepeatable: false)
    } catch {
      guard error.isTemporary else { throw error }
      throw Defaults.StoreError(
        location: connection.location,
        reason: "\(error.briefReason); it is not known whether the changes were stored",
        isTemporary: true
      )
    }
    guard !response.succeeded else { return [] }
    guard response.responses.count == part.rows.count else { return part.rows }
    let outdated = zip(part.rows, response.responses).filter { row, bytes in
      // `try?`: a response that cannot be parsed has no key with the expected revision.
      let range = (try? EtcdResponseOp(serializedBytes: bytes))?.range
      let revision = range?.kvs.first.flatMap {
        (try? EtcdKeyValue(serializedBytes: $0))?.modRevision
      }
      return revision ?? 0 != row.revision
    }
    return outdated.isEmpty ? part.rows : outdated.map(\.0)
  }
}

extension FleetRollback.Part {
  /// An upper bound of what a field of a request has in addition to its bytes.
  private static let overhead = 64

  private func size(_ row: FleetRollback.Row, _ journal: (key: Data, value: Data)?) -> Int {
    // The key is in a comparison, in the change, and in what is read if a comparison fails.
    var size = 3 * (row.path.count + Self.overhead) + (row.bytes?.count ?? 0)
    if let journal { size += journal.key.count + journal.value.count + Self.overhead }
    return size
  }

  fileprivate func hasRoom(
    for row: FleetRollback.Row,
    _ journal: (key: Data, value: Data)?
  ) -> Bool {
    request.success.count + 2 <= EtcdLimits.operations
      && size + size(row, journal) <= EtcdLimits.request
  }

  fileprivate mutating func append(
    _ row: FleetRollback.Row,
    _ journal: (key: Data, value: Data)?
  ) {
    rows.append(row)
    size += size(row, journal)
    request.compare.append(
      .with {
        $0.target = .mod
        $0.key = row.path
        $0.modRevision = row.revision
      }
    )
    request.failure.append(
      .with {
        $0.range.key = row.path
        $0.range.keysOnly = true
      }
    )
    request.success.append(
      .with {
        if let bytes = row.bytes {
          $0.put.key = row.path
          $0.put.value = bytes
        } else {
          $0.deleteRange.key = row.path
        }
      }
    )
    if let journal, journals.insert(journal.key).inserted {
      request.success.append(
        .with {
          $0.put.key = journal.key
          $0.put.value = journal.value
        }
      )
    }
  }
}

#endif
