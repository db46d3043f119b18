import CTerminal
import Glibc
import Synchronization

/// A line on standard error that shows what a command does, if it takes more than a second.
///
/// The line is shown only on a terminal, and is removed at the end. The command itself may block in
/// one call, so a thread of its own shows the line. After it the cursor returns to the first column, so
/// that a message which is written meanwhile replaces it. At the limit of the process's threads there
/// is no line.
final class Progress: Sendable {
  /// The time before the line is shown, and between two versions of it, in milliseconds.
  private static let delay: (first: Int32, next: Int32) = (1000, 200)

  private let label: String
  private let total: Int
  private let steps = Atomic<Int>(0)
  /// A descriptor that becomes readable at the end.
  private let end = cterminal_event_descriptor()

  private init(_ label: String, of total: Int) {
    self.label = label
    self.total = total
  }

  deinit {
    close(end)
  }

  /// Calls a closure, and shows a line while it runs for long.
  ///
  /// `label` is a phrase for what the closure does. The closure calls ``step()`` after each of the
  /// steps, whose number is 0 when it is not known.
  static func during<Result>(
    _ label: String,
    of total: Int = 0,
    _ body: (Progress) throws -> Result
  ) rethrows -> Result {
    let progress = Progress(label, of: total)
    let thread =
      isatty(STDERR_FILENO) == 1 && OutputStyle.understandsControls ? progress.start() : nil
    defer { if let thread { progress.finish(thread) } }
    return try body(progress)
  }

  /// Counts a step.
  func step() {
    steps.add(1, ordering: .relaxed)
  }

  private func start() -> pthread_t? {
    guard end >= 0 else { return nil }
    var thread = pthread_t()
    // The thread releases the object that it gets here.
    let own = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Progress>.fromOpaque(argument).takeRetainedValue().show()
        return nil
      },
      own.toOpaque()
    )
    guard result == 0 else {
      own.release()
      return nil
    }
    return thread
  }

  private func finish(_ thread: pthread_t) {
    var one: UInt64 = 1
    Glibc.write(end, &one, MemoryLayout<UInt64>.size)
    pthread_join(thread, nil)
  }

  /// Shows the line until the end; runs on the thread.
  private func show() {
    var delay = Self.delay.first
    var isShown = false
    while true {
      var source = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let result = poll(&source, 1, delay)
      if result < 0, errno == EINTR { continue }
      guard result == 0 else { break }
      delay = Self.delay.next
      isShown = true
      let count = total > 0 ? " \(steps.load(ordering: .relaxed)) of \(total)" : ""
      Self.write("\(label)\(count)…\u{1B}[K\r")
    }
    if isShown { Self.write("\u{1B}[K") }
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
