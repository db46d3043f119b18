import Foundation
import TestSupport
import Testing

/// What the front page promises and names is there.
struct FrontPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL
  static let readme = root.appendingPathComponent("README.md")

  private let lines: [String]

  init() throws {
    lines = try String(contentsOf: Self.readme, encoding: .utf8).components(separatedBy: "\n")
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path)
  }

  @Test func `it is short`() {
    #expect(lines.count <= 170)
  }

  @Test func `every link leads to a file`() {
    let links = lines.flatMap { line in
      line.split(separator: "](").dropFirst().compactMap { $0.split(separator: ")").first }
    }.filter { !$0.hasPrefix("https://") }
    let pictures = lines.flatMap { line in
      line.split(separator: "\"").filter { $0.hasSuffix(".png") }
    }
    #expect(links.count > 20 && pictures.count >= 10)
    for link in links + pictures { #expect(exists(String(link)), "\(link)") }
  }

  @Test func `every row of what it promises names a test or a command that exists`() throws {
    let start = try #require(lines.firstIndex { $0.contains("where it is tested") })
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    #expect(rows.count > 5 && rows.count <= 10)
    let sources = try FileManager.default.subpathsOfDirectory(
      atPath: Self.root.appendingPathComponent("Tests").path
    ).filter { $0.hasSuffix("Tests.swift") && !$0.contains(".build/") }
    for row in rows {
      let proof = try #require(row.split(separator: "|").last).filter { !" `".contains($0) }
      let isTest = sources.contains { $0.hasSuffix("/\(proof).swift") }
      #expect(isTest || proof.hasPrefix(".ci/") && exists(proof), "\(proof)")
    }
  }

  @Test func `every command of the tool exists`() throws {
    let commands = lines.filter { $0.hasPrefix("prefs ") || $0.hasPrefix("sudo prefs ") }
      .compactMap { line in
        line.split(separator: " ").drop { $0 == "sudo" || $0 == "prefs" }.first.map(String.init)
      }
      .filter { $0 != "#" }
    #expect(commands.count >= 4)
    for command in commands {
      let help = try Program.run([BuildProducts.program("prefs"), command, "--help"])
      #expect(help.output.contains("USAGE: prefs \(command)"), "\(command)")
    }
  }

  @Test func `every command that needs nothing else works as it stands there`() throws {
    let home = try TemporaryDirectory()
    var environment = ["HOME": home.path as String]
    for name in ["CONFIG", "DATA", "STATE"] { environment["XDG_\(name)_HOME"] = "" }
    environment["PATH"] = "\(BuildProducts.directory.path):/usr/bin:/bin"
    // Without a name the tool opens the editor; the others need root, GNOME or VS Code.
    let commands = lines.filter { $0.hasPrefix("prefs ") }.filter { line in
      !["prefs  ", "gnome:", "code:"].contains(where: line.contains)
    }
    #expect(commands.count >= 3)
    for command in commands {
      let result = try Program.run(["sh", "-c", command], environment: environment)
      #expect(result.status == 0 && result.complaint == "", "\(command): \(result.complaint)")
    }
  }
}
