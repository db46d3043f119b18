import Foundation
import TestSupport
import Testing

@testable import DefaultsGSettings

struct DconfProfileTests {
  @Test func `the databases below the user's are found, the highest first`() {
    let profile = DconfProfile(
      file: "/etc/dconf/profile/user",
      text: "user-db:user # mine\n\n# file-db:/no\n  system-db:local \nfile-db:/usr/share/site\n"
    )
    #expect(profile.administratorsDatabases == ["/etc/dconf/db/local"])
  }

  @Test func `the variable names a file, or a profile in the directories of the data`() throws {
    let home = try TemporaryDirectory()
    let file = try home.write("system-db:a\n".utf8, to: "one")
    #expect(
      try DconfProfile(environment: ["DCONF_PROFILE": file]).administratorsDatabases == [
        "/etc/dconf/db/a"
      ]
    )
    try FileManager.default.createDirectory(
      atPath: home.file("dconf/profile"),
      withIntermediateDirectories: true
    )
    _ = try home.write("system-db:site\n".utf8, to: "dconf/profile/desk")
    let named = ["DCONF_PROFILE": "desk", "XDG_DATA_DIRS": home.path]
    #expect(try DconfProfile(environment: named).administratorsDatabases == ["/etc/dconf/db/site"])
    let missing = ["DCONF_PROFILE": "none", "XDG_DATA_DIRS": home.path]
    #expect(try DconfProfile(environment: missing).file == nil)
  }
}
