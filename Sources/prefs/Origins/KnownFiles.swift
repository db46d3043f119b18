import DefaultsCore

/// The files of other programs that the editor lists because they exist: some that many machines have, and
/// those that were changed with this program before.
enum KnownFiles {
  /// The heading above them.
  static let title = "Files"

  /// The names of files in the home directory.
  private static let usual = [
    "ini:~/.gitconfig", "ini:~/.config/git/config", "ini:~/.config/pip/pip.conf",
    "json:~/.docker/config.json",
  ]

  /// The names of the suites that were changed with this program.
  static var changed: [String] { (try? Defaults.HistoryOptions().rememberedSuites()) ?? [] }

  /// Returns the arguments that name the files, given the suites that were changed with this program.
  static func arguments(among changed: [String]) -> [String] {
    var listed: Set<String> = []
    return (Self.usual + changed.filter(Origin.isFile)).filter(Origin.isPresent)
      .compactMap { (try? Origin($0))?.suiteName }.filter { listed.insert($0).inserted }
  }
}
