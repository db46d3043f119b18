import CDefaults
import Glibc

/// Starts detached threads in which all signals are blocked.
package enum BackgroundThread {
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

  /// Starts a detached thread; returns false when `pthread_create` fails.
  ///
  /// It blocks all signals, so that they go to the threads of the program, which may wait for them.
  /// Its name in debuggers and the kernel has at most 15 bytes.
  package static func start(_ name: String, _ run: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A new thread inherits the signal mask of the thread that creates it.
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

  /// Sets the name of the calling thread, which debuggers and `ps` show.
  private static func nameThread(_ name: String) {
    // `pthread_setname_np` is hidden behind a macro that the Glibc module does not set.
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
  }
}
