import EditorCore
import Glibc

/// The program that the user has chosen for editing text, such as `vi`.
///
/// The text is written to a file in a new directory that only the user can enter, so that backups and
/// swap files of the program stay private too. The directory is removed when the program has ended. A
/// text without a line break at its end gets one in the file, because most programs add it anyway, and it
/// is removed again from the result.
struct ExternalEditor {
  /// Returns the value of an environment variable; nil if it is not set.
  let variable: (String) -> String?

  /// The editor for the environment of this process.
  static var inherited: ExternalEditor {
    ExternalEditor { name in getenv(name).map { String(cString: $0) } }
  }

  /// Runs the program on a text, and waits for its end.
  func edit(_ text: ExternalText) -> ExternalText.Outcome {
    do throws(SystemError) {
      return try edit(text, in: PrivateDirectory(below: parent))
    } catch {
      return .failed("The text could not be edited: \(error)")
    }
  }

  private func edit(
    _ text: ExternalText,
    in directory: borrowing PrivateDirectory
  ) throws(SystemError) -> ExternalText.Outcome {
    let name = Self.fileName(of: text)
    let lineFeed = UInt8(ascii: "\n")
    let hasBreak = text.content.utf8.last == lineFeed
    var written = Array(text.content.utf8)
    if !written.isEmpty, !hasBreak { written.append(lineFeed) }
    try directory.write(written, to: name)
    let failure = try run(on: directory.path(of: name))
    // What was saved before a signal ended the program, of a terminal that was closed for example, counts.
    if let failure, !failure.isBySignal { return .failed(failure.text) }
    var read = try directory.read(name)
    guard read != written else { return failure.map { .failed($0.text) } ?? .unchanged }
    if !hasBreak, read.last == lineFeed { read.removeLast() }
    guard let edited = String(validating: read, as: UTF8.self) else {
      let kept = try PrivateDirectory(below: parent, isKept: true)
      try kept.write(read, to: name)
      let path = kept.path(of: name)
      return .failed("The editor wrote a text that is not UTF-8; it was kept as \(path).")
    }
    return .changed(edited)
  }

  // MARK: - The program

  /// The command, which a shell reads: `$VISUAL`, `$EDITOR`, or the first one that is installed.
  var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let command = variable(name), !command.allSatisfy(\.isWhitespace) { return command }
    }
    let directories = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    let installed = ["sensible-editor", "editor", "vi", "nano"].first { name in
      directories.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
    return installed ?? "vi"
  }

  /// Why the program failed.
  private struct RunFailure {
    /// The reason as a sentence.
    var text: String
    var isBySignal = false
  }

  /// Runs the command on a file; returns why it failed, or nil.
  private func run(on path: String) throws(SystemError) -> RunFailure? {
    let command = command
    // With `exec`, a signal for the shell reaches the program. Assignments and lists of commands
    // cannot follow it.
    let isSimple = !command.contains { "=;&|(){}<>\n".contains($0) }
    let line = "\(isSimple ? "exec " : "")\(command) \"$@\""
    let status = try ForegroundProcess.run(["/bin/sh", "-c", line, command, path])
    switch status {
    case .exited(0):
      return nil
    case .exited(127), .exited(126):
      return RunFailure(
        text: "The editor cannot be started; set EDITOR to another one: \(command)"
      )
    case .exited(let code):
      return RunFailure(text: "Nothing was changed: the editor ended with the status \(code).")
    case .killed(let signal):
      return RunFailure(
        text: "Nothing was changed: the editor was ended by the signal \(signal).",
        isBySignal: true
      )
    }
  }

  // MARK: - The file

  /// The first of `$XDG_RUNTIME_DIR` and `$TMPDIR` that is writable, otherwise `/tmp`.
  var parent: String {
    for name in ["XDG_RUNTIME_DIR", "TMPDIR"] {
      guard let path = variable(name), path.hasPrefix("/") else { continue }
      if access(path, W_OK | X_OK) == 0 { return path }
    }
    return "/tmp"
  }

  /// Returns a file name that contains the name of the key.
  private static func fileName(of text: ExternalText) -> String {
    let name = text.keyName.unicodeScalars.prefix(80).map { scalar in
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
      return isPlain ? Character(scalar) : "_"
    }
    let visible = String(name).drop { $0 == "." || $0 == "-" }
    return "\(visible.isEmpty ? "value" : String(visible)).\(text.fileExtension)"
  }
}

/// A system call that failed.
struct SystemError: Error, CustomStringConvertible {
  /// The name of the C function.
  let call: String
  /// The error number, `errno`.
  let code: Int32

  /// The name of the function and the message for the number.
  var description: String { "\(call): \(String(cString: strerror(code)))" }
}
