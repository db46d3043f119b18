import DefaultsCore

extension Effect {
  /// Answer the question of a control.
  static func ask(_ question: ControlQuestion) -> Effect {
    Effect("ask: \(caseName(of: question))", question) { $0.answer(question) }
  }
}

extension Action {
  /// A question of a control has been answered.
  static func answered(_ answer: ControlAnswer) -> Action {
    Action("answer: \(caseName(of: answer))") { $0.receive(answer) }
  }

  /// A control's value has been saved, or could not be.
  fileprivate static func saved(_ answer: ControlAnswer, _ question: ControlQuestion) -> Action {
    Action("answer: \(caseName(of: answer))") { $0.receive(answer, toSave: question) }
  }
}

extension EditorState {
  /// Passes the outcome of a save to the control that has asked for it, or says it if that was closed.
  fileprivate mutating func receive(_ answer: ControlAnswer, toSave question: ControlQuestion) {
    if screen(EditScreen.self)?.edit.control.question == question { return receive(answer) }
    switch answer {
    case .saved(let path): note("The data was written to \(path).")
    case .exists(let path): fail("The data was not saved: \(path) exists.")
    case .failed(let path, let reason): fail("The data was not saved: \(path): \(reason).")
    case .examined, .loaded, .hide: break
    }
  }
}

extension EditorSession {
  /// Finds the answer to a question of a control.
  ///
  /// Paths are examined on a thread of their own, because that can block for minutes. Files of the user
  /// are read and written on the work queue.
  fileprivate func answer(_ question: ControlQuestion) {
    let inbox = inbox
    switch question {
    case .hideLater:
      secretTimer += 1
      let number = secretTimer
      later(Double(ControlQuestion.secretSeconds)) {
        inbox.post { session in
          if number == session.secretTimer { session.dispatch(.answered(.hide)) }
        }
      }
    case .examine(let path):
      pathQuestions.ask { inbox.post(.answered(.examined(PathFacts(examining: path)))) }
    case .load(let path):
      report { .answered(.load(path)) }
    case .save(let value, let path, let overwriting):
      report(holdsEnd: true) {
        .saved(.save(value, path, overwriting: overwriting), question)
      }
    }
  }
}

extension ControlAnswer {
  fileprivate static func load(_ path: String) -> ControlAnswer {
    do throws(UserFile.Failure) {
      return .loaded(path: path, .data(bytes: try UserFile(path).contents()))
    } catch {
      return answer(error, path)
    }
  }

  fileprivate static func save(
    _ value: Defaults.StoredValue,
    _ path: String,
    overwriting: Bool
  ) -> ControlAnswer {
    guard case .data(let data) = value else {
      return .failed(path: path, reason: "the value is not data")
    }
    do throws(UserFile.Failure) {
      try UserFile(path).write(Array(data), overwriting: overwriting)
      return .saved(path: path)
    } catch {
      return answer(error, path)
    }
  }

  private static func answer(_ failure: UserFile.Failure, _ path: String) -> ControlAnswer {
    switch failure {
    case .exists: .exists(path: path)
    case .other(let reason): .failed(path: path, reason: reason)
    }
  }
}
