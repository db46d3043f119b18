/// The commands of a secret, except those that edit its text (`FieldCommand`).
enum SecretCommand: String, KeyCommand {
  case showSecret

  /// The keys of a secret.
  static let rows: [KeyRow] = KeyRow.group("Look", in: [.secret]) {
    row(.showSecret, "^V", "show or hide it", hint: "show")
  }
}
