/// The names of keys and members whose values are secrets.
///
/// A name is compared word by word: `dbPass`, `db_pass` and `db.pass` have the words `db` and
/// `pass`, while `compass`, `passive`, `pinned` and `author` are other words. A long word of the
/// list also counts at the end of a word, because names such as `dbpassword` and `accesstoken` are
/// common and no other words end like that.
enum SecretName {
  /// The words that mean a secret; those that are written apart may also be written together.
  private static let words = [
    "password", "passwort", "passwd", "passphrase", "passcode", "pass", "pwd", "pw", "pin", "puk",
    "secret", "token", "cookie", "credential", "cred", "auth", "oauth", "authorization", "bearer",
    "otp", "totp", "jwt", "api key", "access key", "account key", "auth key", "encryption key",
    "license key", "master key", "priv key", "private key", "session key", "session id",
    "shared key", "signing key", "ssh key", "storage key", "pre shared key", "psk", "seed phrase",
    "recovery code", "security code", "cvv", "cvc", "pass key", "pin code", "mnemonic", "seed",
    "deploy key", "hmac key", "kennwort", "user pass", "db pwd", "client key", "backup key",
    "recovery key", "wep key", "wpa key", "wpa psk", "unlock code", "verification code",
    "geheimnis",
    "mot de passe", "contraseña", "contrasena", "senha", "wachtwoord", "hasło", "haslo", "lösenord",
    "пароль", "密码", "密碼", "パスワード", "비밀번호",
  ]

  /// The last words of names whose values are about a secret and not the secret: `tokenCount`.
  private static let aspects: Set<String> = [
    "count", "length", "size", "limit", "timeout", "ttl", "lifetime", "expiry", "helper", "policy",
    "enabled", "file", "path", "url", "uri",
  ]

  /// The least letters of a word of the list that also counts at the end of another word.
  private static let suffixLength = 5

  /// The length from which only the start of a name is examined, in bytes.
  private static let lengthLimit = 256

  /// The list, each entry with its parts.
  private static let entries = words.map { $0.split(separator: " ").map(String.init) }

  /// The entries as one word each.
  private static let joined = Set(words.map { $0.filter { $0 != " " } })

  /// The entries that also count at the end of a word.
  private static let suffixes = joined.filter { $0.count >= suffixLength }

  /// Returns whether a name suggests a secret.
  ///
  /// Only the start of a name that is longer than any sensible one is examined: comparing texts of
  /// many combining marks takes time that grows with the square of their number.
  static func matches(_ name: String) -> Bool {
    let start =
      name.utf8.count > lengthLimit ? String(name.unicodeScalars.prefix(lengthLimit / 4)) : name
    let words = parts(of: start)
    let parts = words.map(singular)
    // A number of tokens, as language models have it, is no secret.
    if words == ["max", "tokens"] || parts.count > 1 && aspects.contains(parts[parts.count - 1]) {
      return false
    }
    return parts.contains { part in
      joined.contains(part) || suffixes.contains { part.hasSuffix($0) }
    } || entries.contains { $0.count > 1 && parts.contains(consecutive: $0) }
  }

  /// Returns a word without the `s` of a plural.
  private static func singular(_ word: String) -> String {
    // `pass` and `address` are no plurals.
    word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }

  /// Splits a name where its words meet: at everything that is not a letter, before a capital after
  /// a small letter, and before the last of several capitals that a small letter follows.
  private static func parts(of name: String) -> [String] {
    var parts: [String] = []
    var word: [Character] = []
    func finish() {
      if !word.isEmpty { parts.append(String(word).lowercased()) }
      word = []
    }
    for character in name {
      guard character.isLetter else {
        finish()
        continue
      }
      if let last = word.last {
        if character.isUppercase, !last.isUppercase {
          finish()
        } else if !character.isUppercase, last.isUppercase, word.count > 1 {
          // `PINCode`: the C belongs to the new word.
          word.removeLast()
          finish()
          word = [last]
        }
      }
      word.append(character)
    }
    finish()
    return parts
  }
}

extension [String] {
  /// Returns whether other elements occur in a row.
  fileprivate func contains(consecutive others: [String]) -> Bool {
    guard count >= others.count else { return false }
    return (0...(count - others.count)).contains { start in
      self[start..<start + others.count].elementsEqual(others)
    }
  }
}
