// What else an editor keeps about a suite, in the same directory and with the same secrets.
extension Defaults.HistoryOptions {
  /// Returns the path of a file about a suite in the directory of the journals.
  package func path(ofSuite name: String, extension fileExtension: String) -> String {
    FilePath.join(journals, "\(name).\(fileExtension)")
  }

  /// The directory of the journals.
  private var journals: String {
    directory ?? FilePath.join(BaseDirectories().stateHome, "prefs")
  }

  /// Returns the names of the suites that have a journal, sorted.
  ///
  /// - Throws: ``Defaults/StoreError`` when the directory exists and cannot be read.
  package func rememberedSuites() throws(Defaults.StoreError) -> [String] {
    let suffix = ".history"
    return try DocumentFile.names(in: journals).compactMap { file in
      let name = String(file.dropLast(suffix.count))
      return file.hasSuffix(suffix) && SuiteName.isValid(name) ? name : nil
    }.sorted()
  }

  /// Returns the numbers of the lines of a history that cannot be read, from 1 on.
  ///
  /// - Throws: ``Defaults/StoreError`` when the file cannot be read, or has a newer format.
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
