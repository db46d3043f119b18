import DefaultsCore

/// The suite that the editor has opened last, which `prefs -` opens again.
///
/// Its name is kept in a file in the directory of the histories, which only the user can read.
enum LastSuite {
  /// The word that stands for the last suite.
  static let argument = "-"

  private static var path: String {
    Defaults.HistoryOptions().path(ofSuite: "last", extension: "suite")
  }

  /// The name of the suite; nil if none was opened, or if the name cannot be read.
  static var name: String? {
    guard let bytes = try? DocumentFile.contents(of: path, limit: 4096) else { return nil }
    return String(validating: bytes, as: UTF8.self)?.split(separator: "\n").first.map(String.init)
  }

  /// Keeps the name of a suite.
  ///
  /// It is only a convenience, so a directory that cannot be written is no failure.
  static func remember(_ name: String) {
    guard name != self.name else { return }
    try? DocumentFile.replace(path, with: Array("\(name)\n".utf8), mode: 0o600)
  }
}
