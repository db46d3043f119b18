import ArgumentParser

/// The check of paths in options and arguments.
enum PathArgument {
  /// Returns a path, or throws `ValidationError` if it is empty.
  ///
  /// An empty path would mean the working directory, and a variable that is not set, as in
  /// `--config-home "$DIR"`, would choose it unnoticed.
  static func path(_ argument: String) throws -> String {
    guard !argument.isEmpty else {
      throw ValidationError("a path is expected; write . for the working directory.")
    }
    return argument
  }
}
