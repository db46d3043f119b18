import Defaults
import DefaultsEditor
import DefaultsSchema
import Foundation
import Glibc

extension Subject {
  /// The bytes that the editor sends to a terminal of 80 columns and 24 rows for the key Down.
  ///
  /// They are read from a pseudo-terminal. 9,600 baud are about 1,000 bytes a second.
  static let terminal = Subject(name: "terminal") {
    try [("with details", "", 300), ("without details", "i", 150)].map { name, key, limit in
      let terminal = try Terminal(command: ["/proc/self/exe", "child", "edit", "bench.bytes"])
      defer { terminal.end() }
      _ = terminal.send("")
      _ = terminal.send(key)
      let counts = (0..<20).map { _ in terminal.send("\u{1B}OB").count }.sorted()
      return Row(
        subject: "bytes sent for Down at 80x24, \(name)",
        quantity: .sizes(Double(counts[10]), peer: Double(limit), peerName: "the limit"),
        target: .sizeWithin(1),
      )
    }
  }
}

extension Child {
  /// Opens the editor on a suite of switches.
  ///
  /// - Throws: what the editor throws.
  static func edit(suite name: String) throws {
    let suite = try Defaults.Suite(named: name)
    try PreferencesEditor("Bench", suite: suite) {
      Defaults.Section("General") {
        for number in 0..<40 {
          Defaults.Toggle(
            "Draw the grid of page \(number)",
            key: Defaults.Key(
              "page\(number).showsGrid",
              default: number.isMultiple(of: 2),
              suite: suite
            )
          )
          .help("The lines below a drawing on page \(number), which are not printed.")
        }
      }
    }.run()
  }
}

/// A program on a pseudo-terminal of 80 columns and 24 rows.
private final class Terminal {
  private let process = Process()
  private let master: FileHandle

  init(command: [String]) throws {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    // TIOCSPTLCK, which unlocks the other end, and TIOCGPTN, its number; Swift imports neither macro.
    guard descriptor >= 0, ioctl(descriptor, 0x4004_5431, &isLocked) == 0,
      ioctl(descriptor, 0x8004_5430, &number) == 0, ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
    else { throw CocoaError(.fileReadUnknown) }
    master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let slave = try FileHandle(forUpdating: URL(fileURLWithPath: "/dev/pts/\(number)"))
    process.executableURL = URL(fileURLWithPath: command[0]).resolvingSymlinksInPath()
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]
    ) { $1 }
    process.standardInput = slave
    process.standardOutput = slave
    try process.run()
  }

  /// Types a text, and returns what the program sends until it has sent nothing for half a second.
  func send(_ text: String) -> Data {
    master.write(Data(text.utf8))
    var data = Data()
    var source = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while poll(&source, 1, 500) > 0, source.revents & Int16(POLLIN) != 0 {
      data += master.availableData
    }
    return data
  }

  /// Ends the program.
  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}
