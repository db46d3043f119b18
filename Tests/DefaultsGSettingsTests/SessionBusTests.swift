import Glibc
import TestSupport
import Testing

@testable import DefaultsGSettings

struct SessionBusTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Creates a socket, as a bus has.
  private func listen(at name: String) throws {
    let socket = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: directory.file(name).utf8)
    }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
  }

  @Test func `the address in the environment counts first`() throws {
    try listen(at: "bus")
    try listen(at: "mine")
    let address = "unix:path=\(directory.file("mine")),guid=1"
    let bus = SessionBus(environment: [
      "DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": directory.path,
    ])
    #expect(bus.address == address)
    let other = SessionBus(environment: ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost,port=1"])
    #expect(other.address == "tcp:host=localhost,port=1")
  }

  @Test func `the user's own bus is found without an address, and instead of one that is gone`()
    throws
  {
    try listen(at: "bus")
    let runtime = ["XDG_RUNTIME_DIR": directory.path]
    let own = "unix:path=\(directory.file("bus"))"
    #expect(SessionBus(environment: runtime).address == own)
    let gone = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(directory.file("gone"))"]
    #expect(SessionBus(environment: runtime.merging(gone) { $1 }).address == own)
  }

  @Test func `the bus of another user is not used`() throws {
    try listen(at: "bus")
    let address = "unix:path=\(directory.file("bus"))"
    let bus = SessionBus(
      environment: ["XDG_RUNTIME_DIR": directory.path, "DBUS_SESSION_BUS_ADDRESS": address],
      user: 54321
    )
    #expect(bus.address == nil)
  }

  @Test func `a file is no bus`() throws {
    try directory.write([], to: "bus")
    #expect(
      SessionBus(environment: ["XDG_RUNTIME_DIR": directory.path], user: 54321).address == nil
    )
  }
}
