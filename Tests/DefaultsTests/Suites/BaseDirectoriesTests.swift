import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct BaseDirectoriesTests {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s"),
    (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state"),
    (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state"),
    (["HOME": "/h"], "/h/.local/state"),
  ])
  func `a directory is the variable's, else the default in the home directory`(
    environment: [String: String],
    expected: String
  ) {
    #expect(BaseDirectories(environment: environment).stateHome == expected)
  }

  @Test func `relative paths are ignored and listed`() {
    let directories = BaseDirectories(environment: [
      "HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_CONFIG_DIRS": "/a:b:/c",
    ])
    #expect(directories.configHome == "/h/.config")
    #expect(directories.configDirectories == ["/a", "/c"])
    #expect(directories.dataDirectories == ["/usr/local/share", "/usr/share"])
    let ignored = directories.ignoredSettings.map { "\($0.variable)=\($0.value)" }
    #expect(ignored == ["XDG_CONFIG_HOME=c", "XDG_CONFIG_DIRS=b"])
  }

  /// Sets a variable of this process to bytes that are not valid UTF-8.
  private static func setInvalid(_ variable: String) {
    let bytes = [0x2F, 0x74, 0x6D, 0x70, 0x2F, 0xFF, 0].map(CChar.init(truncatingIfNeeded:))
    setenv(variable, bytes, 1)
  }

  @Test func `a home directory that is not UTF-8 is replaced by no other directory`() async {
    await #expect(processExitsWith: .success) {
      Defaults.setDiagnosticHandler(nil)
      unsetenv("XDG_CONFIG_HOME")
      Self.setInvalid("HOME")
      let suite = try Defaults.Suite(named: "org.example.bytes")
      suite.set(5, forKey: "k")
      let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
      #expect("\(error.map { "\($0)" } ?? "")".contains("\"$HOME\" failed: its value is not valid"))
      #expect(suite.loadError != nil)
      #expect(suite.integer(forKey: "k") == 5)
      #expect(throws: Defaults.StoreError.self) { try Defaults.ConfigurationHome().suites() }
    }
  }

  @Test func `directories that are not UTF-8 are not used`() async {
    await #expect(processExitsWith: .success) {
      for variable in BaseDirectories.variables.dropFirst() { Self.setInvalid(variable) }
      let directories = BaseDirectories()
      #expect(directories.unusableVariables == Array(BaseDirectories.variables.dropFirst()))
      #expect(directories.configHome == BaseDirectories.nowhere)
      #expect(directories.stateHome == BaseDirectories.nowhere)
      #expect(directories.dataHome == BaseDirectories.nowhere)
      #expect(directories.configDirectories == [])
      #expect(directories.dataDirectories == [])
    }
  }

  @Test func `the replacement character in a path is a character like any other`() {
    let directories = BaseDirectories(environment: ["HOME": "/h", "XDG_DATA_HOME": "/\u{FFFD}"])
    #expect(directories.dataHome == "/\u{FFFD}")
    #expect(directories.unusableVariables == [])
  }
}
