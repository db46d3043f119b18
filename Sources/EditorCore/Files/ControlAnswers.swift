import Defaults

/// Finds the answers to the questions of controls, for the session.
///
/// Paths are examined on a thread of their own, because that can block for minutes. Files of the user
/// are read and written on the work queue. Each answer is posted to the ``Inbox``.
final class ControlAnswers {
  private let inbox: Inbox
  private let work: (@escaping @Sendable () -> Void) -> Void
  private let files: FileQuestions
  private let later: (Int, @escaping @Sendable () -> Void) -> Void
  /// The number of the last timer; only that one counts.
  private var timerNumber = 0

  init(
    inbox: Inbox,
    work: @escaping (@escaping @Sendable () -> Void) -> Void,
    lookUp: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    later: @escaping (Int, @escaping @Sendable () -> Void) -> Void
  ) {
    self.inbox = inbox
    self.work = work
    self.later = later
    files = FileQuestions(execute: lookUp)
  }

  /// Finds the answer to a question, and posts it.
  func find(_ question: ControlQuestion) {
    let inbox = inbox
    switch question {
    case .hideLater:
      timerNumber += 1
      let number = timerNumber
      later(ControlQuestion.secretSeconds) {
        inbox.post { session in
          if number == session.answers.timerNumber { session.dispatch(.answered(.hide)) }
        }
      }
    case .examine(let path):
      files.ask { inbox.post(.answered(.examined(PathFacts(examining: path)))) }
    case .load(let path):
      work { inbox.post(.answered(Self.load(path))) }
    case .save(let value, let path, let overwriting):
      work { inbox.post(.answered(Self.save(value, path, overwriting: overwriting))) }
    }
  }

  private static func load(_ path: String) -> ControlAnswer {
    do throws(UserFile.Failure) {
      return .loaded(path: path, .data(bytes: try UserFile(path).contents()))
    } catch {
      return answer(error, path)
    }
  }

  private static func save(
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

extension PathFacts {
  /// The number of names that are read at most.
  private static let nameLimit = 1000

  /// Finds out what a path leads to, and which names in its directory begin with its last component.
  ///
  /// It blocks for as long as the file system needs.
  init(examining path: String) {
    self.init(path: path, target: Target(UserFile(path).target))
    let slash = path.lastIndex(of: "/")
    let start = slash.map { String(path[path.index(after: $0)...]) } ?? path
    // A tilde alone is a directory, and not the start of a name.
    guard slash != nil || !start.hasPrefix("~") else { return }
    let directory = UserFile(slash.map { String(path[...$0]) } ?? ".")
    (names, hasMoreNames) = directory.names(beginningWith: start, limit: Self.nameLimit)
  }
}

extension PathFacts.Target {
  fileprivate init(_ target: UserFile.Target) {
    self =
      switch target {
      case .directory: .directory
      case .file(let size): .file(size: size)
      case .other: .other
      case .nothing: .nothing
      case .unknown(let reason): .unknown(reason: reason)
      }
  }
}
