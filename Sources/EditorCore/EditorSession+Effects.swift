import Defaults
import DefaultsSchema
import DequeModule
import Terminal

// What the session does for the effects that `update` returns.
extension EditorSession {
  func perform(_ effect: Effect) {
    switch effect {
    case .write(let request): write(request)
    case .restore(let request): restore(request)
    case .open(let name): open(name)
    case .examine(let names): examine(names)
    case .saveParkedInput(let name, let inputs): saveParkedInput(inputs, ofSuite: name)
    case .saveUndeclaredEditing(let name, let isAllowed):
      saveUndeclaredEditing(isAllowed, ofSuite: name)
    case .reload: reload()
    case .readHistory(let name, let key): readHistory(of: key, inSuite: name)
    case .copy(let text): screen.copy(text)
    case .ask(let question): answers.find(question)
    case .readClock: dispatch(.clock(now()))
    case .editText(let text):
      let outcome = screen.lendTerminal { editText(text) }
      dispatch(.textEdited(text, outcome))
    case .stampMessages: dispatch(.messagesStamped(now()))
    case .suspend: screen.suspend()
    }
  }

  /// Writes a value on the work queue; the outcome arrives as `Action.written`.
  func write(_ request: WriteRequest) {
    let suite = suite
    let inbox = inbox
    // An undeclared key has no entry to check against: any value may replace its value.
    let item = state.document.item(request.key)
    let entry =
      source.catalog.registry.schema(for: suite)?.entry(forKey: request.key.string)
      ?? (item?.isDeclared == true ? item?.entry : nil)
    work {
      inbox.post(.action(.written(request, Self.outcome(of: request, entry, suite))))
    }
  }

  /// Undoes or redoes a change on the work queue; the outcome arrives as `Action.restored`.
  private func restore(_ request: RestoreRequest) {
    let (suite, inbox) = (suite, inbox)
    work { inbox.post(.action(.restored(request, Self.outcome(of: request, suite)))) }
  }

  /// Reads the recorded changes of a key on the work queue; they arrive as `Action.history`.
  private func readHistory(of key: Defaults.KeyName, inSuite name: String) {
    let (suite, inbox) = (suite, inbox)
    guard name == suite.name else { return }
    work {
      let history = Self.history(of: key, in: suite)
      inbox.post(.action(.history(suiteName: name, key: key, history)))
    }
  }

  /// Shows an empty document for another suite and begins to load its values.
  private func open(_ name: String) {
    guard let next = source.suite(name) else {
      return dispatch(.diagnosed("The suite \(name) cannot be opened."))
    }
    suite = next
    observation?.invalidate()
    diagnostics?.invalidate()
    conditions = nil
    dispatch(.opened(Self.openingDocument(of: suite, source.catalog)))
    loadSuite()
  }

  /// Saves the input of parked edits for the next session, or removes it.
  private func saveParkedInput(
    _ inputs: [Defaults.KeyName: Defaults.StoredValue?],
    ofSuite name: String
  ) {
    // The edit may have been closed in the suite that was shown before this one.
    let suite = name == suite.name ? suite : source.suite(name)
    guard let suite, let file = ParkedInputFile(of: suite, historyOptions(of: suite)) else {
      return
    }
    let inbox = inbox
    work {
      do throws(Defaults.StoreError) {
        try file.save(inputs)
      } catch {
        inbox.post(
          .action(.diagnosed("The input could not be saved for the next session: \(error)"))
        )
      }
    }
  }

  /// Records for the next session whether keys that no schema declares may be edited.
  private func saveUndeclaredEditing(_ isAllowed: Bool, ofSuite name: String) {
    guard name == suite.name, let file = UndeclaredEditingFile(of: suite, historyOptions(of: suite))
    else { return }
    let inbox = inbox
    work {
      do throws(Defaults.StoreError) {
        try file.save(isAllowed)
      } catch {
        inbox.post(
          .action(.diagnosed("The answer could not be saved for the next session: \(error)"))
        )
      }
    }
  }

  /// Redraws the whole screen and reads the suite's files again on the work queue.
  private func reload() {
    screen.invalidate()
    let (suite, inbox) = (suite, inbox)
    work {
      suite.reload()
      inbox.post(.storeStatus)
    }
  }
}
