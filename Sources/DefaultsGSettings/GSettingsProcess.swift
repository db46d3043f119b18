import DefaultsCore
import FoundationEssentials
import Glibc
import Synchronization

/// The helper process of this one, which is started when it is first needed, and again when it ended.
package final class GSettingsProcess: Sendable {
  /// The helper that all stores of the process use.
  package static let shared = GSettingsProcess(executable: "/proc/self/exe")

  private let executable: String
  let environment: [String: String]
  private let otherServiceRuns: @Sendable () -> Bool
  private let state = Mutex(State())
  /// The watches by name, which a new helper is told.
  private let listeners = Mutex<[GSettingsName: [Int: @Sendable () -> Void]]>([:])

  private struct State {
    var running: HelperConnection?
    var nextListener = 0
  }

  /// Creates a process that starts a program with ``GSettingsHelper/argument``.
  package convenience init(
    executable: String,
    environment: [String: String] = EnvironmentText.variables
  ) {
    self.init(executable: executable, environment: environment) { SessionBus.hasOtherService() }
  }

  /// Creates a process with a closure that says whether dconf's service runs on a bus that was not found.
  init(
    executable: String,
    environment: [String: String],
    otherServiceRuns: @escaping @Sendable () -> Bool
  ) {
    self.executable = executable
    self.environment = environment
    self.otherServiceRuns = otherServiceRuns
  }

  /// The address of the bus over which changes are written and reported; nil when none was found, and for
  /// the databases of an image.
  private var bus: String? {
    SystemRoot.current == nil ? SessionBus(environment: environment).address : nil
  }

  /// Whether a bus was found, over which changes are reported.
  var hasBus: Bool { bus != nil }

  private var home: String { BaseDirectories(environment: environment, root: nil).home }

  /// Whether the home does not exist; then nothing may be made in it.
  private var isHomeMissing: Bool { !DocumentFile.exists(home) }

  /// The process identifier of the helper; nil while none runs.
  var helper: pid_t? { state.withLock { $0.running?.process } }

  /// Ends the helper; the next request starts another one.
  func restart() {
    state.withLock { state in
      // The thread that waits for its events keeps the connection until the helper has ended.
      state.running?.end()
      state.running = nil
    }
  }

  /// Sends a request and waits for the reply; throws the failure with which the helper replied.
  ///
  /// It fails also when the helper cannot be started, or has ended.
  func reply(to request: GSettingsRequest) throws(GSettingsFailure) -> GSettingsReply {
    try state.withLock { state throws(GSettingsFailure) in
      let connection: HelperConnection
      if let running = state.running {
        connection = running
      } else {
        connection = try start(through: [])
        state.running = connection
        try resumeWatches(connection)
      }
      do throws(GSettingsFailure) {
        return try connection.reply(to: request)
      } catch {
        if connection.hasEnded { state.running = nil }
        throw error
      }
    }
  }

  /// Sends a request and waits for the reply, for a store with a location.
  func reply(
    to request: GSettingsRequest,
    at location: String
  ) throws(Defaults.StoreError) -> GSettingsReply {
    do throws(GSettingsFailure) {
      return try reply(to: request)
    } catch {
      throw GSettingsStore.error(error, at: location)
    }
  }

  /// Writes values, over a bus of its own where the session has none.
  func write(
    _ edits: [String: String?],
    to name: GSettingsName
  ) throws(GSettingsFailure) {
    guard SystemRoot.current == nil else {
      throw .notStored(
        reason:
          "the values of a user in an image are written by its own programs only; lock the key for "
          + "all users, or start that system"
      )
    }
    let request = GSettingsRequest.write(name, edits: edits)
    // GIO's other databases need no bus.
    guard !hasBus, environment["GSETTINGS_BACKEND", default: "dconf"] == "dconf" else {
      _ = try reply(to: request)
      return
    }
    guard !isHomeMissing || !databaseFile.hasPrefix(home + "/") else {
      throw .notStored(reason: "the home directory \(home) does not exist")
    }
    guard access(Self.launcher, X_OK) == 0 else {
      throw .notStored(
        reason: "this session has no message bus, over which dconf writes; install "
          + "dbus-run-session, for example dbus-daemon"
      )
    }
    let outcome: Result<Void, GSettingsFailure>
    do throws(Defaults.StoreError) {
      outcome = try DocumentFile.withLockedDirectory(of: databaseDirectory) {
        Result { () throws(GSettingsFailure) in try writeOverOwnBus(request) }
      }
    } catch {
      throw .notStored(reason: error.briefReason)
    }
    try outcome.get()
  }

  /// The program that runs another one with a bus.
  private static let launcher = "/usr/bin/dbus-run-session"

  /// Writes values over a bus that is started for that and ends afterwards, and dconf's service with it.
  ///
  /// A service reads the database when it starts, and replaces the file by what it knows. Two of them on
  /// buses of their own would lose each other's values, so only one of our processes at a time may have
  /// one, from the look at other services until its own has ended. So the caller locks the directory that
  /// the database's own is in; that one is made by dconf, together with the file that is watched.
  private func writeOverOwnBus(_ request: GSettingsRequest) throws(GSettingsFailure) {
    guard !otherServiceRuns() else {
      throw .notStored(
        reason:
          "this session has no message bus, but dconf's service runs in another session of the "
          + "user; set DBUS_SESSION_BUS_ADDRESS to the bus of that session"
      )
    }
    // The connection has ended by then, and the look waits until its service has ended too.
    defer { _ = otherServiceRuns() }
    _ = try start(through: [Self.launcher, "--"]).reply(to: request)
  }

  private func start(through launcher: [String]) throws(GSettingsFailure) -> HelperConnection {
    var variables = environment
    guard variables.updateValue("1", forKey: GSettingsHelper.variable) == nil else {
      throw .unavailable(reason: "a helper for GNOME's settings starts no other one")
    }
    variables["DBUS_SESSION_BUS_ADDRESS"] = launcher.isEmpty ? bus : nil
    // Without a bus GIO would start one for the display, which would stay.
    if bus == nil { variables["DISPLAY"] = nil }
    // GLib makes the cache where there is no runtime directory, and the home before it.
    if isHomeMissing { variables["XDG_CACHE_HOME"] = BaseDirectories.nowhere }
    // A warning must not end the helper.
    variables["G_DEBUG"] = nil
    let path = launcher.isEmpty || executable != "/proc/self/exe" ? executable : Self.ownPath
    let command = launcher + [path, GSettingsHelper.argument]
    guard let root = SystemRoot.current else { return try HelperConnection(command, variables) }
    let image = try GSettingsImage(
      root,
      environment: variables,
      profileFile: HelperConnection.textFile
    )
    return try HelperConnection(command, image.variables, text: image.profile)
  }

  /// The path of this program for another one, of which `/proc/self/exe` is its own.
  ///
  /// The file can be gone since, but of a process that was root before, nobody may open the link.
  private static var ownPath: String {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return access(path, X_OK) == 0 ? path : "/proc/\(getpid())/exe"
  }

  // MARK: - Changes

  /// Calls a closure whenever a value of a schema may have changed, until the watch ends.
  func watch(
    _ name: GSettingsName,
    _ changed: @escaping @Sendable () -> Void
  ) -> any Defaults.StoreWatch {
    let number = state.withLock { state in
      state.nextListener += 1
      return state.nextListener
    }
    listeners.withLock { $0[name, default: [:]][number] = changed }
    // An error is that of the next load.
    _ = try? reply(to: .watch(name))
    state.withLock { state in
      if let running = state.running { receiveEvents(of: running) }
    }
    // Without a bus nobody reports a change, but dconf replaces its file.
    let databases =
      (try? DconfProfile(environment: environment).administratorsDatabases) ?? []
    let files = ((hasBus ? [] : [databaseFile]) + databases).map { DocumentFile.watch($0, changed) }
    return ClosureWatch { [weak self] in
      for file in files { file.cancel() }
      self?.listeners.withLock { $0[name]?[number] = nil }
    }
  }

  /// The file in which dconf keeps the user's values.
  package var databaseFile: String { databaseDirectory + "/user" }

  private var databaseDirectory: String {
    BaseDirectories(environment: environment).configHome + "/dconf"
  }

  /// Tells a new helper what is watched.
  private func resumeWatches(_ connection: HelperConnection) throws(GSettingsFailure) {
    let names = listeners.withLock { Array($0.keys) }
    guard !names.isEmpty else { return }
    for name in names { _ = try connection.reply(to: .watch(name)) }
    receiveEvents(of: connection)
  }

  /// Starts the thread that waits for the events of a helper, unless it runs.
  private func receiveEvents(of connection: HelperConnection) {
    connection.receiveEvents { [weak self] name in
      guard let self else { return }
      let called = listeners.withLock { listeners in
        // After the end of the helper anything may have changed.
        name.map { Array((listeners[$0] ?? [:]).values) } ?? listeners.values.flatMap(\.values)
      }
      if name == nil {
        state.withLock { $0.running = $0.running === connection ? nil : $0.running }
      }
      for changed in called { changed() }
    }
  }
}
