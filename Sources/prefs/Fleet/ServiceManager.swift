#if Fleet

import DefaultsCore
import Glibc

/// The program that has started this process as a service, systemd for example.
enum ServiceManager {
  /// Reports a state, `READY=1` for example; does nothing without a service manager.
  ///
  /// The corresponding C function is `sd_notify` of libsystemd, which sends a datagram to the socket that
  /// `$NOTIFY_SOCKET` names.
  static func notify(_ state: String) {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard var name = EnvironmentText.variables["NOTIFY_SOCKET"].map({ Array($0.utf8) }),
      let first = name.first, name.count < room
    else { return }
    // An abstract name begins with a zero byte, which is written as @.
    if first == UInt8(ascii: "@") { name[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let length = MemoryLayout<sockaddr_un>.size - room + name.count
    let bytes = Array(state.utf8)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
      }
    }
  }
}

#endif
