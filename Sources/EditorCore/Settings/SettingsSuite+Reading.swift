import DefaultsCore
import DefaultsSchema
import Terminal

extension SettingsSuite {
  /// Returns the settings that are in force; the first call reads the suite's files.
  ///
  /// A stored value that cannot be used is reported in the problems, and its default is used. The
  /// command line or the app has chosen the overrides.
  package func settings(_ overrides: SettingsOverrides) -> EditorSettings {
    var reader = SettingsReader(suite: suite, schema: schema)
    var settings = EditorSettings()
    settings.theme = reader.value(of: theme) ?? settings.theme
    settings.screen.color = reader.value(of: color)?.choice ?? settings.screen.color
    settings.screen.ascii = reader.value(of: ascii) ?? settings.screen.ascii
    settings.screen.mouse = reader.value(of: mouse) ?? settings.screen.mouse
    settings.order = reader.value(of: order) ?? settings.order
    settings.panes = reader.value(of: panes) ?? settings.panes
    settings.columns = reader.value(of: columns) ?? settings.columns
    settings.questions = reader.value(of: questions) ?? settings.questions
    let found = StoredBindings(reader.members(of: bindings), overrides.bindings)
    settings.bindings = found.bindings
    settings.problems = reader.problems + found.problems
    settings.apply(overrides)
    return settings
  }
}

extension SettingsSuite.Color {
  fileprivate var choice: ScreenSettings.ColorChoice {
    switch self {
    case .auto: .auto
    case .always: .always
    case .never: .never
    }
  }
}

/// Reads typed values, and collects the stored values that are not valid.
private struct SettingsReader {
  private let suite: Defaults.Suite
  private let schema: Schema
  private(set) var problems: [String] = []

  init(suite: Defaults.Suite, schema: Schema) {
    self.suite = suite
    self.schema = schema
    schema.declareKeys(in: suite)
    if let error = suite.loadError {
      problems.append("The settings of the editor cannot be read: \(error)")
    }
  }

  /// Reads a value; nil if none is stored, or if it is not valid.
  mutating func value<Value>(of key: Defaults.Key<Value>) -> Value? {
    guard let stored = stored(key.name) else { return nil }
    do throws(Defaults.Rejection) {
      try schema.entry(forKey: key.name)?.validate(stored.value)
    } catch {
      report("\(error)", stored, key.name)
      return nil
    }
    return key.decode(stored.value)
  }

  /// Reads the texts of a dictionary without validating it; members of other types are reported.
  mutating func members(of key: Defaults.Key<[String: String]>) -> [String: String] {
    guard let stored = stored(key.name) else { return [:] }
    guard case .dictionary(let members) = stored.value else {
      report("a dictionary of texts is needed", stored, key.name)
      return [:]
    }
    var texts: [String: String] = [:]
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if case .string(let text) = value {
        texts[name.string] = text
      } else {
        report("\(name): keys are written as a text, as the help prints them", stored, key.name)
      }
    }
    return texts
  }

  /// Returns the value of the highest layer that has one.
  ///
  /// Launch arguments are left out: `-theme` of an app that embeds the editor is not meant for the
  /// editor, and registered defaults hold for all suites.
  private func stored(_ name: String) -> Defaults.LayeredValue? {
    suite.layeredValues(forKey: name).first { $0.layer != .argument && $0.layer != .registered }
  }

  private mutating func report(_ reason: String, _ stored: Defaults.LayeredValue, _ name: String) {
    let title = schema.entry(forKey: name)?.title ?? name
    let place = stored.layer == .user ? "" : stored.location.map { " from \($0)" } ?? ""
    let end = reason.hasSuffix("?") ? "" : "."
    problems.append("The setting \(title)\(place) is not used: \(reason)\(end)")
  }
}
