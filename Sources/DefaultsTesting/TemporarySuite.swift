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

  /// The path of the directory with the suite's file, without a trailing slash; nil in memory.
  public let directory: String?

  /// Creates a suite in memory.
  public init(_ name: String = "temporary") {
    suite = Defaults.Suite(inMemory: name)
    directory = nil
  }

  /// Creates a suite whose file is in a new temporary directory.
  ///
  /// - Throws: the error of Foundation when the directory cannot be created.
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

  /// Returns another suite with the same file, like one in another process.
  ///
  /// - Returns: the suite; nil for a suite in memory, which has no file.
  public func neighbour() -> Defaults.Suite? {
    file.map { Defaults.Suite(name: suite.name, store: Defaults.PropertyListStore(file: $0)) }
  }

  deinit {
    guard let directory else { return }
    // A commit that runs after the removal would create the file again.
    try? suite.flush()
    try? FileManager.default.removeItem(atPath: directory)
  }
}
