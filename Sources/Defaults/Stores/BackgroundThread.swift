import Glibc

/// Starts threads that belong to no task and take no signals.
enum BackgroundThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }

    func main() {
      nameThread(name)
      run()
    }
  }

  /// Starts a thread that nobody waits for.
  ///
  /// Signals keep going to the threads of the program, which may be waiting for them.
  ///
  /// - Parameters:
  ///   - name: what debuggers and the kernel call the thread, at most 15 bytes.
  ///   - run: what the thread does.
  /// - Returns: whether the system had one to give.
  static func start(_ name: String, _ run: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A new thread takes over the mask of the one that starts it.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    let body = Unmanaged.passRetained(Body(name, run))
    var thread = pthread_t()
    let result = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().main()
        return nil
      },
      body.toOpaque()
    )
    guard result == 0 else {
      body.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Names the calling thread, for those who look at it from outside.
  private static func nameThread(_ name: String) {
    // The C function for it is hidden behind a macro that the Glibc module does not set.
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
  }
}
