#if Fleet

import DefaultsCore
import GRPCCore

extension RPCError {
  /// Whether the server or the way to it failed, so the call may succeed on another server.
  var isOfServer: Bool {
    switch code {
    case .unavailable, .deadlineExceeded, .unknown, .internalError, .cancelled, .aborted: true
    default: false
    }
  }

  /// Whether the server's options allow only smaller requests.
  var refusesSize: Bool {
    message.contains("request is too large") || message.contains("too many operations in txn")
      || code == .resourceExhausted && message.contains("larger than max")
  }

  /// Whether the user's token has expired, or was made before the permissions changed.
  var refusesToken: Bool {
    code == .unauthenticated
      || code == .invalidArgument && message.contains("revision of auth store is old")
  }
}

extension Defaults.StoreError {
  /// Creates the error of a call that failed.
  ///
  /// Such a call may succeed later, unless the server has refused it for good. A request that is too large for
  /// the server, whose size is given in bytes, is a commit that may be made in parts.
  init(_ error: RPCError, at location: String, sending size: Int = 0) {
    guard !error.refusesSize else {
      self.init(location: location, cause: .commitTooLarge(bytes: size, limit: size - 1))
      return
    }
    let isTemporary =
      switch error.code {
      case .invalidArgument, .unauthenticated, .permissionDenied, .unimplemented,
        .failedPrecondition,
        .notFound:
        false
      default: true
      }
    var causes = [error.message]
    // The reason why a connection could not be made is that of a cause.
    var cause = error.cause
    while let current = cause, causes.count < 4 {
      causes.append((current as? RPCError)?.message ?? "\(current)")
      cause = (current as? RPCError)?.cause
    }
    let texts = causes.map { MessageText.fact($0.hasSuffix(".") ? String($0.dropLast()) : $0) }
    self.init(location: location, reason: texts.joined(separator: ": "), isTemporary: isTemporary)
  }

  /// Whether a revision cannot be read because a compaction has removed it; only the text of etcd says so.
  var isOfCompaction: Bool {
    if case .failed(let reason, _) = cause { reason.contains("has been compacted") } else { false }
  }

  /// Creates the error of a response that etcd does not send.
  init(unexpectedResponseFrom location: String, _ reason: String) {
    self.init(location: location, reason: "the server's response \(reason)", isTemporary: true)
  }
}

#endif
