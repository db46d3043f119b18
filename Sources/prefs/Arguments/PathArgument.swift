import ArgumentParser

/// The check of paths in options and arguments.
enum PathArgument {
  /// Returns a path that is not empty.
  ///
  /// An empty path would mean the working directory, and a variable that is not set, as in
  /// `--config-home "$DIR"`, would choose it unnoticed.
  ///
  /// - Throws: `ValidationError` when the path is empty.
  static func path(_ argument: String) throws -> String {
    guard !argument.isEmpty else {
      throw ValidationError("a path is expected; write . for the working directory.")
    }
    return argument
  }
}
