import DefaultsCore
import Glibc

/// Standard input as a document.
enum StandardInput {
  /// Reads everything until the end.
  ///
  /// The corresponding C function is `read`.
  ///
  /// - Throws: ``Failure`` when it cannot be read, or is larger than a suite's file may be.
  static func contents() throws(Failure) -> [UInt8] {
    let limit = Defaults.PropertyListStore.sizeLimit
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count == 0 { return contents }
      if count > 0 {
        contents += chunk[..<count]
        guard contents.count <= limit else {
          throw Failure(
            .inputOutputFailed,
            "Standard input has more than \(limit) bytes, the most that a suite can have."
          )
        }
      } else if errno != EINTR {
        throw Failure(
          .inputOutputFailed,
          "Standard input could not be read: \(String(cString: strerror(errno)))."
        )
      }
    }
  }
}
