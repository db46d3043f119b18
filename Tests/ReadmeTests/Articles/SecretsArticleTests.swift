import Defaults
import DefaultsSecrets
import Foundation
import TestSupport
import Testing

extension Defaults.Suite {
  static let secrets = Defaults.Suite(secretsNamed: "org.example.Sketchbook")
}

extension Defaults.Keys {
  static let apiToken = Key<String?>("apiToken", suite: .secrets)
}

struct SecretsArticleTests {
  /// Not called: it would store a secret in a real place of the user.
  private func store() throws {
    Defaults[.apiToken] = "hunter2"
    try Defaults.Suite.secrets.flush()
  }

  /// Not called either.
  private func load(report: (Defaults.StoreError) -> Void) async {
    await Defaults.Suite.secrets.load()
    if let error = Defaults.Suite.secrets.loadError { report(error) }
  }

  /// Not called: it may start the Secret Service.
  private func findPlace() throws {
    let store = Defaults.SecretStore(suiteName: "org.example.Sketchbook")
    let suite = Defaults.Suite(name: "org.example.Sketchbook", store: store)
    let isKept = try store.place() == .secretService
    _ = (suite, isKept)
  }

  private func fallBack(to path: String) -> Defaults.Suite {
    let secrets = Defaults.Suite(
      secretsNamed: "org.example.Sketchbook",
      in: [.secretService, .privateFile(path: path)]
    )
    return secrets
  }

  @Test func `a suite for secrets has keys like any other`() throws {
    let directory = try TemporaryDirectory()
    let places: [Defaults.SecretPlace] = [.privateFile(path: directory.file("secrets.plist"))]
    let suite = Defaults.Suite(secretsNamed: "org.example.Sketchbook", in: places)
    suite[.apiToken] = "hunter2"
    try suite.flush()
    #expect(suite[.apiToken] == "hunter2")
    #expect(suite.capabilities.holdsSecrets)
    #expect(try directory.names() == ["secrets.plist"])
  }
}
