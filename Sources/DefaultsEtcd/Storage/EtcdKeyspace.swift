#if Fleet

import DefaultsCore
import FoundationEssentials
import SwiftProtobuf

/// The keys in etcd of one suite in one scope: all that have a common prefix.
struct EtcdKeyspace: Sendable {
  /// The prefix, which ends with a slash.
  let prefix: Data

  init(fleet: String, suite: String, scope: EtcdScope) {
    let path = "/prefs/\(EtcdName.encode(fleet))/suites/\(EtcdName.encode(suite))/\(scope.path)/"
    prefix = Data(path.utf8)
  }

  /// The first key after those with the prefix, whose last byte is one more.
  var end: Data { prefix.dropLast() + [UInt8(ascii: "/") + 1] }

  func key(_ name: Defaults.KeyName) -> Data {
    prefix + Data(EtcdName.encode(name.string).utf8)
  }

  /// Returns a request for the keys that have changed after a revision.
  func range(after revision: Int64) -> EtcdRangeRequest {
    .with {
      $0.key = prefix
      $0.rangeEnd = end
      $0.minModRevision = revision + 1
    }
  }

  /// A request for the events of all keys; large responses come in parts.
  var watch: EtcdWatchRequest {
    .with {
      $0.create.key = prefix
      $0.create.rangeEnd = end
      $0.create.fragment = true
    }
  }
}

#endif
