import Glibc

/// Tells which names in directories change, by the kernel's inotify.
struct Inotify: Sendable {
  /// Something that happened in or to a directory.
  struct Event: Sendable {
    /// What happened.
    enum Kind: Sendable {
      /// A name was made; a file's content may still follow.
      case created
      /// A name was written, moved or removed.
      case changed
      /// The directory itself was moved or removed.
      case directoryChanged
      /// The directory is not watched any more.
      case ended
      /// Events were lost: anything may have happened.
      case overflow
    }

    /// The number under which the directory is watched.
    var watch: Int32
    /// What happened.
    var kind: Kind
    /// The name, empty when the directory itself is meant.
    var name: String
  }

  /// What is to be told of a directory.
  enum Interest: Sendable {
    /// Whatever happens to the names in it, and to itself.
    case names
    /// Names that end or are replaced, and what happens to itself.
    case removals
    /// What happens to itself.
    case itself

    fileprivate var mask: Int32 {
      switch self {
      case .names: Self.removals.mask | IN_CLOSE_WRITE | IN_CREATE
      case .removals: Self.itself.mask | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
      case .itself: IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      }
    }
  }

  private let descriptor: Int32

  /// Asks the kernel for a queue of events.
  ///
  /// - Returns: nil when it refuses.
  init?() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  /// Gives the queue back to the kernel, and with it all watches.
  func close() {
    _ = Glibc.close(descriptor)
  }

  /// Begins to watch a directory, or to tell more of one that is watched.
  ///
  /// The same directory gets the same number under any path.
  ///
  /// - Returns: the number, or the negated error number.
  func add(_ directory: String, _ interest: Interest) -> Int32 {
    // What somebody else wants to know of the same directory is not taken away.
    let mask = UInt32(interest.mask) | UInt32(IN_MASK_ADD)
    let watch = inotify_add_watch(descriptor, directory, mask)
    return watch < 0 ? -errno : watch
  }

  /// Ends watching a directory.
  func remove(_ watch: Int32) {
    // It fails when the directory is gone, and then the kernel has ended it already.
    _ = inotify_rm_watch(descriptor, watch)
  }

  /// Waits for events and takes a portion of them: up to 64 KB as the kernel lays them out.
  ///
  /// Taking all there are could go on for ever while others keep making more.
  ///
  /// - Returns: nil when the queue is broken.
  func wait() -> [Event]? {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      Self.parse(buffer[..<count], into: &events)
      return events
    }
  }

  private static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
    bytes.withUnsafeBytes { bytes in
      let headerSize = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + headerSize <= bytes.count {
        let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let nameStart = offset + headerSize
        let nameEnd = min(nameStart + Int(header.len), bytes.count)
        let name = bytes[nameStart..<nameEnd].prefix { $0 != 0 }
        offset = nameEnd
        events.append(
          Event(
            watch: header.wd,
            kind: kind(header.mask),
            name: String(decoding: name, as: UTF8.self)
          )
        )
      }
    }
  }

  private static func kind(_ mask: UInt32) -> Event.Kind {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 { return .overflow }
    if mask & UInt32(IN_IGNORED) != 0 { return .ended }
    if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { return .directoryChanged }
    if mask & UInt32(IN_CREATE) != 0 { return .created }
    return .changed
  }
}
