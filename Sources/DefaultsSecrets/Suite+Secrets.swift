public import DefaultsCore

extension Defaults.Suite {
  /// Creates a suite for passwords, tokens and other secrets, whose values are in no file of a suite.
  ///
  /// ```swift
  /// extension Defaults.Suite {
  ///   static let secrets = Defaults.Suite(secretsNamed: "org.example.Sketchbook")
  /// }
  ///
  /// extension Defaults.Keys {
  ///   static let apiToken = Key<String?>("apiToken", suite: .secrets)
  /// }
  /// ```
  ///
  /// Keys are declared, read and observed as in any suite. Their values are hidden in the editor and
  /// never recorded in a history. The first read connects to the place and may ask the user to unlock
  /// it; ``Defaults/Defaults/Suite/load()`` does that without blocking the task. If no place can be
  /// used, keys have their defaults, ``Defaults/Defaults/Suite/loadError`` has the reason, and
  /// ``Defaults/Defaults/Suite/flush()`` throws it.
  ///
  /// Changes by other processes are not reported: ``Defaults/Defaults/Suite/reload()`` reads them.
  /// Each call creates another suite, so an app keeps it in a constant.
  ///
  /// - Parameters:
  ///   - name: the name of the suite, usually that of the app.
  ///   - places: where the secrets may be; the first that can be reached is used.
  public convenience init(
    secretsNamed name: String,
    in places: [Defaults.SecretPlace] = Defaults.SecretPlace.usual
  ) {
    self.init(name: name, store: Defaults.SecretStore(suiteName: name, places: places))
  }
}
