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
    try Output.write(bytes: answer.encoded)
  }

  private var answer: AccountAnswer {
    get throws {
      do {
        // All of the input is read before anything is printed.
        let request = try AccountRequest(parsing: StandardInput.contents())
        try shared.apply()
        let suite = try shared.openReadableSuite(named: suite)
        let filter = KeyFilter(schema: try suite.remember(program: "prefs edit"))
        try change(suite, request, filter)
        let stored = suite.storedValues()
        let declared = filter.schema?.entries.map(\.key) ?? []
        return .values(
          stored.filter { Self.isShown($0.key, $0.value, filter) },
          secrets: Set((declared + stored.keys).filter { filter.hides($0, stored[$0]) })
        )
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

  /// Whether a value is passed on: not a secret, which only schemas of this user may name, nor null, which
  /// stands for no value.
  private static func isShown(
    _ key: Defaults.KeyName,
    _ value: Defaults.StoredValue,
    _ filter: KeyFilter
  ) -> Bool {
    value != .null && !filter.hides(key, value)
  }

  private func change(
    _ suite: Defaults.Suite,
    _ request: AccountRequest,
    _ filter: KeyFilter
  ) throws {
    guard !request.edits.isEmpty else { return }
    for (key, value) in request.edits {
      guard let value = value ?? suite.storedValue(forKey: key.string) else { continue }
      let isHidden = suite.storedValue(forKey: key.string).map { !Self.isShown(key, $0, filter) }
      guard isHidden != true, Self.isShown(key, value, filter) else {
        throw Failure(.invalidValue, "\(key) is a secret of this user, or has no value to show.")
      }
    }
    // The editor has checked the values against the schema, and the user has agreed to replace them.
    var options = Defaults.WriteOptions(cause: .import, replacesOpaque: true)
    options.expectedInStore = request.expected
    try suite.write(request.edits, options: options)
    try suite.flush(options)
  }
}
