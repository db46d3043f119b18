#if Fleet

import DefaultsCore
import FoundationEssentials
import SwiftProtobuf

/// The keys and values of one suite in one scope at a revision of the cluster.
///
/// The contents at a later revision are made from earlier ones and a response with only the keys that have
/// changed since. Such a response does not name the keys that were removed, but it has the number of all
/// keys: if it is that of the new contents, nothing was removed. If not, or if the revision went back
/// because the cluster was restored from a copy, all keys are read again. So this needs neither the events
/// of a watch, nor earlier revisions that a compaction may have removed.
struct EtcdContents: Sendable {
  /// A key as it is stored.
  private struct Entry {
    /// The name; nil if another program has written the key with another spelling.
    let name: Defaults.KeyName?
    let value: Defaults.StoredValue
    let modRevision: Int64
    let size: Int
  }

  let keyspace: EtcdKeyspace
  let location: String
  private(set) var revision: Int64 = 0
  private var cluster: UInt64 = 0
  /// By key in etcd, without the prefix.
  ///
  /// The keys are not `Data`, whose hash value depends only on the first bytes: a server could send keys that
  /// all have the same one.
  private var entries: [[UInt8]: Entry] = [:]
  private var size = 0

  /// Creates contents of no keys, at the revision before the first one.
  init(_ keyspace: EtcdKeyspace, location: String) {
    self.keyspace = keyspace
    self.location = location
  }
}

extension EtcdContents {
  /// Differs whenever the values differ.
  ///
  /// Keys that were not changed after a revision can only disappear, until one is changed again. So for each
  /// latest revision of a key the number of keys says which ones there are.
  var version: Defaults.StoreVersion {
    let latest = entries.values.map(\.modRevision).max() ?? 0
    let words = [cluster, UInt64(bitPattern: latest), UInt64(entries.count)]
    return Defaults.StoreVersion(bytes: words.flatMap { withUnsafeBytes(of: $0, Array.init) })
  }

  var snapshot: Defaults.StoreSnapshot {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for case let entry in entries.values {
      if let name = entry.name { values[name] = entry.value }
    }
    return Defaults.StoreSnapshot(values: values, version: version)
  }

  func value(_ name: Defaults.KeyName) -> Defaults.StoredValue? { entry(name)?.value }

  /// The revision that changed a key last; 0 for a key that does not exist.
  func modRevision(_ name: Defaults.KeyName) -> Int64 { entry(name)?.modRevision ?? 0 }

  private func entry(_ name: Defaults.KeyName) -> Entry? {
    entries[Array(EtcdName.encode(name.string).utf8)]
  }
}

// MARK: - Responses

extension EtcdContents {
  /// Returns the contents with the keys that have changed since, and without some that were removed.
  ///
  /// - Returns: nil if the new contents cannot be computed from the response.
  /// - Throws: an error if the response is one that etcd does not send.
  func applying(
    _ response: EtcdRangeResponse,
    _ header: EtcdResponseHeader,
    without removed: [Defaults.KeyName] = []
  ) throws(Defaults.StoreError) -> EtcdContents? {
    guard header.revision > 0, header.revision < .max else {
      throw Defaults.StoreError(unexpectedResponseFrom: location, "has no revision")
    }
    let isWhole = revision == 0
    guard isWhole || header.clusterID == cluster && header.revision >= revision else { return nil }
    var contents = self
    contents.cluster = header.clusterID
    contents.revision = header.revision
    for name in removed { contents.set(nil, for: Array(EtcdName.encode(name.string).utf8)) }
    for bytes in response.kvs { try contents.set(Self.keyValue(bytes, at: location)) }
    return isWhole || contents.entries.count == response.count ? contents : nil
  }

  /// Parses a key with its value.
  static func keyValue(
    _ bytes: Data,
    at location: String
  ) throws(Defaults.StoreError) -> EtcdKeyValue {
    do {
      return try EtcdKeyValue(serializedBytes: bytes)
    } catch {
      throw Defaults.StoreError(unexpectedResponseFrom: location, "has a key that cannot be parsed")
    }
  }

  /// Returns how many keys the contents would have with values of edits.
  func count(with edits: [Defaults.KeyName: Data?]) -> Int {
    edits.reduce(entries.count) { count, edit in
      count + (edit.value == nil ? 0 : 1) - (entry(edit.key) == nil ? 0 : 1)
    }
  }

  /// Returns how large the contents would be with values of edits, in bytes.
  func size(with edits: [Defaults.KeyName: Data?]) -> Int {
    edits.reduce(size) { size, edit in
      let key = EtcdName.encode(edit.key.string).utf8.count
      return size - (entry(edit.key)?.size ?? 0) + (edit.value.map { $0.count + key } ?? 0)
    }
  }

  /// Whether other programs have stored more than a suite may have.
  ///
  /// Such contents are not loaded, but a commit that does not make them larger is possible.
  var isTooLarge: Bool { entries.count > EtcdLimits.keys || size > EtcdLimits.contents }

  var tooLarge: Defaults.StoreError {
    Defaults.StoreError(
      location: location,
      reason: "the suite has more than \(EtcdLimits.keys) keys or \(EtcdLimits.contents) bytes",
      isTemporary: false
    )
  }

  private mutating func set(_ keyValue: EtcdKeyValue) throws(Defaults.StoreError) {
    guard keyValue.key.starts(with: keyspace.prefix) else {
      throw Defaults.StoreError(unexpectedResponseFrom: location, "has a key of another suite")
    }
    let key = Array(keyValue.key.dropFirst(keyspace.prefix.count))
    let entry = Entry(
      name: EtcdName.decode(key).map { Defaults.KeyName($0) },
      value: EtcdValue.decode(keyValue.value),
      modRevision: keyValue.modRevision,
      size: key.count + keyValue.value.count
    )
    set(entry, for: key)
  }

  private mutating func set(_ entry: Entry?, for key: [UInt8]) {
    size += (entry?.size ?? 0) - (entries[key]?.size ?? 0)
    entries[key] = entry
  }
}

#endif
