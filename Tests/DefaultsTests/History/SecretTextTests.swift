import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Values that are secrets whatever the name of their key is.
struct SecretTextTests {
  /// A text of random-looking letters and digits, made here so that no scanner takes it for a token.
  private static let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

  private static let secrets = [
    "https://ada:lovelace@example.org/", "postgres://u:p%40ss@db.example.org:5432/x?ssl=1",
    "see redis://:hunter22@cache:6379/0 for it", "mongodb+srv://u:p@a,b/c",
    "amqp://u:p:q@[::1]:5672", "ada:pw@tcp(db:3306)/x", "ada:pw@unix(/run/db.sock)/x",
    "Server=db;User Id=ada;Password=lovelace;", "host=db user=ada password=lovelace",
    "DefaultEndpointsProtocol=https;AccountKey=Zm9vYmFyYmF6;EndpointSuffix=core",
    "https://example.org/?access_token=abcdef123", "https://example.org/#id=1&api_key=abcdef123",
    "-----BEGIN " + "PRIVATE KEY-----\nMIIE\n", "x\n-----BEGIN RSA " + "PRIVATE KEY-----\n",
    "-----BEGIN OPENSSH " + "PRIVATE KEY-----", "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----",
    "PuTTY-User-Key-File-" + "3: ssh-ed25519", "ghp" + "_" + body, "token ghp" + "_" + body,
    "github_pat" + "_" + body, "glpat" + "-" + body, "xoxb" + "-" + body, "sk" + "-" + body,
    "sk_live" + "_" + body, "AK" + "IAIOSFODNN7EXAMPLE", "AIza" + body, "ya29" + "." + body,
    "npm" + "_" + body, "hf" + "_" + body, "Authorization: Bearer " + body,
    "Authorization: Bearer S3cret-7x", "curl -u ada:lovelace https://example.org",
    "mysql --password lovelace -h db", "--api-key abcdef",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + body, "AGE-SECRET-KEY-" + "1" + body,
  ]

  @Test(arguments: secrets)
  func `a text with a secret is recognized`(text: String) {
    #expect(Defaults.HistoryOptions.containsSecret(text))
  }

  @Test(arguments: [
    "", "://", "@", "a://:@", "https://example.org", "https://example.org:8080/a@b:c",
    "https://ada@example.org/x", "https://ada:@example.org/", "https://example.org/?q=a:b@c",
    "ssh://git@example.org:22/x.git", "git@example.org:a/b.git", "mailto:ada@example.org",
    "https://example.org/?page=123456&sort=name", "file:///home/ada/a:b@c", "12:30 ada@example.org",
    "https://a.example http://b.example:80/ada@b", "a@tcp(db)", ":@tcp(db)", "password=", "pin=1",
    "Password: ", "key=abcdefgh", "compass=northwest", "author=ada lovelace", "x == password",
    "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "-----BEGIN ",
    "sk-learn-and-some-other-words-with-dashes", "ask-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "AKIA", "AKIARA", "hf_model", "npm_config_prefix", "eyJ", "eye.of.the.beholder.1",
    "Bearer of news", "--password-file /run/x", "--password -h", "--pass", "sort -u 12", "ls -u a",
    "a -- token",
    "日本 パスワードなし", "2026-03-14T09:26:53Z", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "0123456789abcdef0123456789abcdef01234567",
  ])
  func `another text is not`(text: String) {
    #expect(!Defaults.HistoryOptions.containsSecret(text))
  }

  private static let url = "https://ada:lovelace@example.org"

  private static let nested =
    String(repeating: "[", count: 500) + #"{"pin":1}"# + String(repeating: "]", count: 500)

  @Test(
    arguments: [
      .string(url), .array([.integer(1), .string(url)]), .dictionary(["x": .array([.string(url)])]),
      .data(Data(url.utf8)), .string(#"{"x":["\#(url)"]}"#), .string(#"["{\"password\":\"x\"}"]"#),
      .string(#"{"a":{"pin":1},"a":2}"#), .string(#"{"a":2,"a":{"pin":1}}"#), .string(nested),
      .data(Data(#"{"a":"[{\"pin\":1}]"}"#.utf8)), .string(#"[{"name":"API_TOKEN","value":"x"}]"#),
      .array([.dictionary(["key": .string("dbPass"), "value": .string("x")])]),
    ] as [StoredValue]
  )
  func `the journal holds no value with one`(value: StoredValue) throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("app.plist")
    let suite = Defaults.Suite(name: "app", store: Defaults.PropertyListStore(file: file))
    suite.keepHistory(Defaults.HistoryOptions(program: "test", directory: directory.path))
    suite.setStoredValue(value, forKey: "server")
    try suite.flush()
    #expect(try suite.history().flatMap(\.changes).map(\.omission) == [.secret])
    // An app can decide otherwise.
    var options = Defaults.HistoryOptions(directory: directory.path) { _ in false }
    options.isSecretText = { _ in false }
    suite.keepHistory(options)
    suite.setStoredValue(.array([value]), forKey: "server")
    try suite.flush()
    #expect(try suite.history().last?.changes.first?.old == value)
  }

  /// If every position looked at all others, each of these would take many minutes.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: Thorough.sample(
      ["a=", "://", "=", "sk-", "@tcp(", "-----BEGIN ", "eyJ.", "x://y:", "é"],
      every: 4
    )
  )
  func `a long text is examined`(repeated: String) {
    let text = String(repeating: repeated, count: 65_536 / repeated.utf8.count)
    #expect(!Defaults.HistoryOptions.containsSecret(text + " "))
    #expect(Defaults.HistoryOptions.containsSecret(text + " https://ada:secret@example.org"))
  }
}
