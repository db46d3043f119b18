import Testing

@testable import Defaults

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
}
