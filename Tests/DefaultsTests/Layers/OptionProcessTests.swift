import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// A process that is started with options of its own and has keys of the same names.
struct OptionProcessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var variables: [String: String] = [:]
    var port = "9000 user"
    var verbose = "false registered"
    var theme = "light user"
    var input = "nil"
    /// What the messages on standard error name.
    var named: [String] = []
    var testDescription: String {
      (variables.map { "\($0)=\($1)" } + arguments).joined(separator: " ")
    }
  }

  private static let port = "PREFS_ORG_EXAMPLE_OPTIONS__PORT"

  private static let cases: [Case] = [
    Case(arguments: []),
    Case(arguments: ["--port", "3000"], port: "3000 argument"),
    Case(
      arguments: ["--port=3000", "--theme", "dark"],
      port: "3000 argument",
      theme: "dark argument"
    ),
    Case(arguments: ["--verbose", "in.txt"], verbose: "true argument"),
    Case(arguments: ["--no-verbose"], verbose: "false argument"),
    Case(arguments: ["-v", "--port", "abc"], named: ["--port"]),
    Case(arguments: ["--theme", "--port"]),
    Case(arguments: ["--input", "a.txt", "--output", "b.txt"]),
    Case(arguments: ["--input=a.txt"], input: "a.txt"),
    Case(arguments: ["-input", "a.txt", "-port", "70000"], input: "a.txt", named: ["-port"]),
    Case(arguments: ["run", "--", "--port", "3000"]),
    Case(arguments: [], variables: [port: "3000"], port: "3000 environment"),
    Case(arguments: [], variables: [port: "abc"], named: ["$" + port]),
    Case(
      arguments: ["--port", "x"],
      variables: [port: "80"],
      port: "80 environment",
      named: ["--port"]
    ),
    Case(arguments: ["--port", "x"], variables: [port: "y"], named: ["--port", "$" + port]),
  ]

  @Test(arguments: cases)
  func `its options set the keys that they fit, and hide nothing else`(example: Case) throws {
    let directory = try TemporaryDirectory()
    try Defaults.PropertyListStore(file: directory.file("org.example.options.plist"))
      .commit(["port": .integer(9000), "theme": .string("light")])
    let variables = ["XDG_CONFIG_HOME": directory.path, "HOME": directory.path]
    let result = try Program.run(
      [storeProbePath, "options"] + example.arguments,
      environment: variables.merging(example.variables) { $1 }
    )
    #expect(result.status == 0)
    #expect(
      result.output == """
        port \(example.port)
        verbose \(example.verbose)
        theme \(example.theme)
        input \(example.input)

        """
    )
    let messages = result.complaint.split(separator: "\n").filter { $0.contains("was ignored") }
    #expect(messages.count == example.named.count)
    for name in example.named {
      #expect(messages.contains { $0.contains("that \(name) gives \"port\"") })
    }
  }
}
