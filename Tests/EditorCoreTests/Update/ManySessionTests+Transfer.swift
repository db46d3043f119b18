import Defaults
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

// Export and import in a session.
extension ManySessionTests {
  @Test(.thorough) func `exported values are imported as one undo, without those that are refused`()
    throws
  {
    notes.setStoredValue(.integer(60), forKey: "interval")
    notes.setStoredValue(.bool(false), forKey: "sound")
    let file = directory.file("out.json")
    #expect(try run("<F6><Enter>\(file)<Enter>").contains("Exported 2 keys to"))
    try notes.setStoredValues(["interval": nil, "sound": nil])
    try run("<F7>\(file)<Enter><Enter>")
    #expect(notes.storedValues() == ["interval": .integer(60), "sound": .bool(false)])
    try directory.write("{\"interval\": 7000, \"sound\": true}".utf8, to: "bad.json")
    let screen = try run("<F7>\(directory.file("bad.json"))<Enter>")
    #expect(screen.contains("1 change, 1 refused"))
    try run("<F7>\(directory.file("bad.json"))<Enter><Enter>")
    #expect(notes.storedValues() == ["interval": .integer(60), "sound": .bool(true)])
  }

  @Test(.thorough) func `keys that are not set are exported on request, with the values in use`()
    throws
  {
    notes.setStoredValue(.integer(60), forKey: "interval")
    let file = directory.file("out.json")
    let screen = try run("<F6>7<Enter><Enter>\(file)<Enter>")
    #expect(screen.contains("Exported 3 keys to"), "\(screen)")
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == """
        {
          "interval" : 60,
          "signature" : "",
          "sound" : true
        }

        """
    )
  }

  @Test(.thorough) func `an existing file is replaced only after a question`() throws {
    notes.setStoredValue(.integer(60), forKey: "interval")
    try directory.write("old".utf8, to: "out.json")
    let file = directory.file("out.json")
    try run("<F6><Enter>\(file)<Enter><Enter>")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    let screen = try run("<F6><Enter>\(file)<Enter>j<Enter>")
    #expect(screen.contains("Exported 1 key to"), "\(screen)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("60"))
  }

  @Test func `shell commands quote what the shell would read`() {
    let text = ShellCommands.text(
      of: ["it's": .string("a b"), "n": .integer(5), "l": .array([.bool(true)])],
      suiteName: "org.example"
    )
    #expect(
      text == """
        prefs write org.example 'it'\\''s' -string 'a b'
        prefs write org.example l -array -bool true
        prefs write org.example n -int 5

        """
    )
  }

  // MARK: - Differences
}
