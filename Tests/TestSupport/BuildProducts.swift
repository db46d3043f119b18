public import Foundation

/// The programs that were built together with the tests.
public enum BuildProducts {
  /// The directory that holds the programs.
  ///
  /// It is searched upwards from the test bundle, so that it is found in every configuration and
  /// however the tests were started. The variable `TESTED_PRODUCTS` names another directory, with
  /// programs that were built separately.
  public static var directory: URL {
    if let path = ProcessInfo.processInfo.environment["TESTED_PRODUCTS"] {
      return URL(fileURLWithPath: path)
    }
    let candidates =
      [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap(\.self)
      + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
    for candidate in candidates {
      var directory = candidate.resolvingSymlinksInPath()
      while directory.pathComponents.count > 1 {
        if isProducts(directory) { return directory }
        directory.deleteLastPathComponent()
      }
    }
    return URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      .appendingPathComponent(".build/debug")
      .resolvingSymlinksInPath()
  }

  /// Whether the programs were built separately from the tests.
  public static var areForeign: Bool {
    ProcessInfo.processInfo.environment["TESTED_PRODUCTS"] != nil
  }

  /// Returns the path of a program, such as `prefs`.
  public static func program(_ name: String) -> String {
    directory.appendingPathComponent(name).path
  }

  /// Returns whether a directory holds the package's products: it then holds `Modules` as well.
  private static func isProducts(_ directory: URL) -> Bool {
    FileManager.default.fileExists(atPath: directory.appendingPathComponent("Modules").path)
  }
}
