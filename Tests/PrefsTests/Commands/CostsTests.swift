import Foundation
import TestSupport
import Testing

/// The script that measures how the times of commands grow.
struct CostsTests {
  @Test(.thorough) func `the commands that are measured end without an error`() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../.ci/costs").standardizedFileURL.path
    // With one size, each command is run once.
    let result = try Program.run(
      ["bash", script, try Tool().program, "5", "3"],
      environment: ProcessInfo.processInfo.environment
    )
    #expect(result.status == 0, "\(result)")
    #expect(result.output.split(separator: "\n").count > 40, "\(result)")
  }
}
