import ArgumentParser
import DefaultsCore
import EditorCore

/// The option of commands that change files of an administrator, which every user can read.
struct SharedFileOptions: ParsableArguments {
  @Flag(help: "Also store secrets where every user can read them: with --system, or as locks.")
  var secrets: Bool = false

  /// The reason why a secret is refused, for messages about one key.
  static let refusal =
    "every user can read the file, and the key holds a secret; --secrets stores it all the same"

  /// Checks that no secret gets into a file that every user can read; a failure lists the keys.
  func check(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    in scope: SuiteScope,
    _ filter: KeyFilter
  ) throws(Failure) {
    guard !secrets, scope.role == .administrator else { return }
    let keys = values.filter(filter.isSecretForAll).keys.sorted()
    guard !keys.isEmpty else { return }
    throw Failure(
      .usage,
      "Nothing was changed, because every user can read the file, and these keys hold secrets: "
        + "\(list: keys.map(\.string)). --secrets stores them all the same."
    )
  }
}

extension Defaults.Suite {
  /// Lets a suite refuse secrets if every user can read its file, for a command that knows the
  /// values only when it writes them.
  func refuseSecrets(in scope: SuiteScope, _ filter: KeyFilter) {
    guard let command = scope.commandForSecrets else { return }
    refuseSecrets { key, value in
      filter.isSecretForAll(key, value) ? EditorState.refusalOfSecrets(command) : nil
    }
  }
}

extension SuiteScope {
  /// The command that stores secrets in a file that every user can read; nil for a file of a user.
  var commandForSecrets: String? {
    switch self {
    case .user, .host: nil
    case .system: "prefs write --system --secrets"
    case .managed: "prefs write --managed --secrets"
    }
  }
}
