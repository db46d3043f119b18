#if Fleet

import DefaultsCore
import DefaultsEtcd
import DefaultsINI
import Glibc

/// What `/etc/prefs/fleet.conf` says of the fleet that this machine belongs to.
///
/// ```
/// address = etcds://etcd1,etcd2,etcd3/office
/// groups = web, berlin
/// ```
struct FleetConfiguration {
  /// The settings of the file.
  enum Setting: String, CaseIterable {
    case address, host, groups, authorities, certificate, key
    case userFile = "user-file"
  }

  /// The place of the fleet.
  let address: EtcdFleetAddress
  /// This machine.
  let member: FleetMember
  /// How the servers are reached.
  let cluster: EtcdCluster

  /// The most bytes of a file.
  private static let sizeLimit = 1 << 16

  /// The path of the file, below the root that the arguments name.
  static var path: String {
    let path = "/etc/prefs/fleet.conf"
    return SystemRoot.current?.path(below: path) ?? path
  }

  /// Reads the file; returns nil if there is none.
  ///
  /// - Throws: ``Failure`` when it, or the file with the user, cannot be used, `Defaults.StoreError` when it
  ///   cannot be read.
  init?() throws {
    guard DocumentFile.exists(Self.path) else { return nil }
    let bytes = try DocumentFile.contents(of: Self.path, limit: Self.sizeLimit)
    try self.init(parsing: bytes, hostName: FleetMember.hostName)
  }

  /// Creates a configuration by parsing the file.
  ///
  /// - Throws: ``Failure`` when it, or the file with the user, cannot be used, `Defaults.StoreError` when it
  ///   cannot be read.
  init(parsing bytes: [UInt8], hostName: String) throws {
    let settings = try Self.settings(bytes)
    guard let text = settings[.address], let address = EtcdFleetAddress(text) else {
      let found = settings[.address].map { MessageText(verbatim: " instead of \"\($0)\"") } ?? ""
      throw Self.failure("address must be etcds://HOST:PORT,…/FLEET\(found)")
    }
    self.address = address
    let host = settings[.host] ?? hostName
    guard !host.isEmpty else { throw Self.failure("host must name this machine") }
    let groups = (settings[.groups] ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
    member = FleetMember(host: host, groups: groups)
    var cluster = EtcdCluster(address, authorities: settings[.authorities])
    let files: [Setting] = [.authorities, .certificate, .key]
    if address.scheme != .encrypted, let setting = files.first(where: { settings[$0] != nil }) {
      throw Self.failure("\(setting.rawValue) has no effect without etcds:// in the address")
    }
    switch (settings[.certificate], settings[.key]) {
    case (let certificate?, let key?):
      cluster.tls?.identity = .init(certificate: certificate, privateKey: key)
    case (nil, nil): break
    default: throw Self.failure("certificate and key must both be set, or neither of them")
    }
    if let path = settings[.userFile] { cluster.user = try Self.user(path) }
    self.cluster = cluster
  }

  private static func settings(_ bytes: [UInt8]) throws(Failure) -> [Setting: String] {
    let document: INIDocument
    do throws(INIParseError) {
      document = try INIDocument(parsing: bytes, .plain)
    } catch {
      let place = Defaults.TextPlace.places(of: [error.offset], in: bytes)[0]
      throw failure("line \(place.line): \(error.reason)")
    }
    var settings: [Setting: String] = [:]
    for (key, value) in document.stored {
      guard let setting = Setting(rawValue: key.string) else {
        throw failure(
          "\"\(key)\" is not a setting; the settings are \(list: Setting.allCases.map(\.rawValue))"
        )
      }
      if case .string(let text) = value { settings[setting] = text }
    }
    return settings
  }

  /// Reads the user, who is written as `NAME:PASSWORD`, from a file that only its owner can read.
  private static func user(_ path: String) throws -> EtcdCluster.User {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw failure("user-file must name a file that only its owner can read, with mode 0600")
    }
    let bytes = try DocumentFile.contents(of: path, limit: sizeLimit)
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(separator: "\n").first, let user = EtcdCluster.User(String(line))
    else { throw failure("user-file must name a file with a line NAME:PASSWORD") }
    return user
  }

  private static func failure(_ reason: MessageText) -> Failure {
    Failure(.usage, "\(path: path): \(reason).")
  }
}

#endif
