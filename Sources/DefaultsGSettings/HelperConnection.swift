import CDefaults
import DefaultsCore
import FoundationEssentials
import Glibc
import Synchronization

/// A running helper process, and the connections to it; the process ends when they are closed.
final class HelperConnection: Sendable {
  /// The process identifier of the helper.
  let process: pid_t
  private let requests: CInt
  private let events: CInt
  private let isReceiving = Atomic(false)
  private let ended = Atomic(false)

  /// Whether the helper has ended.
  var hasEnded: Bool { ended.load(ordering: .relaxed) }

  /// Creates a connection by starting a helper; the arguments begin with the path of the program.
  ///
  /// The helper finds the text in ``textFile``.
  init(
    _ arguments: [String],
    _ environment: [String: String],
    text: String? = nil
  ) throws(GSettingsFailure) {
    let textDescriptor = try text.map(Self.memoryFile)
    defer { textDescriptor.map { _ = close($0) } }
    let (requests, events) = (try SocketPair(), try SocketPair())
    defer {
      close(requests.theirs)
      close(events.theirs)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, requests.theirs, 0)
    posix_spawn_file_actions_adddup2(&actions, requests.theirs, 1)
    // Messages of GLib would write over the screen.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, events.theirs, GSettingsHelper.eventDescriptor)
    if let textDescriptor {
      posix_spawn_file_actions_adddup2(&actions, textDescriptor, Self.textDescriptor)
    }
    do throws(ChildProgram.StartError) {
      process = try ChildProgram.start(arguments, environment, &actions)
    } catch {
      close(requests.ours)
      close(events.ours)
      let reason = String(cString: strerror(error.errorNumber))
      throw .unavailable(reason: "posix_spawn failed: \(reason)")
    }
    self.requests = requests.ours
    self.events = events.ours
  }

  /// The path of the file with the text for a helper, in that process.
  static var textFile: String { "/proc/self/fd/\(textDescriptor)" }

  /// The descriptor of that file.
  private static var textDescriptor: CInt { GSettingsHelper.eventDescriptor + 1 }

  /// Returns the descriptor of a file in memory that holds a text.
  private static func memoryFile(_ text: String) throws(GSettingsFailure) -> CInt {
    let file = memfd_create("text", UInt32(cdefaults_MFD_CLOEXEC))
    defer { close(file) }
    // Above the descriptors that the helper gets.
    let descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10)
    guard descriptor >= 0, write(descriptor, text, text.utf8.count) == text.utf8.count else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw .unavailable(reason: "no file can be made in memory: \(reason)")
    }
    return descriptor
  }

  /// Ends the helper, which ends when its requests do.
  func end() { shutdown(requests, CInt(SHUT_RDWR)) }

  deinit {
    close(requests)
    close(events)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }

  /// Two connected sockets, which other programs do not inherit.
  private struct SocketPair {
    let ours: CInt
    let theirs: CInt

    init() throws(GSettingsFailure) {
      var ends: [CInt] = [0, 0]
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
        throw .unavailable(reason: "socketpair failed: \(String(cString: strerror(errno)))")
      }
      (ours, theirs) = (ends[0], ends[1])
    }
  }

  /// Sends a request and waits for the reply; only one thread at a time calls this.
  ///
  /// It throws the failure with which the helper replied, and fails also when it ended.
  func reply(to request: GSettingsRequest) throws(GSettingsFailure) -> GSettingsReply {
    guard LineOutput.write(request, to: requests), let line = readLine(),
      let reply = try? JSONDecoder().decode(GSettingsReply.self, from: line)
    else {
      ended.store(true, ordering: .relaxed)
      throw .ended
    }
    if case .failed(let failure) = reply { throw failure }
    return reply
  }

  private func readLine() -> Data? {
    var line: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65536)
    while line.last != UInt8(ascii: "\n") {
      let count = read(requests, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      line += bytes[..<count]
    }
    return Data(line)
  }

  /// Calls a closure with the name of each schema that changed, and with nil when the helper has ended.
  ///
  /// A second call does nothing.
  func receiveEvents(_ report: @escaping @Sendable (GSettingsName?) -> Void) {
    guard !isReceiving.exchange(true, ordering: .relaxed) else { return }
    let started = BackgroundThread.start("defaults.gio") { [self] in
      var rest: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(events, &bytes, bytes.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        rest += bytes[..<count]
        let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(lines.last ?? [])
        let names = Set(lines.dropLast().map { String(decoding: $0, as: UTF8.self) })
        for name in names.compactMap(GSettingsName.init) { report(name) }
      }
      ended.store(true, ordering: .relaxed)
      report(nil)
    }
    if !started { isReceiving.store(false, ordering: .relaxed) }
  }
}
