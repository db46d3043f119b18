// What else an editor keeps about a suite, in the same directory and with the same secrets.
extension Defaults.HistoryOptions {
  /// Returns the path of a file about a suite in the directory of the journals.
  package func path(ofSuite name: String, extension fileExtension: String) -> String {
    let directory = directory ?? FilePath.join(BaseDirectories().stateHome, "prefs")
    return FilePath.join(directory, "\(name).\(fileExtension)")
  }

  /// Returns whether a key or one of its values must not be recorded, because it is secret.
  package func hides(_ key: Defaults.KeyName, _ values: [Defaults.StoredValue]) -> Bool {
    isSecret(key.string) || values.contains { SecretName.isHeld(in: $0, isSecret) }
  }
}
