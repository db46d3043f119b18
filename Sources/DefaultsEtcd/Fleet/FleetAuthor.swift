#if Fleet

import DefaultsCore
import Glibc

/// Who changes the values of a fleet: a user, with a program, on a machine.
///
/// ```swift
/// let fleet = try EtcdFleet("office", on: cluster, author: .current(program: "Sketchbook"))
/// ```
///
/// It is what the program says. Whoever may write to etcd could name somebody else.
public struct FleetAuthor: Hashable, Sendable {
  /// The name of the user.
  public var user: String
  /// The name of the machine that the change was made on.
  public var host: String
  /// The name of the program.
  public var program: String

  /// The largest number of characters of each name.
  private static let limit = 200

  /// Creates an author; long names are cut, so that they fit into every transaction.
  public init(user: String, host: String, program: String) {
    self.user = String(user.prefix(Self.limit))
    self.host = String(host.prefix(Self.limit))
    self.program = String(program.prefix(Self.limit))
  }

  /// Returns the user of this process on this machine, with the name of a program.
  public static func current(program: String) -> FleetAuthor {
    FleetAuthor(
      user: Defaults.HistoryEntry.Author.currentUser,
      host: FleetMember.hostName,
      program: program
    )
  }
}

extension FleetMember {
  /// The name of this machine; the corresponding C function is `gethostname`.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

#endif
