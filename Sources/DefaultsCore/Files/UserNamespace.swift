import FoundationEssentials
import Glibc

/// The user namespace of the process, see user_namespaces(7).
///
/// In a namespace, the kernel shows one and the same number, usually 65534, as the owner of every
/// file whose owner has no number there. So two such files may belong to different users, and
/// nothing can be concluded from the number. The same number is an ordinary user in a namespace
/// that maps it.
enum UserNamespace {
  /// The number that stands for all users without a number.
  private static let unknown: uid_t = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/overflowuid", encoding: .ascii)
    // The file is missing without `/proc`; 65534 is the kernel's default.
    return text.flatMap { uid_t($0.prefix { $0.isNumber }) } ?? 65534
  }()

  /// Returns whether an owner of files is one certain user.
  static func knows(_ user: uid_t) -> Bool {
    guard user == unknown else { return true }
    // Without `/proc`, the process is taken for one of the first namespace, which has all users.
    guard let map = try? String(contentsOfFile: "/proc/self/uid_map", encoding: .ascii) else {
      return true
    }
    return contains(user, in: map)
  }

  /// Returns whether a user is in a map of the form of `/proc/self/uid_map`.
  ///
  /// Each line has the first user inside the namespace, the first outside, and their number.
  static func contains(_ user: uid_t, in map: String) -> Bool {
    map.split(separator: "\n").contains { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 3 else { return false }
      return UInt64(user) >= numbers[0] && UInt64(user) - numbers[0] < numbers[2]
    }
  }
}
