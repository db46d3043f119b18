import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// An export of values that `update` requests.
struct ExportRequest: Hashable, Sendable {
  /// The form of the exported text.
  enum Form: Hashable, Sendable {
    /// One JSON object, which an import reads.
    case json
    /// A property list, which an import reads.
    case propertyList
    /// A line with a command of the tool for each key.
    case commands
  }

  /// The keys to export by suite, nil for all of a suite; those without a value and secrets are left out.
  let keys: [String: [Defaults.KeyName]?]
  /// The format.
  let form: Form
  /// Whether the values in use are exported, also of unset keys, instead of the stored values.
  var isOfValuesInUse: Bool = false
  /// The path of the file; nil to copy the text to the clipboard.
  var path: String?
  /// Whether an existing file is replaced.
  var overwrites: Bool = false
}

/// The outcome of an export.
enum ExportOutcome: Hashable, Sendable {
  /// The values are in the file: the number of keys, and of secrets that were left out.
  case saved(count: Int, secrets: Int)
  /// The text for the clipboard.
  case text(String, count: Int, secrets: Int)
  /// Nothing was written, because the file exists.
  case exists
  /// No key has a value that is not secret.
  case nothing(secrets: Int)
  /// Nothing was written: the reason as a sentence.
  case failed(String)
}

extension Effect {
  /// Export values and report the outcome.
  static func export(_ request: ExportRequest) -> Effect {
    Effect("export keys of \(request.names)", request) { session in
      let registry = session.source.catalog.registry
      var opened: [(suite: Defaults.Suite, schema: Schema?)] = []
      for name in request.keys.keys.sorted() {
        guard let suite = session.openedSuite(name) else {
          return session.dispatch(.exported(request, .failed("\(name) cannot be opened.")))
        }
        opened.append((suite, registry.schema(for: suite)))
      }
      session.report(holdsEnd: true) { [opened] in .exported(request, request.run(opened)) }
    }
  }
}

extension Action {
  /// Values have been exported, or could not be.
  static func exported(_ request: ExportRequest, _ outcome: ExportOutcome) -> Action {
    Action("export of \(request.names): \(caseName(of: outcome))") {
      $0.finish(request, outcome)
    }
  }
}

extension ExportRequest {
  /// The names of the suites.
  fileprivate var names: String { keys.keys.sorted().joined(separator: ", ") }

  /// Reads the values and writes or returns them; the schemas of the suites mark secret keys.
  func run(_ suites: [(suite: Defaults.Suite, schema: Schema?)]) -> ExportOutcome {
    var exported: [String: [Defaults.KeyName: Defaults.StoredValue]] = [:]
    var secretCount = 0
    for (suite, schema) in suites {
      let secrets = suite.secrets(in: schema)
      let known = isOfValuesInUse ? suite.valuesInUse(schema) : suite.storedValues()
      let wanted = (keys[suite.name] ?? nil) ?? Array(known.keys)
      let chosen = wanted.compactMap { key in known[key].map { (key, $0) } }
      let values = Dictionary(chosen.filter { !secrets.hides($0.0, [$0.1]) }) { $1 }
      secretCount += chosen.count - values.count
      if !values.isEmpty { exported[suite.name] = values }
    }
    let count = exported.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return .nothing(secrets: secretCount) }
    do {
      let bytes = try encoded(exported)
      guard let path else {
        guard let text = String(validating: bytes, as: UTF8.self) else {
          return .failed(
            "These values need a binary property list, which cannot be copied as text."
          )
        }
        return .text(text, count: count, secrets: secretCount)
      }
      try UserFile(path).write(bytes, overwriting: overwrites)
      return .saved(count: count, secrets: secretCount)
    } catch let error as ValueDocumentError {
      return .failed("The values cannot be written in this form: \(error).")
    } catch UserFile.Failure.exists {
      return .exists
    } catch UserFile.Failure.other(let reason) {
      return .failed("\(path ?? "The file") cannot be written: \(reason).")
    } catch {
      return .failed("\(error)")
    }
  }

  /// Returns the text of the exported values; of several suites, the values of each are under its name.
  private func encoded(
    _ exported: [String: [Defaults.KeyName: Defaults.StoredValue]]
  ) throws(ValueDocumentError) -> [UInt8] {
    let suites = exported.sorted { $0.key < $1.key }
    let values =
      keys.count == 1
      ? suites[0].value
      : Dictionary(suites.map { (Defaults.KeyName($0.key), .dictionary($0.value)) }) { $1 }
    return switch form {
    case .json: try ValueDocument(values).encoded(as: .json)
    case .propertyList: try ValueDocument(values).encoded(as: .plist)
    case .commands:
      Array(suites.map { ShellCommands.text(of: $0.value, suiteName: $0.key) }.joined().utf8)
    }
  }
}
