import Defaults
import DefaultsSecrets

/// Reads and changes secrets in the Secret Service: `get KEY`, `set KEY VALUE`, `remove KEY`.
@main
struct SecretsProbe {
  static func main() throws {
    let arguments = CommandLine.arguments
    let suite = Defaults.Suite(secretsNamed: "org.example.SecretsProbe", in: [.secretService])
    let key = Defaults.Key<String?>(arguments[2], suite: suite)
    switch arguments[1] {
    case "set": Defaults[key] = arguments[3]
    case "remove": Defaults.reset(key)
    default: break
    }
    try suite.flush()
    if let error = suite.loadError { throw error }
    print(Defaults[key] ?? "(not set)")
  }
}
