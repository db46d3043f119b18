import FoundationEssentials
import Glibc

// What a new entry consists of besides the changes.
extension Defaults.HistoryEntry {
  /// Returns an identifier that sorts by time; the process identifier and a count make it unique.
  static func newID(_ date: Date, _ count: Int) -> String {
    let milliseconds = String(Int64((date.timeIntervalSince1970 * 1000).rounded()))
    let time = String(repeating: "0", count: max(0, 14 - milliseconds.count)) + milliseconds
    return "\(time)-\(getpid())-\(count)"
  }
}

extension Defaults.HistoryEntry.Author {
  /// Returns this process as the author of a change made by a program.
  static func ofProcess(_ program: String) -> Self {
    Self(user: currentUser, program: program, process: getpid())
  }

  /// The name of the user of this process, as entries record it: `root as ada` or `ada as root` where
  /// another user stands behind it, whom `sudo` names in `$SUDO_USER`.
  package static let currentUser: String = {
    let user = userName(geteuid())
    guard let variable = getenv("SUDO_USER"), let actor = String(validatingCString: variable),
      !actor.isEmpty, actor != user
    else { return user }
    return "\(actor) as \(user)"
  }()

  /// Returns the name of a user, or the number of one that has no name.
  package static func userName(_ user: UInt32) -> String {
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return String(user) }
    return String(cString: name)
  }
}

extension Defaults.StoredValue {
  /// The approximate size of the value in bytes.
  var approximateSize: Int {
    switch self {
    case .bool, .integer, .real, .date, .uid, .null: 8
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    case .array(let values): values.reduce(8) { $0 + $1.approximateSize }
    case .dictionary(let members):
      members.reduce(8) { $0 + $1.key.string.utf8.count + $1.value.approximateSize }
    case .opaque(let value): value.bytes.count
    }
  }
}
