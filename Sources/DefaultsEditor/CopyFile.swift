import EditorCore
import Glibc

/// The file that copied texts are written to if the terminal has no clipboard.
enum CopyFile {
  /// Writes a text to a new file in a new directory that only the user can enter; returns its path.
  ///
  /// The file stays when the program ends, because the user wants to use it then.
  static func write(_ text: String) throws(Reason) -> String {
    do throws(SystemError) {
      let directory = try PrivateDirectory(below: ExternalEditor.inherited.parent, isKept: true)
      try directory.write(Array(text.utf8), to: "copied.txt")
      return directory.path(of: "copied.txt")
    } catch {
      throw Reason("\(error)")
    }
  }
}
