import Foundation
import TestSupport
import Testing

/// The stand-in for libsecret, compiled for the tests.
final class FakeLibrary: Sendable {
  /// The path of the library.
  let path: String
  private let directory: TemporaryDirectory

  /// Compiles the library; its items are not those of any other one.
  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("libsecret.so")
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Libsecret/libsecret.c").path
    let result = try Program.run(["clang", "-shared", "-fPIC", "-o", path, source])
    try #require(result.status == 0, "\(result.complaint)")
  }

  /// The number of objects that the callers have not released.
  var liveObjects: Int32 {
    get throws {
      let library = try #require(dlopen(path, RTLD_NOW))
      let address = try #require(dlsym(library, "fake_live_objects"))
      return unsafeBitCast(address, to: (@convention(c) () -> Int32).self)()
    }
  }
}
