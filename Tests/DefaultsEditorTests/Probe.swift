import Foundation
import TestSupport

/// The program `editor-probe`, with a configuration directory of its own.
final class Probe {
  private let home: URL

  init() throws {
    home = URL(fileURLWithPath: TemporaryDirectory.newPath())
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: home)
  }

  private var variables: [String: String] {
    ["HOME": home.path, "XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": home.path]
  }

  /// Starts the program on a terminal.
  func start(_ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      command: [BuildProducts.program("editor-probe")] + arguments,
      environment: PseudoTerminal.environment(variables)
    )
  }

  /// Runs the program without a terminal.
  func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(
      [BuildProducts.program("editor-probe")] + arguments,
      environment: PseudoTerminal.environment(variables)
    )
  }
}
