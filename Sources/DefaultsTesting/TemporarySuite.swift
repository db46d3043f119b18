public import Defaults
import Foundation

/// A suite for one test, whose file is removed when the object is released.
///
/// ```swift
/// let temporary = try TemporarySuite(onDisk: "org.example.Sketchbook")
/// temporary.suite.set(true, forKey: "flag")
/// ```
public final class TemporarySuite: Sendable {
  /// The suite.
  public let suite: Defaults.Suite

  /// The directory that holds the suite's file, without a slash at the end; nil in memory.
  public let directory: String?

  /// Creates a suite in memory.
  public init(_ name: String = "temporary") {
    suite = Defaults.Suite(inMemory: name)
    directory = nil
  }

  /// Creates a suite whose file is in a directory of its own.
  ///
  /// - Throws: a Foundation error when the directory cannot be made.
  public init(onDisk name: String) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("defaults-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true,
    )
    self.directory = directory
    suite = Defaults.Suite(
      name: name,
      store: Defaults.PropertyListStore(file: "\(directory)/\(name).plist"),
    )
  }

  /// The path of the suite's file; nil in memory.
  public var file: String? {
    directory.map { "\($0)/\(suite.name).plist" }
  }

  /// Creates another suite over the same file, as another process would have it.
  ///
  /// - Returns: the suite; nil in memory, where there is no file to share.
  public func neighbour() -> Defaults.Suite? {
    file.map { Defaults.Suite(name: suite.name, store: Defaults.PropertyListStore(file: $0)) }
  }

  deinit {
    guard let directory else { return }
    // A commit that is still running would create the file again.
    try? suite.flush()
    try? FileManager.default.removeItem(atPath: directory)
  }
}
