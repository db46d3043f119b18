// A program of somebody else with preferences, which the tests start on a terminal.
//
//   editor-probe edit      the screen; after it, the values that `onChange` has got
//   editor-probe ask NAME  a question for one control; then its value

import DefaultsEditor
import Foundation

enum Mode: String, CaseIterable, Defaults.Serializable { case fast, slow }

extension Defaults.Keys {
  static let isLoud = Key<Bool>("isLoud", default: false)
  static let level = Key<Int>("level", default: 3, in: 0...10)
  static let mode = Key<Mode>("mode", default: .fast)
  static let token = Key<String?>("token")
}

/// Prints what `onChange` gets: at once for a question, and for the screen when it is closed.
struct Log: Sendable {
  let path = NSTemporaryDirectory() + "editor-probe-\(getpid())"

  func add(_ text: String) {
    let old = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    try? (old + "changed to \(text)\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  func printAll() {
    print((try? String(contentsOfFile: path, encoding: .utf8)) ?? "unchanged")
    try? FileManager.default.removeItem(atPath: path)
  }
}

let log = Log()
let loud = Defaults.Toggle("Loud", key: .isLoud).onChange { isLoud in
  // Slower than the user, who is not to notice it.
  Thread.sleep(forTimeInterval: 0.3)
  log.add("\(isLoud)")
}
let level = Defaults.NumberField("Level", key: .level).help("How loud.").disabled(
  when: .isOff(.isLoud)
)
.onChange { log.add("\($0)") }
let mode = Defaults.Picker("Mode", key: .mode)
let token = Defaults.SecureField("Token", key: .token)

do {
  switch CommandLine.arguments.dropFirst() {
  case ["edit"]:
    try PreferencesEditor("Probe") {
      Section("Sound") {
        loud
        level
        mode
        token
      }
    }.run()
  case ["ask", "loud"]: print("value \(try loud.ask())")
  case ["ask", "level"]: print("value \(try level.ask())")
  case ["ask", "mode"]: print("value \(try mode.ask())")
  case ["ask", "token"]: print("value \(try token.ask() ?? "none")")
  default: print("usage: editor-probe edit | ask NAME")
  }
  log.printAll()
} catch {
  print("failed: \(error)")
  exit(1)
}
