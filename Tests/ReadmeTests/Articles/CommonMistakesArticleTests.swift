import Foundation
import TestSupport
import Testing

/// What the compiler says about the examples of the article.
@Suite struct CommonMistakesArticleTests {
  private static let declarations = """
    extension Defaults.Keys {
      static let lineWidth = Key<Double>("lineWidth", default: 1.5)
      static let nickname = Key<String?>("nickname")
    }

    struct Size {
      var width = 1.0
    }

    let stray = Defaults.Key<Int>("stray", default: 1)
    """

  private static let otherType = "The values of the key have another type."

  private static let mistakes: [(code: String, message: String)] = [
    (
      """
      func write() { Defaults[.lineWidth] = "wide" }
      """, otherType
    ),
    (
      """
      func read() { let title: String = Defaults[.lineWidth]; print(title) }
      """, otherType
    ),
    (
      """
      func widen() throws { try Defaults.modify(.lineWidth) { $0 = "wide" } }
      """, otherType
    ),
    (
      """
      func writeTogether(_ suite: Defaults.Suite) throws {
        try suite.transaction { $0[.lineWidth] = "wide" }
      }
      """, otherType
    ),
    (
      """
      func follow() { _ = Defaults.observe(.lineWidth) { (change: Defaults.KeyChange<Int>) in } }
      """, otherType
    ),
    (
      """
      func greet() { let name: String = Defaults[.nickname]; print(name) }
      """, otherType
    ),
    (
      """
      func forget() { Defaults[.lineWidth] = nil }
      """, "'nil' cannot be assigned to subscript of type 'Double'"
    ),
    (
      """
      let count = Defaults.Key<Int>("count")
      """, "Add 'default:', or make the type of the key optional."
    ),
    (
      """
      func misspell() { Defaults[.linewidth] = 2 }
      """, "has no member 'linewidth'"
    ),
    (
      """
      func use() { Defaults[.stray] = 2 }
      """, "has no member 'stray'"
    ),
    (
      """
      let size = Defaults.Key<Size>("size", default: Size())
      """, "type 'Size' does not conform to protocol 'Defaults.Serializable'"
    ),
    (
      """
      extension Size: Defaults.Serializable {}
      """, "Make the type Codable or RawRepresentable, or add a bridge."
    ),
    (
      """
      struct Settings { @Default(.lineWidth) var width: Int }
      """, "member chain produces result of type 'Defaults.Key<Double>'"
    ),
  ]

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources").standardizedFileURL

  /// Returns what the compiler says about code below the declarations.
  private static func complaints(about code: String) throws -> String {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "import Defaults\n\(declarations)\n\(code)\n".utf8,
      to: "mistake.swift"
    )
    let map = sources.appendingPathComponent("CDefaults/module.modulemap").path
    let compiler = try Program([
      "swiftc", "-typecheck", "-swift-version", "6", "-I", BuildProducts.program("Modules"),
      "-Xcc", "-fmodule-map-file=\(map)", file,
    ])
    return compiler.wait().complaint
  }

  @Test func `the declarations of the examples compile`() throws {
    #expect(try Self.complaints(about: "") == "")
  }

  @Test(arguments: mistakes.indices)
  func `each mistake is named, as the article says`(index: Int) throws {
    let (code, message) = Self.mistakes[index]
    let article = Self.sources.appendingPathComponent("Defaults/Defaults.docc/CommonMistakes.md")
    let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(">") && $0.contains(message) })
    let complaints = try Self.complaints(about: code)
    #expect(complaints.contains("error: ") && complaints.contains(message), "\(complaints)")
  }
}
