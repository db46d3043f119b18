import DefaultsCore
import DefaultsSchema
import Terminal

// The settings of the editor itself. They are read on the work queue before the first suite, so they are
// in force when its values arrive; input waits until then anyway. Each change of the suite, by whatever
// program, reads them again, at most one reading at a time.
extension Effect {
  /// Turn the mouse on or off, and store that in the settings of the editor if wanted.
  static func useMouse(_ isUsed: Bool, isStored: Bool) -> Effect {
    Effect("turn the mouse \(isUsed ? "on" : "off")", isStored, changesValues: isStored) {
      $0.useMouse(isUsed, isStored: isStored)
    }
  }
}

extension Action {
  /// The settings of the editor have been read, and the screen has this many colours with them.
  static func settings(_ settings: EditorSettings, colorCount: Int) -> Action {
    let line = "settings: theme \(settings.theme.name), \(colorCount) colours"
    return Action(logLines: { _ in [line] + settings.problems.map { "error: \($0)" } }) {
      $0.use(settings, colorCount: colorCount)
    }
  }
}

extension EditorSession {
  /// How far the session is with its settings.
  struct SettingsProgress {
    /// The observations of the suite.
    var observations: [any Defaults.Observation] = []
    /// Whether the settings are being read.
    var reading = Turn()
    /// The settings that were read last, or those without a stored value.
    var latest = EditorSettings()
    /// Whether the mouse is used, as the user has chosen with a key; nil for the setting.
    ///
    /// The setting is in force again when it has been read after the choice was stored. Before that, a
    /// reading can have an older value.
    var mouse: Bool?
    /// Whether that choice has been stored.
    var isMouseStored = false
    /// The number of choices that are being stored.
    var pendingChoices = 0
  }

  /// Adds the suite of the settings to the source, as one that can be opened.
  func addSettings() {
    guard let settings = source.settings?.suite else { return }
    let suite = source.suite
    source.suite = { name in suite(name) ?? (name == settings.name ? settings : nil) }
    source.catalog = withSettings(source.catalog)
  }

  /// Adds the schema of the settings to a catalog, unless that has one for the suite.
  func withSettings(_ catalog: SuiteCatalog) -> SuiteCatalog {
    guard let settings = source.settings,
      catalog.registry.schema(named: settings.suite.name) == nil
    else { return catalog }
    var catalog = catalog
    catalog.registry.register(settings.schema)
    return catalog
  }

  /// Begins to observe the settings, and reads them on the work queue.
  func loadSettings() {
    guard let settings = source.settings else { return }
    let inbox = inbox
    let observe: @Sendable () -> Void = {
      let changes = settings.suite.observeStoredValues { _ in
        inbox.post(isNews: true) { $0.readSettings() }
      }
      let diagnostics = settings.suite.observeDiagnostics { diagnostic in
        switch diagnostic.kind {
        case .layerIgnored, .unusableLocks, .variableIgnored, .valueIgnored:
          inbox.post(.diagnosed("\(diagnostic)"))
        case .loadFailed, .loaded: inbox.post(isNews: true) { $0.readSettings() }
        default: break
        }
      }
      inbox.post { $0.progress.observations = [changes, diagnostics] }
    }
    logged("observe the settings") { work(observe) }
    readSettings()
  }

  /// Reads the settings on the work queue.
  private func readSettings() {
    guard let settings = source.settings, progress.reading.begin() else { return }
    let (inbox, overrides) = (inbox, overrides)
    logged("read the settings in \(settings.suite.location)") {
      work {
        let settings = settings.settings(overrides)
        inbox.post { $0.finishReading(settings) }
      }
    }
  }

  /// Uses settings that were read, and reads them again if they have changed meanwhile.
  private func finishReading(_ settings: EditorSettings) {
    let isOutdated = progress.reading.end()
    progress.latest = settings
    if progress.isMouseStored, !isOutdated {
      progress.mouse = nil
      progress.isMouseStored = false
    }
    use(settings)
    if isOutdated { readSettings() }
  }

  /// Uses settings, on the screen first, because that decides how many colours there are.
  func use(_ settings: EditorSettings) {
    var settings = settings
    settings.screen.mouse = progress.mouse ?? settings.screen.mouse
    screen.use(settings.screen)
    dispatch(.settings(settings, colorCount: screen.colorCount))
  }

  /// Turns the mouse on or off, and stores that on the work queue.
  fileprivate func useMouse(_ isUsed: Bool, isStored: Bool) {
    progress.mouse = isUsed
    progress.isMouseStored = false
    use(progress.latest)
    guard isStored, let settings = source.settings else { return }
    progress.pendingChoices += 1
    let (inbox, history) = (inbox, historyOptions(of: settings.suite))
    work {
      if let history { settings.suite.keepHistory(history) }
      let failure = Self.store(isUsed, for: settings.mouse)
      inbox.post { $0.finishStoringMouse(failure) }
    }
  }

  /// Stores a setting, waits until it is on disk, and returns a sentence about why that failed.
  private static func store<Value>(_ value: Value, for key: Defaults.Key<Value>) -> String? {
    do {
      try Defaults.set(key, to: value, options: Defaults.WriteOptions(cause: .edit))
      try key.suite.flush()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Lets the stored setting decide about the mouse again, unless it could not be stored.
  private func finishStoringMouse(_ failure: String?) {
    progress.pendingChoices -= 1
    if let failure {
      let text = "The mouse is as you have chosen only until the editor is closed: \(failure)"
      return dispatch(.diagnosed(text))
    }
    guard progress.pendingChoices == 0 else { return }
    progress.isMouseStored = true
    overrides.mouse = nil
    readSettings()
  }
}
