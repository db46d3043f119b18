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

  /// Whether the user's token has expired, or was made before the permissions changed.
  var refusesToken: Bool {
    code == .unauthenticated
      || code == .invalidArgument && message.contains("revision of auth store is old")
  }
}

extension Defaults.StoreError {
  /// Creates the error of a call that failed.
  ///
  /// Such a call may succeed later, unless the server has refused it for good.
  init(_ error: RPCError, at location: String) {
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

  /// Creates the error of a response that etcd does not send.
  init(unexpectedResponseFrom location: String, _ reason: String) {
    self.init(location: location, reason: "the server's response \(reason)", isTemporary: true)
  }
}

#endif
