import Defaults
import DefaultsSchema
import Terminal

/// Shows the size, the guessed type and the first bytes of data, and replaces it as a whole: with a
/// file, or with typed or pasted Base64.
///
/// Single bytes cannot be edited: data is made by programs, and one wrong byte breaks it. The names of
/// files are typed below the bytes, with the completion of paths. The session reads and writes the
/// files; a file that exists is replaced only when saving is asked for a second time.
struct DataControl: Control {
  /// What is typed below the bytes.
  enum Prompt: Sendable {
    case save(TextBuffer, PathCompletion)
    case load(TextBuffer, PathCompletion)
    case text(TypedValue)
  }

  private let edited: EditedValue
  /// The data that replaces the shown one; nil before anything was entered.
  private var replacement: Defaults.StoredValue?
  var prompt: Prompt?
  /// What the session is reading or writing; nil for nothing.
  var request: ControlQuestion?
  /// The path that exists and may be replaced if it is entered again.
  private var existingPath: String?
  /// The result of the last command; nil for none.
  var message: (text: String, isProblem: Bool)?

  init(_ edited: EditedValue) {
    self.edited = edited
  }

  // MARK: - The value

  var shown: Defaults.StoredValue? { replacement ?? edited.shown }

  var isDirty: Bool { replacement.map { $0 != edited.original } ?? edited.isReplaced }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    guard let shown else { throw .wrongKind(found: "nothing", expected: edited.kind.name) }
    return shown
  }

  var input: Defaults.StoredValue { shown ?? .null }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard case .data = input else { return false }
    replacement = input
    return true
  }

  // MARK: - Input

  var keyMode: KeyMode {
    switch prompt {
    case .save, .load: .path
    case .text: .text
    case nil: .data
    }
  }

  /// Edits the text of the prompt, which may answer the message; does nothing without a prompt.
  private mutating func editPrompt<Result>(
    _ change: (inout TextBuffer) -> Result
  ) -> Result? {
    message = nil
    return changePrompt(change)
  }

  /// Changes the text of the prompt or its scroll position; does nothing without a prompt.
  mutating func changePrompt<Result>(
    _ change: (inout TextBuffer) -> Result
  ) -> Result? {
    switch prompt {
    case .save(var buffer, let completion):
      defer { prompt = .save(buffer, completion) }
      return change(&buffer)
    case .load(var buffer, let completion):
      defer { prompt = .load(buffer, completion) }
      return change(&buffer)
    case .text(var text):
      defer { prompt = .text(text) }
      return change(&text.buffer)
    case nil: return nil
    }
  }

  mutating func type(_ character: Character) -> ControlOutcome {
    editPrompt { $0.type(character) } ?? .ignored
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    if prompt != nil { return editPrompt { .inserted(dropped: $0.insert(text)) } ?? .ignored }
    do throws(Defaults.Rejection) {
      replacement = try edited.kind.parse(text.filter { !$0.isWhitespace })
      return .inserted(dropped: 0)
    } catch {
      return .rejected(error)
    }
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if prompt != nil { return performInPrompt(action) }
    message = nil
    switch DataCommand(action) {
    case .saveToFile:
      guard case .data? = shown else {
        message = ("There is no data to save.", true)
        break
      }
      prompt = .save(TextBuffer(line: ""), PathCompletion())
    case .loadFromFile: prompt = .load(TextBuffer(line: ""), PathCompletion())
    case .typeText:
      var empty = edited
      empty.shown = nil
      empty.isOptional = false
      prompt = .text(TypedValue(empty))
    case .makeEmpty: replacement = .data(bytes: [])
    case nil: return ControlOutcome(action)
    }
    return .changed
  }

  private mutating func performInPrompt(_ action: KeyAction) -> ControlOutcome {
    if PathCommand(action) == .completePath {
      switch prompt {
      case .save(var buffer, var completion):
        completion.complete(&buffer)
        prompt = .save(buffer, completion)
      case .load(var buffer, var completion):
        completion.complete(&buffer)
        prompt = .load(buffer, completion)
      case .text, nil: break
      }
      return .changed
    }
    let outcome = editPrompt { $0.perform(action) } ?? .ignored
    switch outcome {
    case .commit: enter()
    case .cancel:
      prompt = nil
      request = nil
    case .useDefault, .useOriginal, .unset, .ignored, .moved, .changed, .readClock:
      return outcome
    }
    return .changed
  }

  /// Performs what the prompt is for.
  private mutating func enter() {
    switch prompt {
    case .save(let buffer, _):
      guard !buffer.isEmpty, let shown else { return }
      let path = buffer.text
      request = .save(shown, path: path, overwriting: existingPath == path)
    case .load(let buffer, _):
      if !buffer.isEmpty { request = .load(path: buffer.text) }
    case .text(let text):
      do throws(Defaults.Rejection) {
        replacement = try text.value()
        prompt = nil
      } catch {
        message = ("\(error)", true)
      }
    case nil: break
    }
  }

  // MARK: - Files

  var question: ControlQuestion? {
    if let request { return request }
    switch prompt {
    case .save(let buffer, let completion), .load(let buffer, let completion):
      return completion.question(buffer.text)
    case .text, nil: return nil
    }
  }

  mutating func receive(_ answer: ControlAnswer) {
    switch (answer, prompt) {
    case (.examined, .save(var buffer, var completion)):
      completion.receive(answer, &buffer)
      prompt = .save(buffer, completion)
    case (.examined, .load(var buffer, var completion)):
      completion.receive(answer, &buffer)
      prompt = .load(buffer, completion)
    case (.loaded(let path, let value), .load) where request == .load(path: path):
      replacement = value
      (prompt, request) = (nil, nil)
      message = ("read from \(path)", false)
    case (.saved(let path), .save) where isRequested(path):
      (prompt, request, existingPath) = (nil, nil, nil)
      message = ("written to \(path)", false)
    case (.exists(let path), .save) where isRequested(path):
      (request, existingPath) = (nil, path)
      message = ("The file exists. Saving again replaces it.", true)
    case (.failed(let path, let reason), _) where isRequested(path):
      request = nil
      message = ("\(path): \(reason)", true)
    default: break
    }
  }

  private func isRequested(_ path: String) -> Bool {
    switch request {
    case .save(_, let requested, _), .load(let requested): requested == path
    case .examine, .hideLater, nil: false
    }
  }
}
