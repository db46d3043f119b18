import EditorCore
import Glibc

/// The standard streams as the console of the editor on plain lines.
struct StandardConsole: PlainConsole {
  var isInteractive: Bool { LineReader.isTerminal }

  func write(_ line: String) {
    PlainOutput.write(line + "\n", to: STDOUT_FILENO)
  }

  /// Reads a line; one that is too long or not UTF-8 is refused, and the next one is read.
  func answer(to prompt: String, isHidden: Bool) -> String? {
    while true {
      do throws(LineReader.Problem) {
        let line = try LineReader.line(isHidden: isHidden) {
          PlainOutput.write(prompt, to: STDOUT_FILENO)
        }
        // On a terminal, the typed line break ends the line of the prompt.
        if line == nil || !isInteractive { PlainOutput.write("\n", to: STDOUT_FILENO) }
        return line
      } catch {
        write(error.description)
        if case .unreadable = error { return nil }
      }
    }
  }
}
