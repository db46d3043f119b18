import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Home = Defaults.ConfigurationHome

struct ConfigurationHomeTests {
  @Test func `an absolute setting is taken`() {
    let home = Home(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"])
    #expect(home.directory == "/c")
    #expect(home.ignoredSetting == nil)
  }

  @Test(arguments: [("relative", "relative"), ("", nil), (nil, nil)] as [(String?, String?)])
  func `without an absolute setting it is in the home directory`(
    setting: String?,
    ignored: String?
  ) {
    var environment = ["HOME": "/h"]
    environment["XDG_CONFIG_HOME"] = setting
    let home = Home(environment: environment)
    #expect(home.directory == "/h/.config")
    #expect(home.ignoredSetting == ignored)
  }

  @Test func `without variables the user database tells the home directory`() throws {
    let entry = try #require(getpwuid(getuid()))
    let directory = String(cString: try #require(entry.pointee.pw_dir))
    #expect(Home(environment: [:]).directory == FilePath.join(directory, ".config"))
  }

  @Test(arguments: ["a", "com.example.app", "with blank", "日本", String(repeating: "x", count: 200)])
  func `a suite has a file of its name`(name: String) throws {
    #expect(try Home.file(forSuite: name, in: "/c") == "/c/\(name).plist")
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "a/b", "/", "a\u{0}b", "a\nb", "\u{7F}", "\u{85}",
    String(repeating: "x", count: 201),
  ])
  func `other names are refused`(name: String) {
    #expect(throws: Defaults.StoreError(location: "/c", cause: .invalidSuiteName(name))) {
      try Home.file(forSuite: name, in: "/c")
    }
  }

  @Test func `files and links to files are suites, and nothing else is`() throws {
    let directory = try TemporaryDirectory()
    for name in ["b.plist", "a.plist", ".hidden.plist", "other.txt", "c.plist~", ".plist"] {
      try directory.write([], to: name)
    }
    mkdir(directory.file("directory.plist"), 0o700)
    mkfifo(directory.file("pipe.plist"), 0o600)
    symlink("a.plist", directory.file("link.plist"))
    symlink("nowhere", directory.file("broken.plist"))
    #expect(try Home.suites(in: directory.path) == ["a", "b", "link"])
    #expect(try Home.suites(in: directory.file("missing")) == [])
    let error = #expect(throws: Defaults.StoreError.self) {
      _ = try Home.suites(in: directory.path + "/a.plist")
    }
    #expect(error?.cause == .system(operation: "readdir", errorNumber: ENOTDIR))
  }
}
