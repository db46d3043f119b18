import DefaultsEditor
import Foundation
import TestSupport
import Testing

extension Defaults.Keys {
  static let showsHiddenFiles = Key<Bool>("showsHiddenFiles", default: false)
  static let penName = Key<String>("penName", default: "")
  static let syncs = Key<Bool>("syncs", default: false)
  static let server = Key<String>("server", default: "example.org")
  static let loudness = Key<Int>("loudness", default: 5)
}

let preferences = PreferencesEditor("Notes") {
  Defaults.Section("General") {
    Defaults.Toggle("Show hidden files", key: .showsHiddenFiles)
      .help("Files whose name begins with a dot.")
    Defaults.TextField("Pen name", key: .penName, length: 0...40)
  }
  Defaults.Section("Synchronization") {
    Defaults.Toggle("Synchronize", key: .syncs)
    Defaults.TextField("Server", key: .server).disabled(when: .isOff(.syncs))
  }
}

func setUp() throws {
  let syncs = try Defaults.Toggle("Synchronize", key: .syncs).ask()
  if syncs { try Defaults.TextField("Server", key: .server).ask() }
}

struct VolumeControl: PreferenceControl {
  var value: Int

  mutating func handle(_ key: ControlKey) -> ControlResponse {
    switch key {
    case .left where value > 0: value -= 1
    case .right where value < 10: value += 1
    default: return .ignored
    }
    return .changed
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    let bar = String(repeating: "#", count: value) + String(repeating: "-", count: 10 - value)
    return [ControlText(bar, style: .strong) + " \(value) of 10"]
  }

  var hints: KeyValuePairs<String, String> { ["Left": "quieter", "Right": "louder"] }
}

private func reload(withHiddenFiles isOn: Bool) {}

/// The code of the article; the screens themselves are tested with the editor.
final class EmbeddingTheEditorArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `without a terminal the screen and the question are refused`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      close(STDIN_FILENO)
      #expect(throws: PreferencesEditor.RunError.notATerminal) { try preferences.run() }
      #expect(throws: AskError.notATerminal) { try setUp() }

      if CommandLine.arguments.contains("--preferences") {
        try preferences.run()
      }
    }
  }

  @Test func `controls keep their type through modifiers`() {
    let toggle = Defaults.Toggle("Show hidden files", key: .showsHiddenFiles)
      .onChange { isOn in reload(withHiddenFiles: isOn) }
    let server = Defaults.TextField("Server", key: .server)
      .disabled(when: .isOff(.syncs), reason: "Turn on the synchronization first.")
    let author = Defaults.TextField("Pen name", key: .penName)
      .hidden(when: .key(.server, equals: "") || .key(.loudness) { $0 == 0 })
    let volume = Defaults.NumberField("Volume", key: .loudness, in: 0...10)
      .control { VolumeControl(value: $0) }
    #expect(toggle.key == .showsHiddenFiles && server.key == .server)
    #expect(author.key == .penName && volume.key == .loudness)
  }

  @Test func `the control changes its value and draws it`() {
    var control = VolumeControl(value: 9)
    #expect(control.handle(.right) == .changed)
    #expect(control.handle(.right) == .ignored)
    #expect(control.value == 10)
    #expect(control.render(columns: 40, rows: 3).lines.count == 1)
  }
}
