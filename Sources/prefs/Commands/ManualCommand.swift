import ArgumentParser
import DefaultsCore
import Glibc

/// Prints the manual pages, for the script that makes the packages.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print a page of the manual in mdoc, or the names of all pages.",
    shouldDisplay: false
  )

  @Argument(help: "The page, prefs.1 for example.")
  var page: String?

  @Flag(help: "Print the JSON Schema of what the commands print with --json.")
  var jsonSchema: Bool = false

  func run() throws {
    if jsonSchema { return try Output.writeJSON(Record.schema) }
    let pages = try ManualPage.all()
    guard let page else { return try Output.writeLines(pages.map(\.file)) }
    guard let found = pages.first(where: { $0.file == page }) else {
      let names = pages.map(\.file).joined(separator: ", ")
      throw Failure(.usage, "There is no page \"\(page)\", only \(names).")
    }
    try Output.write(ManualText(found, date: try Self.date()).text)
  }

  /// Returns the time of the page in seconds since 1970: that of `SOURCE_DATE_EPOCH`, so that a
  /// package has the same pages whenever it is made, else now.
  private static func date() throws(Failure) -> Int {
    guard let setting = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }) else {
      return time(nil)
    }
    guard let seconds = Int(setting), (0...253_402_300_799).contains(seconds) else {
      throw Failure(
        .usage,
        "$SOURCE_DATE_EPOCH is not a number of seconds since 1970: \"\(setting)\"."
      )
    }
    return seconds
  }
}
