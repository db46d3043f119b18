import Glibc
import Synchronization

@testable import Defaults
@testable import DefaultsCore

/// Makes system calls of the file store fail: single ones by their number, or all of a kind.
///
/// Nothing is really made durable, which would take most of the time of a test. Instead it is
/// noted what a power failure could still undo.
final class Saboteur: Sendable {
  /// The kinds of calls that can fail.
  enum Kind: String, CaseIterable, Sendable {
    case openat, close, read, write, fsync, fstat, fstatat, faccessat, fchmod, fchown, renameat
    case linkat, unlinkat, mkdir, readlink, lock, lockShared, names, flistxattr, fgetxattr,
      fsetxattr
    case fremovexattr
  }

  private struct State {
    var count = 0
    var errors: [Int: Int32]
    var broken: [Kind: Int32] = [:]
    var log: [Kind] = []
    var undurable: Set<FileNumber> = []
  }

  /// Tells a file or directory from all others.
  struct FileNumber: Hashable {
    /// The device and the number of the inode.
    let device, inode: UInt64

    /// Looks at an open file.
    init(_ descriptor: Int32) {
      var status = stat()
      fstat(descriptor, &status)
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// Looks at a path.
    init(_ path: String) {
      var status = stat()
      stat(path, &status)
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  private let state: Mutex<State>

  /// Creates a saboteur, which lets calls fail by their number, the first one being 0.
  init(failing errors: [Int: Int32] = [:]) {
    state = Mutex(State(errors: errors))
  }

  /// How many calls there were.
  var count: Int { state.withLock { $0.count } }

  /// The calls there were, in order.
  var log: [Kind] { state.withLock { $0.log } }

  /// Lets all calls of a kind fail from now on.
  func damage(_ kind: Kind, with errorNumber: Int32) {
    state.withLock { $0.broken[kind] = errorNumber }
  }

  /// Lets calls fail by their number from now on.
  func fail(_ errors: [Int: Int32]) {
    state.withLock { $0.errors = errors }
  }

  /// Lets nothing fail any more.
  func heal() {
    state.withLock { state in
      state.broken = [:]
      state.errors = [:]
    }
  }

  /// The files whose content, and the directories whose names, a power failure could undo.
  var undurable: Set<FileNumber> { state.withLock { $0.undurable } }

  /// Makes a call that changes a file or a directory, or fails in its place.
  private func change(_ kind: Kind, _ file: FileNumber, _ call: () -> Int) -> Int {
    let result = attempt(kind, call)
    if result >= 0 { state.withLock { _ = $0.undurable.insert(file) } }
    return result
  }

  /// Makes a file or directory durable, or fails in its place.
  private func synchronize(_ descriptor: Int32) -> Int {
    let result = attempt(.fsync) { 0 }
    if result >= 0 { state.withLock { _ = $0.undurable.remove(FileNumber(descriptor)) } }
    return result
  }

  /// Makes a call, or fails in its place.
  private func attempt(_ kind: Kind, _ call: () -> Int) -> Int {
    let errorNumber = state.withLock { state in
      defer { state.count += 1 }
      state.log.append(kind)
      return state.errors[state.count] ?? state.broken[kind]
    }
    return errorNumber.map { -Int($0) } ?? call()
  }

  /// System calls that may fail.
  var calls: FileSystemCalls {
    let real = FileSystemCalls()
    var calls = real
    calls.openat = { a, b, c, d in self.attempt(.openat) { real.openat(a, b, c, d) } }
    calls.close = { descriptor in
      // A descriptor is gone even when closing it fails.
      let result = real.close(descriptor)
      return self.attempt(.close) { result }
    }
    calls.read = { a, b in self.attempt(.read) { real.read(a, b) } }
    calls.write = { a, b in self.change(.write, FileNumber(a)) { real.write(a, b) } }
    calls.fsync = { a in self.synchronize(a) }
    calls.fstat = { a, b in self.attempt(.fstat) { real.fstat(a, b) } }
    calls.fstatat = { a, b, c, d in self.attempt(.fstatat) { real.fstatat(a, b, c, d) } }
    calls.faccessat = { a, b, c, d in self.attempt(.faccessat) { real.faccessat(a, b, c, d) } }
    calls.fchmod = { a, b in self.attempt(.fchmod) { real.fchmod(a, b) } }
    calls.fchown = { a, b, c in self.attempt(.fchown) { real.fchown(a, b, c) } }
    calls.renameat = { a, b, c in
      self.change(.renameat, FileNumber(a)) { real.renameat(a, b, c) }
    }
    calls.linkat = { a, b, c in self.change(.linkat, FileNumber(a)) { real.linkat(a, b, c) } }
    calls.unlinkat = { a, b in self.attempt(.unlinkat) { real.unlinkat(a, b) } }
    calls.mkdirat = { a, b, c in self.change(.mkdir, FileNumber(a)) { real.mkdirat(a, b, c) } }
    calls.readlink = { a, b in self.attempt(.readlink) { real.readlink(a, b) } }
    calls.lock = { a in self.attempt(.lock) { real.lock(a) } }
    calls.lockShared = { a in self.attempt(.lockShared) { real.lockShared(a) } }
    calls.flistxattr = { a, b in self.attempt(.flistxattr) { real.flistxattr(a, b) } }
    calls.fgetxattr = { a, b, c in self.attempt(.fgetxattr) { real.fgetxattr(a, b, c) } }
    calls.fsetxattr = { a, b, c in self.attempt(.fsetxattr) { real.fsetxattr(a, b, c) } }
    calls.fremovexattr = { a, b in self.attempt(.fremovexattr) { real.fremovexattr(a, b) } }
    calls.names = { path, names in
      var found: [[UInt8]] = []
      let result = self.attempt(.names) { real.names(path, &found) }
      if result >= 0 { names += found }
      return result
    }
    calls.sleep = { _ in }
    return calls
  }
}

extension Defaults.StoreError {
  /// The error number of a failed system call.
  var errorNumber: Int32? {
    switch cause {
    case .system(_, let errorNumber), .notDurable(let errorNumber): errorNumber
    default: nil
    }
  }
}
