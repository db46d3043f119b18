#if Fleet

import DefaultsEtcd
import Foundation
import TestSupport
import Testing

@testable import prefs

/// What the file of a machine says of its fleet.
struct FleetConfigurationTests {
  private func configuration(_ text: String) throws -> FleetConfiguration {
    try FleetConfiguration(parsing: Array(text.utf8), hostName: "here")
  }

  @Test func `only the address is needed`() throws {
    let configuration = try configuration("# a fleet\naddress = etcds://a,b:1/office\n")
    #expect(configuration.address.text == "etcds://a:2379,b:1/office")
    #expect(configuration.member == FleetMember(host: "here"))
    #expect(configuration.cluster.tls == .init())
    #expect(configuration.cluster.user == nil)
    #expect(!configuration.cluster.allowsPlaintext)
  }

  @Test func `all settings`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("ada:love:lace\nmore".utf8), to: "user")
    let user = directory.file("user")
    chmod(user, 0o600)
    let text = """
      address = etcds://a/office
      host = ada
      groups = web, berlin  x
      authorities = /ca
      certificate = /cert
      key = /key
      user-file = \(user)
      """
    let configuration = try configuration(text)
    #expect(configuration.member == FleetMember(host: "ada", groups: ["web", "berlin", "x"]))
    let identity = EtcdCluster.TLS.Identity(certificate: "/cert", privateKey: "/key")
    #expect(configuration.cluster.tls == .init(authorities: "/ca", identity: identity))
    #expect(configuration.cluster.user == .init(name: "ada", password: "love:lace"))
    chmod(user, 0o640)
    let failure = #expect(throws: Failure.self) { try self.configuration(text) }
    #expect(failure?.message.contains("only its owner") == true)
  }

  @Test(arguments: [
    ("", "address must be"), ("address = etcd://a", "instead of \"etcd://a\""),
    ("address = etcd://a/f/s", "address must be"),
    ("adress = etcd://a/f", "\"adress\" is not a setting"),
    ("address = etcd://a/f\nhost =", "host must name"),
    ("address = etcd://a/f\nkey = /k", "key has no effect"),
    ("address = etcds://a/f\nkey = /k", "certificate and key"),
    ("address = etcds://a/f\nuser-file = /nonexistent", "only its owner"),
    ("address = etcd://a/f\n[section]\nhost = a", "\"section/host\" is not a setting"),
    ("address", "line 1"),
  ])
  func `mistakes are reported`(text: String, reason: String) throws {
    let failure = #expect(throws: Failure.self) { try configuration(text) }
    #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
    #expect(failure?.status == .usage)
  }
}

#endif
