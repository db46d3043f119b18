import Glibc
import Terminal

/// Asks the terminal how many columns it takes for each line of a file.
///
///     screen-probe --columns INPUT OUTPUT
///
/// Each line is sent as ``SafeText`` shows it. The output has the columns for each line.
enum ColumnProbe {
  static func run(input: String, output: String) {
    var modes = termios()
    tcgetattr(STDIN_FILENO, &modes)
    var raw = modes
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    guard let source = fopen(input, "r"), let target = fopen(output, "w") else { exit(1) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    while getline(&line, &size, source) > 0, let line {
      let text = SafeText(String(cString: line).filter { !$0.isNewline })
      fputs("\(columns(of: text))\n", target)
    }
    fclose(target)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  /// Sends a text and asks for the position of the cursor behind it.
  private static func columns(of text: SafeText) -> Int {
    let bytes = Array("\r\u{1B}[2K\(text)\u{1B}[6n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "R") { answer.append(byte) }
    let column = String(decoding: answer, as: UTF8.self).split(separator: ";").last.flatMap {
      Int($0)
    }
    return (column ?? 0) - 1
  }
}
