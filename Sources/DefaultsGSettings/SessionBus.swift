package import DefaultsCore
import FoundationEssentials
package import Glibc

/// The message bus of the user's session, over which dconf writes and programs tell of changes.
///
/// A shell over ssh often has no bus in its environment, although the user's own runs.
package struct SessionBus {
  /// The address of the bus; nil when none can be found.
  let address: String?

  /// Looks for the bus: in the environment, then in the usual place of the user's own.
  package init(environment: [String: String], user: uid_t = getuid()) {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty,
      Self.canExist(address, for: user)
    {
      self.address = address
      return
    }
    let directories = [environment["XDG_RUNTIME_DIR"], "/run/user/\(user)"].compactMap(\.self)
    let sockets = directories.map { "\($0)/bus" }
    address = sockets.first { Self.isSocket($0, of: user) }.map { "unix:path=\($0)" }
  }

  /// Returns whether an address can be that of the user's bus.
  ///
  /// A multiplexer such as tmux outlives the session whose address it has, and root may still have the
  /// address of root's after becoming the user.
  private static func canExist(_ address: String, for user: uid_t) -> Bool {
    let prefix = "unix:path="
    guard address.hasPrefix(prefix), !address.contains(";") else { return true }
    let path = address.dropFirst(prefix.count).prefix { $0 != "," }
    return isSocket(String(path), of: user)
  }

  private static func isSocket(_ path: String, of user: uid_t) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
      && status.st_uid == user
  }

  /// Returns whether dconf's service runs for the user, on a bus that was not found.
  ///
  /// Two services would write over each other's values. One whose bus has ended ends within a moment, so
  /// that one is waited for.
  static func hasOtherService(user: uid_t = getuid()) -> Bool {
    for _ in 0..<20 {
      guard runsService(of: user) else { return false }
      usleep(25_000)
    }
    return true
  }

  private static func runsService(of user: uid_t) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.contains { name in
      guard name.allSatisfy(\.isNumber) else { return false }
      var status = stat()
      guard stat("/proc/\(name)", &status) == 0, status.st_uid == user else { return false }
      // A process that has ended stays listed until its parent has asked how.
      let text = (try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)) ?? ""
      return text.contains("(dconf-service) ") && !text.contains("(dconf-service) Z")
    }
  }

  /// Sends a signal, if the bus was found and GLib's `gdbus` is installed.
  ///
  /// The name has the interface and the signal. The path is that of the object that sends it.
  package func send(
    _ name: String,
    from path: String,
    _ argument: Defaults.StoredValue,
    type: String
  ) {
    guard let address, let text = GVariantForm(type: type).text(argument) else { return }
    _ = ChildProgram.run(
      ["gdbus", "emit", "--session", "-o", path, "-s", name, "@\(type) \(text)"],
      environment: EnvironmentText.variables.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 },
      limit: 10,
      isQuiet: true
    )
  }
}
