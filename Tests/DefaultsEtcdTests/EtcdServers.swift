#if Fleet

import DefaultsEtcd
import Foundation
import Synchronization
import TestSupport

/// A cluster of etcd servers at free ports of the loopback, with its data in a temporary directory.
///
/// The servers are killed when the object is released.
final class EtcdServers: Sendable {
  /// The reason why a test cannot run.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct Member: Sendable {
    let name: String
    let port: Int
    let peerPort: Int
  }

  /// The data of the servers, and files of tests.
  let directory: TemporaryDirectory
  private let members: [Member]
  private let options: [String]
  private let certificates: Certificates?
  private let programs = Mutex<[Int: Program]>([:])

  /// Starts servers, and waits until they have a leader.
  ///
  /// With certificates, clients must have one too.
  init(_ count: Int = 1, options: [String] = [], certificates: Certificates? = nil) throws {
    directory = try TemporaryDirectory()
    self.certificates = certificates
    self.options =
      options
      + (certificates.map {
        [
          "--cert-file", $0.file("server.pem"), "--key-file", $0.file("server.key"),
          "--trusted-ca-file", $0.file("ca.pem"), "--client-cert-auth",
        ]
      } ?? [])
    let ports = try Self.freePorts(2 * count)
    members = (0..<count).map { number in
      Member(name: "m\(number)", port: ports[2 * number], peerPort: ports[2 * number + 1])
    }
    for number in 0..<count { try start(number) }
    try waitForLeader()
  }

  /// How the servers can be reached.
  var cluster: EtcdCluster {
    EtcdCluster(endpoints: members.map { .init(host: "127.0.0.1", port: $0.port) })
  }

  /// Starts a server that is not running.
  func start(_ number: Int) throws {
    let member = members[number]
    let peers = members.map { "\($0.name)=http://127.0.0.1:\($0.peerPort)" }
    let command =
      [
        "etcd", "--name", member.name, "--data-dir", directory.file(member.name),
        "--listen-client-urls", url(member), "--advertise-client-urls", url(member),
        "--listen-peer-urls", "http://127.0.0.1:\(member.peerPort)",
        "--initial-advertise-peer-urls", "http://127.0.0.1:\(member.peerPort)",
        "--initial-cluster", peers.joined(separator: ","),
        "--heartbeat-interval", "100", "--election-timeout", "1000", "--logger", "zap",
        "--log-level", "error",
      ] + options
    do {
      try programs.withLock { $0[number] = try Program(command) }
    } catch let error as DriverError {
      throw Failure(description: "\(error): `sh .ci/install fleet` installs etcd")
    }
  }

  /// Kills a server with SIGKILL.
  func kill(_ number: Int) {
    programs.withLock { programs in
      let program = programs.removeValue(forKey: number)
      program?.send(signal: SIGKILL)
      _ = program?.wait()
    }
  }

  /// Stops a server without ending it, so that its connections stay open.
  func suspend(_ number: Int) {
    programs.withLock { $0[number]?.send(signal: SIGSTOP) }
  }

  /// Lets a server go on.
  func resume(_ number: Int) {
    programs.withLock { $0[number]?.send(signal: SIGCONT) }
  }

  /// Runs `etcdctl`, and returns what it has printed.
  @discardableResult
  func control(_ arguments: String...) throws -> String {
    try control(arguments)
  }

  @discardableResult
  func control(_ arguments: [String]) throws -> String {
    var command = ["etcdctl", "--endpoints", members.map(url).joined(separator: ",")]
    if let certificates {
      command += [
        "--cacert", certificates.file("ca.pem"), "--cert", certificates.file("client.pem"),
        "--key", certificates.file("client.key"),
      ]
    }
    let result = try Program.run(command + arguments, environment: ["ETCDCTL_API": "3"])
    guard result.status == 0 else {
      throw Failure(description: "etcdctl \(arguments): \(result.complaint)\(result.output)")
    }
    return result.output
  }

  /// The present revision, as text.
  var revision: String {
    get throws {
      let status = try control("get", "/ready", "-w", "json")
      let match = status.firstMatch(of: /"revision":(\d+)/)
      return match.map { String($0.1) } ?? ""
    }
  }

  private func url(_ member: Member) -> String {
    (certificates == nil ? "http" : "https") + "://127.0.0.1:\(member.port)"
  }

  /// Waits until a write is possible.
  func waitForLeader() throws {
    var reason = ""
    let isReady = waitUntil(timeout: 60) {
      do {
        try control("put", "/ready", "")
        return true
      } catch {
        reason = "\(error)"
        return false
      }
    }
    guard isReady else { throw Failure(description: "no etcd server is ready: \(reason)") }
  }

  /// Returns ports that no process uses.
  private static func freePorts(_ count: Int) throws -> [Int] {
    // All sockets are open at once, so that the ports differ.
    let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    defer { for socket in sockets { close(socket) } }
    return try sockets.map { socket in
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(socket, pointer, length) | getsockname(socket, pointer, &length)
        }
      }
      guard status == 0 else { throw Failure(description: "no port is free") }
      return Int(UInt16(bigEndian: address.sin_port))
    }
  }
}

#endif
