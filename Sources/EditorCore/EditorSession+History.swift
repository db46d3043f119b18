import DefaultsCore

extension Effect {
  /// Read the recorded changes of a key and report them.
  static func readHistory(suiteName name: String, key: Defaults.KeyName) -> Effect {
    Effect("read the history of \(key) of \(name)", OfSuite(name, key)) { session in
      guard name == session.suite.name else { return }
      let files = session.recordedFiles(ofSuite: name)
      session.report {
        let histories = files.map { EditorSession.history(of: $0, key: key) }
        return .history(suiteName: name, key: key, .merged(histories))
      }
    }
  }

  /// Reads the recorded changes of suites and reports them.
  ///
  /// `others` are all suites, of which only suites with a history are opened; if it is nil, only
  /// the shown suite is.
  static func readHistories(ofSuite shown: String, and others: [String]?) -> Effect {
    Effect("read the history of \(others == nil ? shown : "all suites")", shown) { session in
      let known = others.map { _ in (try? session.source.history?.rememberedSuites()) ?? [] } ?? []
      let recorded = Set(others ?? []).intersection(known).union([shown])
      var locations: Set<String> = []
      let suites = ([shown] + recorded.subtracting([shown]).sorted()).map { name in
        // The file for all suites is the same one for each of them.
        (
          name,
          session.recordedFiles(ofSuite: name).filter {
            locations.insert($0.suite.location).inserted
          }
        )
      }
      session.report {
        let histories = suites.map { name, files in
          (name, KeyHistory.merged(files.map { EditorSession.history(of: $0) }))
        }
        return .histories(Dictionary(histories) { $1 }, ofAll: others != nil, shown: shown)
      }
    }
  }

  /// Read the history of a suite and report the last change of each key.
  static func readChanges(suiteName name: String) -> Effect {
    Effect("read the last changes of \(name)", name) { session in
      guard name == session.suite.name else { return }
      let history = session.knownHistory(of: session.suite)
      session.report {
        do throws(Defaults.StoreError) {
          return .lastChanges(suiteName: name, try history.lastChanges())
        } catch {
          return .diagnosed("The history cannot be read: \(error)")
        }
      }
    }
  }
}

extension Action {
  /// The recorded changes of a key have been read.
  static func history(
    suiteName name: String,
    key: Defaults.KeyName,
    _ history: KeyHistory
  ) -> Action {
    Action("\(key) of \(name): \(history.logText)") {
      $0.setHistory(history, of: key, inSuite: name)
    }
  }

  /// The recorded changes of suites have been read.
  static func histories(
    _ histories: [String: KeyHistory],
    ofAll isOfAll: Bool,
    shown: String
  ) -> Action {
    let texts = histories.sorted { $0.key < $1.key }.map { "\($0): \($1.logText)" }
    return Action(texts.joined(separator: "; ")) {
      $0.setHistories(histories, ofAll: isOfAll, shown: shown)
    }
  }

  /// The history of a suite has been read for the last change of each key.
  static func lastChanges(suiteName name: String, _ changes: LastChanges) -> Action {
    Action("last changes of \(name)") { $0.setLastChanges(changes, ofSuite: name) }
  }
}

extension EditorSession {
  /// Returns the last recorded change that stored a value; nil if there is none, or if the history
  /// cannot be read.
  static func lastEntry(
    storing value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    in suite: Defaults.Suite
  ) -> Defaults.HistoryEntry? {
    guard suite.keepsHistory, let entries = try? suite.history() else { return nil }
    let last = entries.last { $0.changes.contains { $0.key == key } }
    return last.flatMap { entry in
      entry.changes.contains { $0.key == key && $0.new == value } ? entry : nil
    }
  }

  /// A file of a suite, opened as a suite, with its layer.
  fileprivate struct RecordedFile {
    var suite: Defaults.Suite
    var layer: Defaults.Layer
  }

  /// Returns the files of a suite whose changes are recorded: those that this session can write, and the one with
  /// the locks if it can change them.
  fileprivate func recordedFiles(ofSuite name: String) -> [RecordedFile] {
    var files = source.scopes.compactMap { scope in
      openedSuite(ScopedSuite(name: name, scope: scope))
        .map { RecordedFile(suite: $0, layer: scope.layer) }
    }
    if let locks = source.locks(name) { files.append(RecordedFile(suite: locks, layer: .managed)) }
    for file in files where !file.suite.keepsHistory {
      let schema = schema(of: file.suite, ScopedSuite(name: name))
      if let history = historyOptions(of: file.suite, schema) { file.suite.keepHistory(history) }
    }
    return files
  }

  /// Returns the file with the locks of a suite, if this session can change them.
  func recordedLocks(ofSuite name: String) -> Defaults.Suite? {
    recordedFiles(ofSuite: name).first { $0.layer == .managed }?.suite
  }

  /// Reads the recorded changes of a file, or the last ones of a key, the newest first.
  fileprivate static func history(
    of file: RecordedFile,
    key: Defaults.KeyName? = nil
  ) -> KeyHistory {
    do throws(Defaults.StoreError) {
      let all = file.suite.keepsHistory ? try file.suite.history() : []
      let undone = Defaults.HistoryTimeline(all).undone
      let wanted = all.reversed().lazy.filter { entry in
        key.map { key in entry.changes.contains { $0.key == key } } ?? true
      }
      let entries = key == nil ? Array(wanted) : Array(wanted.prefix(Outline.changeLimit))
      return .entries(entries.map { LayeredEntry(entry: $0, layer: file.layer) }, undone: undone)
    } catch {
      return .failed("\(error)")
    }
  }

  /// Returns what is known of the history of a suite.
  func knownHistory(of suite: Defaults.Suite) -> KnownHistory {
    let known =
      knownHistories[suite.location]
      ?? KnownHistory(of: suite, program: source.history?.program ?? "")
    knownHistories[suite.location] = known
    return known
  }
}

extension KeyHistory {
  fileprivate var logText: String {
    switch self {
    case .unread, .loading: "history"
    case .entries(let entries, _): "history of \(entries.count) entries"
    case .failed(let reason): "error: \(reason)"
    }
  }
}
