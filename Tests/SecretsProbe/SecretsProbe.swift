import Defaults
import DefaultsSecrets
import Glibc

/// Reads and changes secrets in the Secret Service: `get KEY`, `set KEY VALUE`, `remove KEY`.
@main
struct SecretsProbe {
  static func main() {
    let arguments = CommandLine.arguments
    let suite = Defaults.Suite(secretsNamed: "org.example.SecretsProbe", in: [.secretService])
    let key = Defaults.Key<String?>(arguments[2], suite: suite)
    switch arguments[1] {
    case "set": Defaults[key] = arguments[3]
    case "remove": Defaults.reset(key)
    default: break
    }
    do throws(Defaults.StoreError) {
      try suite.flush()
      if let error = suite.loadError { throw error }
      print(Defaults[key] ?? "(not set)")
    } catch {
      print("error: \(error)")
      exit(EXIT_FAILURE)
    }
  }
}
