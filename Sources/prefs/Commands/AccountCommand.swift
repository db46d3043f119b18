import ArgumentParser
import DefaultsCore
import DefaultsSchema

/// Changes and prints a suite of the user whom `--user` names, for an editor that runs as root.
struct AccountCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Change and print a suite of another user, for the editor.",
    shouldDisplay: false
  )

  @OptionGroup var shared: SharedOptions

  @Argument(help: "The name of the suite.")
  var suite: String

  func run() throws {
    try shared.apply()
    try Output.write(bytes: answer.encoded)
  }

  private var answer: AccountAnswer {
    get throws {
      do {
        let request = try AccountRequest(parsing: StandardInput.contents())
        let (suite, _) = try shared.openRememberingSuite(suite, program: "prefs edit")
        try change(suite, request)
        return .values(suite.storedValues())
      } catch let error as Defaults.StoreError {
        if case .outdated(let keys) = error.cause { return .outdated(keys) }
        return .failed("\(error)")
      } catch Defaults.WriteError.outdated(let keys) {
        return .outdated(keys)
      } catch {
        // The values can be secrets, which messages must not quote.
        if let error = error as? Defaults.WriteError { return .failed(error.text(isSecret: true)) }
        return .failed(Failure(describing: error)?.message ?? "\(error)")
      }
    }
  }

  private func change(_ suite: Defaults.Suite, _ request: AccountRequest) throws {
    guard !request.edits.isEmpty else { return }
    // The editor has checked the values against the schema, and the user has agreed to replace them.
    var options = Defaults.WriteOptions(cause: .import, replacesOpaque: true)
    options.expectedInStore = request.expected
    try suite.write(request.edits, options: options)
    try suite.flush(options)
  }
}
