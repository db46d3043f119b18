import Foundation
import TestSupport
import Testing

/// The files of other programs in the list of suites.
struct KnownFilesTests {
  private let home: TemporaryDirectory
  private var environment: [String: String] {
    [
      "HOME": home.path, "XDG_STATE_HOME": home.file("state"), "XDG_DATA_DIRS": home.file("none"),
      "XDG_DATA_HOME": home.file("none"), "XDG_CONFIG_HOME": home.file("config"),
    ]
  }

  init() throws { home = try TemporaryDirectory() }

  @discardableResult
  private func prefs(_ arguments: String...) throws -> Program.Result {
    try Program.run([BuildProducts.program("prefs")] + arguments, environment: environment)
  }

  @Test func `files that exist are listed below a heading, those that are gone are not`() throws {
    let file = home.file("app.json")
    #expect(try prefs("edit", "--render", "80x24").complaint.contains("prefs ini:PATH"))
    try home.write("[user]\n\tname = me\n".utf8, to: ".gitconfig")
    try home.write("{}".utf8, to: "app.json")
    #expect(try prefs("write", "json:\(file)", "size", "3").status == 0)
    let screen = try prefs("edit", "--render", "200x24").output
    #expect(screen.contains("▾ Files"))
    #expect(screen.contains("json:\(file) "))
    #expect(screen.contains("ini:\(home.file(".gitconfig")) "))
    // The list is there in the editor of a file too.
    #expect(
      try prefs("edit", "json:\(file)", "--render", "200x24", "--keys", "s").output
        .contains("▾ Files")
    )
    // No schema is expected, and no layer that the program does not know is shown.
    try prefs("edit", "json:\(file)", "--render", "80x24", "--keys", "<Enter><C-u>7<Enter>")
    #expect(try prefs("read", "json:\(file)", "size").output == "7\n")
    let page = try prefs("edit", "json:\(file)", "--render", "80x40", "--keys", "v").output
    #expect(page.contains("user         7  in use") && !page.contains("environment"))
    try FileManager.default.removeItem(atPath: file)
    #expect(try !prefs("edit", "--render", "200x24").output.contains(file))
  }
}
