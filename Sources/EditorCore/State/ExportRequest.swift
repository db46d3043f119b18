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

  /// The suite.
  let suiteName: String
  /// The keys to export; those without a value and secrets are left out.
  let keys: [Defaults.KeyName]
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
    let words = "export \(request.keys.count) keys of \(request.suiteName)"
    return Effect(words, request) { session in
      guard let suite = session.openedSuite(request.suiteName) else { return }
      let schema = session.source.catalog.registry.schema(for: suite)
      session.report { .exported(request, request.run(suite, schema)) }
    }
  }
}

extension Action {
  /// Values have been exported, or could not be.
  static func exported(_ request: ExportRequest, _ outcome: ExportOutcome) -> Action {
    Action("export of \(request.suiteName): \(caseName(of: outcome))") {
      $0.finish(request, outcome)
    }
  }
}

extension ExportRequest {
  /// Reads the values and writes or returns them.
  ///
  /// - Parameters:
  ///   - suite: the suite.
  ///   - schema: the schema, which marks secret keys; nil for none.
  /// - Returns: the outcome.
  func run(_ suite: Defaults.Suite, _ schema: Schema?) -> ExportOutcome {
    let secrets = Defaults.HistoryOptions(program: "").hidingSecrets(of: suite, schema)
    let known = isOfValuesInUse ? suite.valuesInUse(schema) : suite.storedValues()
    let chosen = keys.compactMap { key in known[key].map { (key, $0) } }
    let values = Dictionary(chosen.filter { !secrets.hides($0.0, [$0.1]) }) { $1 }
    let secretCount = chosen.count - values.count
    guard !values.isEmpty else { return .nothing(secrets: secretCount) }
    do {
      let bytes = try encoded(values)
      guard let path else {
        guard let text = String(validating: bytes, as: UTF8.self) else {
          return .failed(
            "These values need a binary property list, which cannot be copied as text."
          )
        }
        return .text(text, count: values.count, secrets: secretCount)
      }
      try UserFile(path).write(bytes, overwriting: overwrites)
      return .saved(count: values.count, secrets: secretCount)
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

  private func encoded(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(ValueDocumentError) -> [UInt8] {
    switch form {
    case .json: try ValueDocument(values).encoded(as: .json)
    case .propertyList: try ValueDocument(values).encoded(as: .plist)
    case .commands: Array(ShellCommands.text(of: values, suiteName: suiteName).utf8)
    }
  }
}
