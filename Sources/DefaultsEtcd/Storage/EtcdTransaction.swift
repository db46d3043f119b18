#if Fleet

import DefaultsCore
import FoundationEssentials
import SwiftProtobuf

/// The edits of a commit as a transaction of etcd.
///
/// Whether it succeeds or fails, it reads the keys that have changed since the contents that it is made
/// for, its own included.
struct EtcdTransaction {
  private(set) var request = EtcdTxnRequest()
  /// The contents that the transaction was made for.
  let contents: EtcdContents
  private let edits: [Defaults.KeyName: Defaults.StoredValue?]
  /// The edited keys in the order of their operations.
  private var changed: [(key: Defaults.KeyName, isRemoved: Bool)] = []
  /// The values of keys whose edits change nothing.
  private var unchanged: [Defaults.KeyName: Defaults.StoredValue] = [:]

  /// Creates the transaction for contents that have the expected values.
  ///
  /// The journal's key and value are stored if values change. The keys with expected values are compared, or all
  /// keys.
  ///
  /// - Throws: an error if the transaction exceeds a limit of etcd, or the suite would.
  init(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?],
    in contents: EtcdContents,
    comparesAll: Bool = false,
    journal: (key: Data, value: Data)? = nil
  ) throws(Defaults.StoreError) {
    self.contents = contents
    self.edits = edits
    var assumed = Set(comparesAll ? Array(edits.keys) + expected.keys : Array(expected.keys))
    var stored: [Defaults.KeyName: Data?] = [:]
    for (key, edit) in edits {
      if contents.value(key) == edit {
        unchanged[key] = edit
        assumed.insert(key)
      } else {
        stored[key] = .some(edit.map(EtcdValue.encode))
        changed.append((key, isRemoved: edit == nil))
      }
    }
    request.compare = assumed.map { key in
      .with {
        $0.target = .mod
        $0.key = contents.keyspace.key(key)
        $0.modRevision = contents.modRevision(key)
      }
    }
    let range = EtcdRequestOp.with { $0.range = contents.keyspace.range(after: contents.revision) }
    request.success = changed.map {
      Self.operation($0.key, stored[$0.key] ?? nil, in: contents)
    }
    if let journal, !changed.isEmpty {
      request.success.append(
        .with {
          $0.put.key = journal.key
          $0.put.value = journal.value
        }
      )
    }
    // Its response must be the last one.
    request.success.append(range)
    request.failure = [range]
    try checkLimits(stored)
  }

  private static func operation(
    _ key: Defaults.KeyName,
    _ value: Data?,
    in contents: EtcdContents
  ) -> EtcdRequestOp {
    .with {
      if let value {
        $0.put = .with {
          $0.key = contents.keyspace.key(key)
          $0.value = value
          $0.prevKv = true
        }
      } else {
        $0.deleteRange = .with {
          $0.key = contents.keyspace.key(key)
          $0.prevKv = true
        }
      }
    }
  }

  private func checkLimits(_ stored: [Defaults.KeyName: Data?]) throws(Defaults.StoreError) {
    for case (let key, let value?) in stored where value.count > EtcdLimits.value {
      let reason =
        "it has \(value.count) bytes of JSON, and etcd stores at most \(EtcdLimits.value)"
      throw Defaults.StoreError(
        location: contents.location,
        cause: .unsupportedValue(key: key, reason: reason)
      )
    }
    let count = max(request.success.count, request.compare.count)
    if count > EtcdLimits.operations {
      throw refusal("the commit needs \(count) operations", EtcdLimits.operations)
    }
    let size = (try? request.serializedData().count) ?? .max
    if size > EtcdLimits.request {
      throw Defaults.StoreError(
        location: contents.location,
        cause: .commitTooLarge(bytes: size, limit: EtcdLimits.request)
      )
    }
    // A suite that is too large can be made smaller.
    let total = contents.size(with: stored)
    if total > max(EtcdLimits.contents, contents.size(with: [:])) {
      throw refusal("the suite would have \(total) bytes", EtcdLimits.contents)
    }
    let keys = contents.count(with: stored)
    if keys > max(EtcdLimits.keys, contents.count(with: [:])) {
      throw refusal("the suite would have \(keys) keys", EtcdLimits.keys)
    }
  }

  private func refusal(_ reason: String, _ limit: Int) -> Defaults.StoreError {
    Defaults.StoreError(
      location: contents.location,
      reason: "\(reason); the limit is \(limit), and nothing was changed",
      isTemporary: false
    )
  }
}

extension EtcdTransaction {
  /// What a transaction has done.
  struct Outcome {
    /// The contents afterwards; nil if they cannot be computed from the response.
    let contents: EtcdContents?
    /// The values that the edited keys had; nil if nothing was changed, because a comparison failed.
    let replaced: [Defaults.KeyName: Defaults.StoredValue]?
  }

  /// Returns what the transaction has done.
  ///
  /// - Throws: an error if the response is not one of this transaction.
  func outcome(of response: EtcdTxnResponse) throws(Defaults.StoreError) -> Outcome {
    let requested = response.succeeded ? request.success : request.failure
    guard response.responses.count == requested.count else { throw unexpected }
    var responses: [EtcdResponseOp] = []
    do {
      responses = try response.responses.map { try EtcdResponseOp(serializedBytes: $0) }
    } catch {
      throw unexpected
    }
    guard case .range(let range)? = responses.last?.response else { throw unexpected }
    guard response.succeeded else {
      return Outcome(contents: try contents.applying(range, response.header), replaced: nil)
    }
    var replaced = unchanged
    for (edit, response) in zip(changed, responses) {
      replaced[edit.key] = try replacedValue(response)
    }
    let removed = changed.filter(\.isRemoved).map(\.key)
    return Outcome(
      contents: try contents.applying(range, response.header, without: removed),
      replaced: replaced
    )
  }

  /// The values that the edited keys had in the contents before.
  var replaced: [Defaults.KeyName: Defaults.StoredValue] {
    edits.keys.reduce(into: [:]) { $0[$1] = contents.value($1) }
  }

  /// Returns whether later contents show that the transaction was made.
  ///
  /// All its values have one revision then, which no transaction before can have, and the keys that it
  /// removed do not exist. If it only removes keys, another program may have removed them, so a transaction
  /// that compares anything counts as not made.
  func wasMade(before later: EtcdContents) -> Bool {
    let stored = changed.filter { !$0.isRemoved }.map(\.key)
    let removed = changed.filter(\.isRemoved).map(\.key)
    guard !changed.isEmpty, removed.allSatisfy({ later.modRevision($0) == 0 }) else { return false }
    guard let first = stored.first else { return request.compare.isEmpty }
    let revision = later.modRevision(first)
    return revision > contents.revision
      && stored.allSatisfy { later.modRevision($0) == revision && later.value($0) == edits[$0] }
  }

  private func replacedValue(
    _ response: EtcdResponseOp
  ) throws(Defaults.StoreError) -> Defaults.StoredValue? {
    switch response.response {
    case .put(let put):
      put.hasPrevKv ? EtcdValue.decode(put.prevKv.value) : nil
    case .deleteRange(let deletion):
      try deletion.prevKvs.first.map { bytes throws(Defaults.StoreError) in
        EtcdValue.decode(try EtcdContents.keyValue(bytes, at: contents.location).value)
      }
    case .range, nil:
      throw unexpected
    }
  }

  private var unexpected: Defaults.StoreError {
    Defaults.StoreError(unexpectedResponseFrom: contents.location, "is not one to a transaction")
  }
}

#endif
