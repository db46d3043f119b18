import DefaultsCore
import Glibc

/// A new directory that only this user can enter; it is removed at the end, with all its files.
struct PrivateDirectory: ~Copyable {
  private let path: String
  private let isKept: Bool

  /// Creates a directory with a random name in another; `isKept` lets it stay at the end.
  init(below parent: String, isKept: Bool = false) throws(SystemError) {
    var template = Array("\(parent)/prefs-XXXXXX".utf8CString)
    let path = template.withUnsafeMutableBufferPointer { bytes in
      bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let path else { throw SystemError(call: "mkdtemp", code: errno) }
    self.path = path
    self.isKept = isKept
  }

  deinit {
    if !isKept { Self.remove(path, in: AT_FDCWD) }
  }

  /// Removes a file, or a directory with everything in it.
  ///
  /// Links are not followed, even if one replaces the directory at this moment: the entries are removed
  /// with `unlinkat` and the opened descriptor.
  private static func remove(_ name: String, in parent: Int32) {
    guard unlinkat(parent, name, 0) != 0 else { return }
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    guard let directory = fdopendir(descriptor) else {
      close(descriptor)
      return
    }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
      )
    }
    for name in names where name != "." && name != ".." { remove(name, in: descriptor) }
    closedir(directory)
    unlinkat(parent, name, AT_REMOVEDIR)
  }

  /// Returns the path of a file in the directory.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Creates a file that only this user can read.
  func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    let file = open(path(of: name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError(call: "open", code: errno) }
    defer { close(file) }
    let error = DescriptorOutput.write(bytes, to: file)
    guard error == 0 else { throw SystemError(call: "write", code: error) }
  }

  /// Reads a file; fails also when it has more than 16 MiB.
  func read(_ name: String) throws(SystemError) -> [UInt8] {
    let file = open(path(of: name), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(call: "open", code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(call: "read", code: errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= 1 << 24 else { throw SystemError(call: "read", code: EFBIG) }
    }
  }
}
