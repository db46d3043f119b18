import Defaults
import Foundation
import TestSupport

/// A directory with the files of the layers other than the user's, which goes with the test.
final class LayerDirectory: Sendable {
  /// The path, short enough for a line of the screen.
  let path: String

  init() {
    var template = Array("/tmp/LXXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    // Where a thread keeps the suite after the test, nothing else removes it.
    TemporaryDirectory.removeAtExit(path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var directories: Defaults.LayerDirectories {
    var directories = Defaults.LayerDirectories(environment: [
      "XDG_CONFIG_HOME": "\(path)/user", "XDG_CONFIG_DIRS": "\(path)/xdg",
    ])
    directories.managedDirectory = "\(path)/managed"
    directories.managedOwner = geteuid()
    directories.systemDirectory = "\(path)/system"
    return directories
  }

  func write(_ values: [Defaults.KeyName: Defaults.StoredValue], file: String) throws {
    let store = Defaults.PropertyListStore(file: "\(path)/\(file)")
    try store.commit(values.mapValues { $0 })
  }
}
