#if Fleet

import DefaultsEtcd
import Foundation
import TestSupport
import Testing

/// Suites in etcd that are named by an address.
@Suite(.timeLimit(.minutes(10)))
struct EtcdAddressTests {
  @Test(arguments: [
    ("etcd://localhost/f/s", "etcd://localhost:2379/f/s/all/system"),
    (
      "etcds://a:1,b,[::1]:3,[fe80::1]/f/s/all/managed",
      "etcds://a:1,b:2379,[::1]:3,[fe80::1]:2379/f/s/all/managed"
    ),
    (
      "etcd+plain://10.0.0.1/a%2Fb/%20/group/web/system",
      "etcd+plain://10.0.0.1:2379/a%2Fb/%20/group/web/system"
    ),
    ("etcd://h/f/s/host/%C3%BC/managed", "etcd://h:2379/f/s/host/%C3%BC/managed"),
  ])
  func `an address has one full form`(text: String, full: String) {
    #expect(EtcdAddress(text)?.text == full)
    #expect(EtcdAddress(full)?.text == full)
  }

  @Test(arguments: [
    "", "etcd:", "etcd://", "etcd://h", "etcd://h/f", "etcd://h/f/", "etcd:///f/s", "etcd://h,/f/s",
    "etcd://h:/f/s", "etcd://h:65536/f/s", "etcd://h:-1/f/s", "etcd://h:+80/f/s", "etcd://::1/f/s",
    "etcd://fe80::1:2379/f/s", "etcd://h/f/s/", "etcd://h/f/s/all",
    "etcd://h/f/s/all/x", "etcd://h/f/s/all/x/system", "etcd://h/f/s/group/system",
    "etcd://h/f/s/group//system", "etcd://h/f/s/host/a/b/system", "etcd://h/f/%2f", "http://h/f/s",
  ])
  func `other texts are no address`(text: String) {
    #expect(EtcdAddress(text) == nil)
  }

  @Test func `prefs reads, writes, watches and edits a suite in etcd`() throws {
    let servers = try EtcdServers()
    let home = try TemporaryDirectory()
    let endpoint = try #require(servers.cluster.endpoints.first)
    let suite = "etcd://\(endpoint.host):\(endpoint.port)/office/org.example.Sketchbook"
    func command(_ arguments: [String]) -> [String] { [BuildProducts.program("prefs")] + arguments }
    let environment = ["HOME": home.path, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "TZ": "UTC"]
    func prefs(_ arguments: String..., status: Int32 = 0) throws -> String {
      let result = try Program.run(command(arguments), environment: environment)
      #expect(result.status == status, "\(arguments): \(result.complaint)")
      return result.output + result.complaint
    }
    let watch = try Program(command(["watch", suite]), environment: environment)
    let key = "/prefs/office/suites/org.example.Sketchbook/all/system/color"
    var count = 0
    #expect(
      waitUntil {
        count += 1
        _ = try? servers.control("put", key, "\(count)")
        return watch.output.contains("color: ")
      }
    )
    _ = try prefs("write", suite, "window/width", "-int", "800")
    #expect(waitUntil { watch.output.contains("window/width: (unset) -> 800") })
    #expect(try prefs("read", suite, "window/width") == "800\n")
    #expect(try prefs("read-type", suite, "window/width") == "Type is integer\n")
    #expect(try prefs("edit", "--render", "80x16", suite).contains("window/width"))
    _ = try prefs("undo", suite)
    #expect(try prefs("read", suite, "window/width", status: 1).contains("window/width"))
    watch.send(signal: SIGTERM)
    servers.kill(0)
    #expect(try prefs("read", suite, status: 6).contains("Could not establish a connection"))
    #expect(
      try prefs("write", suite, "k", "1", status: 6).contains("Could not establish a connection")
    )
    #expect(try prefs("read", "etcd://10.0.0.1/f/s", status: 6).contains("would not be encrypted"))
    #expect(try prefs("read", "etcd://h/f", status: 2).contains("etcds://HOST:PORT"))
    for (variable, value, scheme) in [
      ("ETCDCTL_USER", "ada", "etcd"), ("ETCDCTL_CERT", "/c.pem", "etcds"),
      ("ETCDCTL_KEY", "/c.key", "etcds"), ("ETCDCTL_PASSWORD", "secret", "etcd"),
    ] {
      let result = try Program.run(
        command(["read", "\(scheme)://localhost:1/f/s"]),
        environment: environment.merging([variable: value]) { $1 }
      )
      #expect(result.status == 2, "\(result.complaint)")
      #expect(result.complaint.contains(variable))
      #expect(!result.complaint.contains("secret"))
    }
    #expect(try prefs("lock", suite, "k", status: 2).contains("knows no locks"))
  }
}

#endif
