import DefaultsCore
import DefaultsGSettings

/// The signal on the session's bus by which KDE's running programs learn that a file has changed.
enum KDEChangeSignal {
  /// Sends the signal with the names of the changed entries by group, where a bus runs.
  static func send(_ groups: [String: [String]], of file: String) {
    // Names of objects on the bus have letters, digits and underscores; KDE replaces these two.
    let name = String(file.map { $0 == "." || $0 == "-" ? "_" : $0 })
    let members = groups.map { group, names in
      let texts = names.map { Defaults.StoredValue.array($0.utf8.map { .integer(Int128($0)) }) }
      return (Defaults.KeyName(group), Defaults.StoredValue.array(texts))
    }
    SessionBus(environment: EnvironmentText.variables).send(
      "org.kde.kconfig.notify.ConfigChanged",
      from: "/" + name,
      .dictionary(Dictionary(members) { first, _ in first }),
      type: "a{saay}"
    )
  }
}
