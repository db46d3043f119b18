#if Fleet

import GRPCCore
import SwiftProtobuf

/// A function of etcd's API, with the types of its messages.
struct EtcdMethod<Request: Message, Response: Message>: Sendable {
  let descriptor: MethodDescriptor

  private init(_ service: String, _ method: String) {
    descriptor = MethodDescriptor(fullyQualifiedService: "etcdserverpb.\(service)", method: method)
  }
}

extension EtcdMethod where Request == EtcdRangeRequest, Response == EtcdRangeResponse {
  /// Returns the values of keys.
  static var range: Self { Self("KV", "Range") }
}

extension EtcdMethod where Request == EtcdTxnRequest, Response == EtcdTxnResponse {
  /// Compares keys, and then stores values or returns some.
  static var transaction: Self { Self("KV", "Txn") }
}

extension EtcdMethod where Request == EtcdWatchRequest, Response == EtcdWatchResponse {
  /// Reports changes of keys until it is cancelled.
  static var watch: Self { Self("Watch", "Watch") }
}

extension EtcdMethod where Request == EtcdLeaseGrantRequest, Response == EtcdLeaseGrantResponse {
  /// Makes a lease, whose keys are removed when it ends.
  static var grantLease: Self { Self("Lease", "LeaseGrant") }
}

extension EtcdMethod where Request == EtcdLeaseRevokeRequest, Response == EtcdLeaseRevokeResponse {
  /// Ends a lease.
  static var revokeLease: Self { Self("Lease", "LeaseRevoke") }
}

extension EtcdMethod
where Request == EtcdLeaseKeepAliveRequest, Response == EtcdLeaseKeepAliveResponse {
  /// Extends leases until the stream of requests ends.
  static var keepLeaseAlive: Self { Self("Lease", "LeaseKeepAlive") }
}

extension EtcdMethod
where Request == EtcdAuthenticateRequest, Response == EtcdAuthenticateResponse {
  /// Returns a token for a user with a password.
  static var authenticate: Self { Self("Auth", "Authenticate") }
}

#endif
