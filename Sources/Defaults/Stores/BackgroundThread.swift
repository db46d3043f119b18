import Glibc

/// Starts threads that belong to no task and take no signals.
enum BackgroundThread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread that nobody waits for.
  ///
  /// Signals keep going to the threads of the program, which may be waiting for them.
  ///
  /// - Returns: whether the system had one to give.
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A new thread takes over the mask of the one that starts it.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let result = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
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
}
