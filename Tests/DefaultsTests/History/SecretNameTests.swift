import Defaults
import Testing

@Suite struct SecretNameTests {
  @Test(arguments: [
    "password", "Password", "passwords", "userPassword", "smtp.password", "db_pass", "dbPass",
    "DBPass", "pass", "passwd", "passphrase", "pwd", "PWD", "pin", "userPIN", "PINCode", "pin-code",
    "pin1", "cookie", "Cookies", "session_cookie", "auth", "auth.user", "oauth2", "basicAuth",
    "privkey", "priv_key", "PRIVATE_KEY", "privateKey", "client-secret", "apiKey", "APIKey",
    "api.key", "apikey", "apikey2", "accessToken", "accesstoken", "tokens", "credentials",
    "wachtwoord", "motDePasse", "contraseña", "пароль", "パスワード", "wep_key", "backup.key",
    "dbpassword", "mein Passwort", "a/b/secret", "geheim.token.", "AWSAccessKeyID",
  ])
  func `a name with a secret word is secret`(name: String) {
    #expect(Defaults.HistoryOptions.looksSecret(name))
  }

  @Test(arguments: [
    "", "pinned", "spinner", "opinion", "author", "authors", "authored", "passive", "compass",
    "passenger", "bypass", "passage", "tokenizer", "secretary", "monkey", "keyboard", "key",
    "private", "apiKeyboard", "privateMode.keys1", "cookiecutter", "window.x", "日本", "123", "...",
    "keyPrivate", "maxTokens", "tokenCount", "passwordLength", "credential.helper", "auth.timeout",
    "backup.time", "client", "unlock", "verification.date", "motDeJour",
  ])
  func `another name is not`(name: String) {
    #expect(!Defaults.HistoryOptions.looksSecret(name))
  }
}
