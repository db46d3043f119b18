// What else an editor keeps about a suite, in the same directory and with the same secrets.
extension Defaults.HistoryOptions {
  /// Returns the path of a file about a suite in the directory of the journals.
  package func path(ofSuite name: String, extension fileExtension: String) -> String {
    FilePath.join(journals, "\(Self.fileName(ofSuite: name)).\(fileExtension)")
  }

  /// The name of a suite as a part of the name of a file: that of one outside the configuration directory
  /// may be a path or a URL.
  private static func fileName(ofSuite name: String) -> String {
    guard !SuiteName.isValid(name) else { return name }
    let escaped = name.replacing("%", with: "%25").replacing("/", with: "%2F")
    // Entries name their place, so suites may share a file.
    return String(decoding: escaped.utf8.suffix(SuiteName.limit), as: UTF8.self)
  }

  /// The name of a suite of which a part of the name of a file is known.
  private static func suiteName(ofFile name: String) -> String {
    guard name.contains("%") else { return name }
    let decoded = name.replacing("%2F", with: "/").replacing("%25", with: "%")
    return fileName(ofSuite: decoded) == name ? decoded : name
  }

  /// The directory of the journals.
  private var journals: String {
    directory ?? FilePath.join(BaseDirectories().stateHome, "prefs")
  }

  /// Returns the names of the suites that have a journal, sorted; none when there is no directory.
  package func rememberedSuites() throws(Defaults.StoreError) -> [String] {
    try suites(withFilesOf: "history")
  }

  /// Returns the names of the suites in the configuration directory that have a file of an
  /// extension.
  ///
  /// There are none when the directory does not exist.
  package func suites(withFilesOf fileExtension: String) throws(Defaults.StoreError) -> [String] {
    let suffix = ".\(fileExtension)"
    return try DocumentFile.names(in: journals).compactMap { file in
      let name = String(file.dropLast(suffix.count))
      return file.hasSuffix(suffix) && SuiteName.isValid(name) ? Self.suiteName(ofFile: name) : nil
    }.sorted()
  }

  /// Returns the numbers of the lines of a history that cannot be read, from 1 on.
  ///
  /// It fails when the file cannot be read, or has a newer format.
  package static func damagedLines(
    ofHistory path: String
  ) throws(Defaults.StoreError) -> [Int] {
    try JournalContent(try JournalFile(path: path).contents(), location: path).damagedLines
  }

  /// Returns the location of a suite, the same for every spelling of a path.
  package static func location(of suite: Defaults.Suite) -> String {
    FileLocation.canonical(suite.location)
  }

  /// Returns whether a key or one of its values must not be recorded, because it is secret.
  package func hides(_ key: Defaults.KeyName, _ values: [Defaults.StoredValue]) -> Bool {
    let secrets = SecretSearch(isSecretName: isSecret, isSecretText: isSecretText)
    return isSecret(key.string) || values.contains(where: secrets.finds)
  }
}
