import Foundation
import Glibc

/// A session of its own with a message bus, schemas and a database of GSettings.
///
/// The real GLib, dconf and `gsettings` are used, so what they store is what a desktop would read.
public final class GSettingsSession {
  /// The programs that are needed and not installed.
  public static let missing = [
    "/usr/bin/dbus-daemon", "/usr/bin/dbus-run-session", "/usr/bin/dconf", "/usr/bin/gsettings",
    "/usr/bin/glib-compile-schemas", "/usr/libexec/dconf-service",
  ].filter { (path: String) in access(path, X_OK) != 0 }

  /// The directory of the session, which is its home as well.
  public let home: TemporaryDirectory
  /// The variables of the session's programs.
  public let environment: [String: String]
  private let bus: Program?
  /// What runs a command where `/etc/dconf` is the session's own directory; empty for the real one.
  private let prefix: [String]

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - schemas: the content of `<schemalist>`.
  ///   - site: a keyfile with the administrator's values; empty for none.
  ///   - locks: the paths of the keys that the administrator locks, one on each line.
  ///   - hasBus: whether the session has a bus, over which dconf writes.
  ///   - hasSystem: whether the administrator's values are in `/etc/dconf/db/site`, which only the
  ///     commands of the session see; it takes root.
  /// - Throws: ``DriverError`` when a program cannot be started.
  public init(
    schemas: String,
    site: String = "",
    locks: String = "",
    hasBus: Bool = true,
    hasSystem: Bool = false
  ) throws {
    home = try TemporaryDirectory()
    let files = FileManager.default
    for name in ["schemas", "run", "dconf/db/site.d/locks", "config"] {
      try files.createDirectory(atPath: home.file(name), withIntermediateDirectories: true)
    }
    chmod(home.file("run"), 0o700)
    try home.write(
      "<schemalist>\(schemas)</schemalist>".utf8,
      to: "schemas/org.example.gschema.xml"
    )
    let database = home.file("dconf/db/site")
    let profile = "user-db:user\n" + (hasSystem ? "system-db:site" : "file-db:\(database)") + "\n"
    try home.write(profile.utf8, to: "profile")
    try home.write(site.utf8, to: "dconf/db/site.d/values")
    try home.write(locks.utf8, to: "dconf/db/site.d/locks/keys")
    prefix =
      hasSystem
      ? [
        "unshare", "--mount", "sh", "-c",
        "mount --bind \"$1\" /etc/dconf && shift && exec \"$@\"", "sh", home.file("dconf"),
      ] : []
    let address = "unix:path=\(home.file("bus"))"
    environment = [
      "HOME": home.path, "XDG_RUNTIME_DIR": home.file("run"),
      "XDG_CONFIG_HOME": home.file("config"),
      "XDG_STATE_HOME": home.file("state"), "XDG_DATA_HOME": home.file("data"),
      "XDG_DATA_DIRS": "/usr/share", "XDG_CACHE_HOME": home.file("cache"),
      "GSETTINGS_SCHEMA_DIR": home.file("schemas"), "DCONF_PROFILE": home.file("profile"),
      "DBUS_SESSION_BUS_ADDRESS": hasBus ? address : "", "DISPLAY": "", "GSETTINGS_BACKEND": "",
      "LANGUAGE": "", "LC_ALL": "C.UTF-8",
    ]
    _ = try Program.run(["glib-compile-schemas", "--strict", home.file("schemas")])
    _ = try Program.run(["dconf", "compile", database, "\(database).d"])
    guard hasBus else {
      bus = nil
      return
    }
    bus = try Program(
      ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(address)"],
      environment: environment
    )
    for _ in 0..<1000 where access(home.file("bus"), F_OK) != 0 { usleep(5000) }
  }

  deinit {
    // The service of dconf ends with the bus.
    bus?.send(signal: SIGTERM)
  }

  /// The variables of the session without those that are not set.
  public var variables: [String: String] {
    ProcessInfo.processInfo.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
  }

  /// Runs a program in the session and waits for its end.
  @discardableResult
  public func run(_ command: String...) throws -> Program.Result {
    try Program.run(prefix + command, environment: environment)
  }

  /// The command that runs the built tool in the session.
  public func command(_ arguments: [String]) -> [String] {
    prefix + [BuildProducts.program("prefs")] + arguments
  }

  /// Runs the built tool in the session and waits for its end.
  @discardableResult
  public func prefs(_ arguments: String...) throws -> Program.Result {
    try Program.run(command(arguments), environment: environment)
  }

  /// What `gsettings get` prints for a key.
  public func get(_ schema: String, _ key: String) throws -> String {
    try run("gsettings", "get", schema, key).output.trimmingCharacters(in: .newlines)
  }
}
