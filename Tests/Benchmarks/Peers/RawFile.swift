import Foundation
import Glibc

/// Writes bytes as every safe writer must: the least that a durable write can cost.
struct RawFile {
  /// A system call that failed.
  struct Failure: Error {
    /// The C function.
    let call: String
    /// Why, as `errno` tells.
    let errorNumber: Int32
  }

  private let bytes: [UInt8]
  private let directory: String
  private let name: String

  /// Prepares to write what a file holds to another file beside it.
  ///
  /// - Throws: a Foundation error when the file cannot be read.
  init(contentOf file: String, as name: String) throws {
    let url = URL(fileURLWithPath: file)
    bytes = Array(try Data(contentsOf: url))
    directory = url.deletingLastPathComponent().path
    self.name = name
  }

  /// Writes a new file, makes it durable, gives it the name and makes the name durable.
  ///
  /// - Throws: ``Failure``.
  func write() throws {
    let folder = try check("open", open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(folder) }
    let temporary = ".\(name).tmp"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = try check("openat", openat(folder, temporary, flags, 0o600))
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(try check("write", count))
    }
    try check("fsync", fsync(file))
    try check("renameat", renameat(folder, temporary, folder, name))
    try check("fsync", fsync(folder))
  }

  @discardableResult
  private func check<Number: SignedInteger>(_ call: String, _ result: Number) throws -> Number {
    guard result >= 0 else { throw Failure(call: call, errorNumber: errno) }
    return result
  }
}
