import Foundation
import TestSupport
import Testing

/// The programs that the tests need and that are not installed.
private let missing = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool"].filter { name in
  !["/usr/bin", "/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
}

/// The real libsecret and GNOME Keyring, on a session bus of their own, where they are installed.
@Suite(
  .enabled(
    if: missing.isEmpty,
    "Not installed: \(missing.joined(separator: ", "))"
  )
)
struct SessionBusTests {
  /// Runs a script on a session bus with an unlocked keyring.
  private func run(_ script: String) throws -> Program.Result {
    let home = try TemporaryDirectory()
    let start = """
      eval "$(printf 'pass' | gnome-keyring-daemon --unlock --components=secrets)"
      probe=\(BuildProducts.program("secrets-probe"))

      """
    // The daemon ends with the bus.
    return try Program.run(
      ["dbus-run-session", "--", "sh", "-ec", start + script],
      environment: [
        "HOME": home.path, "XDG_CONFIG_HOME": home.file("config"),
        "XDG_DATA_HOME": home.file("data"),
        "XDG_RUNTIME_DIR": home.path, "DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "",
      ]
    )
  }

  @Test func `a secret is stored, read by another program, and removed`() throws {
    let result = try run(
      """
      $probe set apiToken "hunter2 ä"
      $probe get apiToken
      secret-tool lookup defaults-suite org.example.SecretsProbe defaults-key apiToken; echo
      printf 'from outside' | secret-tool store --label=x \\
        defaults-suite org.example.SecretsProbe defaults-key apiToken
      $probe get apiToken
      $probe remove apiToken
      $probe get apiToken
      secret-tool lookup defaults-suite org.example.SecretsProbe defaults-key apiToken || echo none
      """
    )
    #expect(
      result.output.split(separator: "\n") == [
        "hunter2 ä", "hunter2 ä", "hunter2 ä", "from outside", "(not set)", "(not set)", "none",
      ],
      "\(result.complaint)"
    )
  }
}
