import DefaultsCore

extension Effect {
  /// Read the recorded changes of a key and report them.
  static func readHistory(suiteName name: String, key: Defaults.KeyName) -> Effect {
    Effect("read the history of \(key) of \(name)", OfSuite(name, key)) { session in
      let suite = session.suite
      guard name == suite.name else { return }
      session.report {
        .history(suiteName: name, key: key, EditorSession.history(of: suite, key: key))
      }
    }
  }

  /// Read the recorded changes of suites and report them.
  ///
  /// - Parameters:
  ///   - shown: the shown suite.
  ///   - others: all suites, of which those are opened that have a history; nil for the shown one alone.
  /// - Returns: the effect.
  static func readHistories(ofSuite shown: String, and others: [String]?) -> Effect {
    Effect("read the history of \(others == nil ? shown : "all suites")", shown) { session in
      let known = others.map { _ in (try? session.source.history?.rememberedSuites()) ?? [] } ?? []
      let recorded = Set(others ?? []).intersection(known).union([shown])
      let suites = recorded.compactMap { session.openedSuite($0) }
      for suite in suites where !suite.keepsHistory {
        let schema = session.schema(of: suite, ScopedSuite(name: suite.name))
        if let history = session.historyOptions(of: suite, schema) { suite.keepHistory(history) }
      }
      session.report {
        let histories = suites.map { ($0.name, EditorSession.history(of: $0)) }
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

  /// Reads the recorded changes of a suite, or the last ones of a key, the newest first.
  fileprivate static func history(
    of suite: Defaults.Suite,
    key: Defaults.KeyName? = nil
  ) -> KeyHistory {
    do throws(Defaults.StoreError) {
      let all = suite.keepsHistory ? try suite.history() : []
      let undone = Defaults.HistoryTimeline(all).undone
      guard let key else { return .entries(all.reversed(), undone: undone) }
      let changes = all.reversed().lazy.filter { $0.changes.contains { $0.key == key } }
      return .entries(Array(changes.prefix(Outline.changeLimit)), undone: undone)
    } catch {
      return .failed("\(error)")
    }
  }

  /// Returns what is known of the history of a suite.
  func knownHistory(of suite: Defaults.Suite) -> KnownHistory {
    let known =
      knownHistories[suite.name]
      ?? KnownHistory(of: suite, program: source.history?.program ?? "")
    knownHistories[suite.name] = known
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
