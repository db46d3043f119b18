/// The commands of a secret, except those that edit its text (`FieldCommand`).
enum SecretCommand: String, KeyCommand {
  case showSecret
}

extension KeyTable {
  /// The keys of a secret.
  static let secret: [KeyRow] = KeyRow.group(
    "Look",
    in: [.secret],
    [
      .init(SecretCommand.showSecret, "^V", "show or hide it", hint: "show")
    ]
  )
}
