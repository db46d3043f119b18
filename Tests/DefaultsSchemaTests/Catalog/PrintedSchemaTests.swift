import Defaults
import DefaultsSchema
import Foundation
import TestSupport
import Testing

@Suite struct PrintedSchemaTests {
  private static var schema: Schema {
    Schema(suite: Defaults.Suite(inMemory: "org.example.printed"), title: "Printed") {
      Section("") { Entry(untypedKey: "size", title: "Size", kind: .bool) }
    }
  }

  /// Makes a file the standard output of this process.
  private static func redirectOutput(to path: String) {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    dup2(file, STDOUT_FILENO)
  }

  @Test func `the document is printed when it is asked for`() async throws {
    let directory = try TemporaryDirectory()
    await #expect(processExitsWith: .success) { [path = directory.file("out") as String] in
      Self.redirectOutput(to: path)
      #expect(!Self.schema.printIfRequested(["app"]))
      #expect(Self.schema.printIfRequested(["app", "--print-schema"]))
    }
    // The test runner may have written to its standard output as well.
    let output = try Data(contentsOf: URL(fileURLWithPath: directory.file("out")))
    #expect(output.range(of: Data(Self.schema.documentText.utf8)) != nil)
  }

  @Test func `a document that cannot be printed is a failure`() async {
    await #expect(processExitsWith: .exitCode(EXIT_FAILURE)) {
      Self.redirectOutput(to: "/dev/full")
      _ = Self.schema.printIfRequested(["app", "--print-schema"])
    }
  }
}
