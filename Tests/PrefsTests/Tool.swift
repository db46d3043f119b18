import Foundation
import TestSupport

/// The built tool with a configuration directory of its own.
final class Tool {
  static let suite = "org.example.sketchbook"
  let home: URL
  /// A directory without anything else, so that what other tests create and remove is seen by nobody here.
  private let directory: URL

  init() throws {
    directory = URL(fileURLWithPath: TemporaryDirectory.newPath())
    home = directory.appendingPathComponent("config")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// Where histories are kept.
  var state: URL { home.appendingPathExtension("state") }

  /// Where schemas are published.
  private var data: URL { home.appendingPathExtension("data") }

  /// Where extensions of Visual Studio Code are installed.
  var extensions: URL { home.appendingPathExtension("extensions") }

  /// Publishes a schema document, as a package would; nil takes it away.
  ///
  /// - Returns: its path.
  @discardableResult
  func publish(_ document: String?, forSuite suite: String) throws -> String {
    let directory = data.appendingPathComponent("prefs/schemas")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appendingPathComponent("\(suite).schema.json")
    if let document {
      try Data(document.utf8).write(to: file, options: .atomic)
    } else {
      try FileManager.default.removeItem(at: file)
    }
    return file.path
  }

  /// Returns a schema document with some keys, which is written as the members of `properties`.
  static func schema(_ properties: String, forSuite suite: String, title: String = "X") -> String {
    """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-format": 1,
     "x-suite": "\(suite)", "title": "\(title)", "type": "object", "properties": {\(properties)}}
    """
  }

  /// The property list of the sample app.
  var file: URL { home.appendingPathComponent("\(Self.suite).plist") }

  var environment: [String: String] {
    [
      "HOME": directory.path, "XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": state.path,
      "XDG_DATA_HOME": data.path,
      "XDG_DATA_DIRS": data.appendingPathComponent("none").path,
      "VSCODE_EXTENSIONS": extensions.path,
    ]
  }

  /// The path of the tool.
  var program: String { BuildProducts.program("prefs") }

  /// Runs the tool and waits for its end.
  @discardableResult
  func run(_ arguments: String...) throws -> Program.Result {
    try run(arguments)
  }

  /// Runs the tool and waits for its end.
  @discardableResult
  func run(_ arguments: [String]) throws -> Program.Result {
    let result = try Program.run([program] + arguments, environment: environment)
    try RecordCheck.check(result.output, of: arguments)
    return result
  }

  /// A directory for `--root`, in which a test makes an image of a system.
  var image: URL { home.appendingPathComponent("image") }

  /// Creates a file of the image, or replaces it.
  func writeToImage(_ text: String, _ path: String) throws {
    let file = image.appendingPathComponent(path)
    let directory = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Runs the tool on the image and waits for its end.
  @discardableResult
  func runOnImage(_ arguments: String...) throws -> Program.Result {
    try runOnImage(arguments)
  }

  /// Runs the tool on the image and waits for its end.
  @discardableResult
  func runOnImage(_ arguments: [String]) throws -> Program.Result {
    try FileManager.default.createDirectory(at: image, withIntermediateDirectories: true)
    return try run(["--root", image.path] + arguments)
  }

  /// The permission bits of a file of the image.
  func mode(inImage path: String) throws -> Int? {
    let path = image.appendingPathComponent(path).path
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Starts a program with the same configuration directory and returns at once.
  func start(_ command: String...) throws -> Program {
    try Program(command, environment: environment)
  }

  /// What Python's own reader finds in the property list, as JSON with sorted keys.
  func plistlib() throws -> String {
    let script = """
      import json, plistlib, sys
      with open(sys.argv[1], "rb") as file:
          values = plistlib.load(file)
      print(json.dumps(values, sort_keys=True, ensure_ascii=False, default=str))
      """
    return try Program.run(["python3", "-c", script, file.path]).output
      .trimmingCharacters(in: .newlines)
  }

  /// The value of a key as the tool prints it in JSON; nil when it is not set.
  func json(_ key: String) throws -> String? {
    let result = try run("read", Self.suite, key, "--json")
    return result.status == 0 ? result.output.trimmingCharacters(in: .newlines) : nil
  }

  /// Opens the sample app's preferences in a terminal.
  func demo(_ options: String..., columns: Int = 80, rows: Int = 24) throws -> TmuxSession {
    let session = try terminal([program, "demo"] + options, columns: columns, rows: rows)
    try session.wait(for: "General")
    return session
  }

  /// Runs a command in a terminal.
  func terminal(
    _ command: [String],
    columns: Int = 80,
    rows: Int = 24
  ) throws -> TmuxSession {
    try TmuxSession(command: command, columns: columns, rows: rows, environment: environment)
  }
}
