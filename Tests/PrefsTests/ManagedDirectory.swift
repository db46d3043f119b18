import Foundation
import TestSupport

/// A directory of a test that the tool finds as `/etc/prefs/managed`.
///
/// The tool runs in a mount namespace of its own, so other programs do not see the directory. It takes
/// root.
struct ManagedDirectory {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// The command that runs the tool where the managed directory is the test's.
  func command(_ tool: Tool, _ arguments: [String]) -> [String] {
    let script = """
      set -e
      mount -t tmpfs none /mnt
      cp -a /etc/. /mnt
      mount --bind /mnt /etc
      mkdir -p /etc/prefs/managed
      mount --bind "$1" /etc/prefs/managed
      shift
      exec "$@"
      """
    return ["unshare", "--mount", "sh", "-c", script, "sh", directory.path, tool.program]
      + arguments
  }

  /// Locks a key of the sample app at `true`.
  func lock(_ key: String) throws {
    try lock(key, at: "<true/>")
  }

  /// Locks a key of the sample app at a value, which is written as XML.
  func lock(_ key: String, at value: String) throws {
    let content = "<plist version=\"1.0\"><dict><key>\(key)</key>\(value)</dict></plist>"
    // Moved into place, so that no half-written file is read.
    try directory.write(content.utf8, to: "new")
    try FileManager.default.moveItem(
      atPath: directory.file("new"),
      toPath: directory.file("\(Tool.suite).plist")
    )
  }
}
