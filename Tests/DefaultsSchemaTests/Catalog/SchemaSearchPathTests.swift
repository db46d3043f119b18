import DefaultsSchema
import Testing

@Suite struct SchemaSearchPathTests {
  private func directories(
    _ environment: [String: String],
    isPrivileged: Bool = false
  ) -> [String] {
    SchemaSearchPath(
      directories: ["/named"],
      environment: environment.merging(["HOME": "/home/ada"]) { first, _ in first },
      isPrivileged: isPrivileged
    ).directories
  }

  @Test func `without variables the directories are those of the base directory specification`() {
    #expect(
      directories([:]) == [
        "/named", "/home/ada/.local/share/prefs/schemas", "/usr/local/share/prefs/schemas",
        "/usr/share/prefs/schemas",
      ]
    )
    #expect(
      directories(["XDG_DATA_HOME": "", "XDG_DATA_DIRS": "", "PREFS_SCHEMA_DIR": ""])
        == directories([:])
    )
  }

  @Test func `variables change the directories, and PREFS_SCHEMA_DIR comes first`() {
    #expect(
      directories([
        "XDG_DATA_HOME": "/data", "XDG_DATA_DIRS": "/a:/b", "PREFS_SCHEMA_DIR": "/mine",
      ]) == ["/named", "/mine", "/data/prefs/schemas", "/a/prefs/schemas", "/b/prefs/schemas"]
    )
  }

  @Test func `relative paths in variables are ignored and told`() {
    let searchPath = SchemaSearchPath(
      environment: ["HOME": "/h", "XDG_DATA_HOME": "data", "XDG_DATA_DIRS": "b:/c"],
      isPrivileged: false
    )
    #expect(searchPath.directories == ["/h/.local/share/prefs/schemas", "/c/prefs/schemas"])
    #expect(searchPath.ignoredSettings == ["XDG_DATA_HOME=data", "XDG_DATA_DIRS=b"])
  }

  @Test func `a program with more rights than its user does not follow the user's variable`() {
    #expect(!directories(["PREFS_SCHEMA_DIR": "/mine"], isPrivileged: true).contains("/mine"))
  }

  @Test func `schemas are published into the user's data directory`() {
    let searchPath = SchemaSearchPath(environment: ["HOME": "/h", "PREFS_SCHEMA_DIR": "/mine"])
    #expect(searchPath.publicationDirectory == "/h/.local/share/prefs/schemas")
  }
}
