/// The commands of a secret, except those that edit its text (`FieldCommand`).
enum SecretCommand: String, KeyCommand {
  case showSecret

  /// The keys of a secret.
  static let rows: [KeyRow] = KeyRow.group("Look", in: [.secret]) {
    row(.showSecret, "^V", "show or hide it", hint: "show")
    row(.showSecret, "V ^V", "show a secret value for 10 seconds", in: [.viewer])
    row(.showSecret, "V ^V", "edit a secret member, and show it", in: [.members, .records])
  }
}
