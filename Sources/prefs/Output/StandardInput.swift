import DefaultsCore
import Glibc

/// Standard input, and pipes, as documents.
enum StandardInput {
  /// Reads standard input until its end, at most as much as a suite's file may have.
  ///
  /// The corresponding C function is `read`.
  static func contents() throws(Failure) -> [UInt8] {
    try contents(of: STDIN_FILENO, "Standard input")
  }

  /// Reads a pipe, which shells make for `<(command)`; nil if the path is not the path of a pipe.
  ///
  /// It may have at most as much as a suite's file.
  static func contents(ofPipe path: String) throws(Failure) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure("\(path: path) could not be read", errorNumber: errno)
    }
    defer { close(descriptor) }
    return try contents(of: descriptor, "\(path: path)")
  }

  /// Reads a descriptor until its end, at most as much as a suite's file may have; messages use the name.
  static func contents(
    of descriptor: Int32,
    _ name: MessageText
  ) throws(Failure) -> [UInt8] {
    let limit = Defaults.FileStore.sizeLimit
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return contents }
      if count > 0 {
        contents += chunk[..<count]
        guard contents.count <= limit else {
          throw Failure(
            .inputOutputFailed,
            "\(name) has more than \(limit) bytes, the most that a suite can have."
          )
        }
      } else if errno == EAGAIN, descriptor != STDIN_FILENO {
        throw Failure(.inputOutputFailed, "\(name) did not arrive in time.")
      } else if errno == EAGAIN {
        // Another program has made the descriptor one that does not wait.
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&source, 1, -1)
      } else if errno != EINTR {
        throw Failure("\(name) could not be read", errorNumber: errno)
      }
    }
  }
}
