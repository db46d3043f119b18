import Glibc

/// A queue of the kernel's inotify events about directories.
struct Inotify: Sendable {
  /// An event in a directory, or about the directory itself.
  struct Event: Sendable {
    /// The kind of an event.
    enum Kind: Sendable {
      /// A name was created; a file's content may still be written.
      case created
      /// A name was written, moved or removed.
      case changed
      /// The directory itself was moved or removed.
      case directoryChanged
      /// The kernel removed the watch (`IN_IGNORED`).
      case ended
      /// The queue was full and events were lost, so anything may have changed.
      case overflow
    }

    /// The watch descriptor of the directory.
    var watch: Int32
    /// The kind of the event.
    var kind: Kind
    /// The name in the directory; empty for an event about the directory itself.
    var name: String
  }

  /// The events of a directory to receive.
  enum Interest: Sendable {
    /// All changes of the names in it, and of the directory itself.
    case names
    /// Names that are removed or replaced, and changes of the directory itself.
    case removals
    /// Changes of the directory itself.
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

  /// Creates a queue of events; nil when `inotify_init1` fails.
  init?() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  /// Closes the queue, which removes all watches.
  func close() {
    _ = Glibc.close(descriptor)
  }

  /// Adds a watch for a directory, or more events to an existing watch.
  ///
  /// Returns the watch descriptor, or the negated error number. The same directory gets the same
  /// watch descriptor under any path.
  func add(_ directory: String, _ interest: Interest) -> Int32 {
    // `IN_MASK_ADD` keeps the events that other subscriptions need from the same directory.
    let mask = UInt32(interest.mask) | UInt32(IN_MASK_ADD)
    let watch = inotify_add_watch(descriptor, directory, mask)
    return watch < 0 ? -errno : watch
  }

  /// Removes a watch.
  func remove(_ watch: Int32) {
    // It fails when the directory was removed; the kernel has then removed the watch already.
    _ = inotify_rm_watch(descriptor, watch)
  }

  /// Waits for events and returns at most 64 KB of them; nil when `read` fails.
  ///
  /// It makes one successful `read`: reading until the queue is empty might never end while other
  /// programs cause new events.
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
