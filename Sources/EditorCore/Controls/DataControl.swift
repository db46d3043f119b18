import DefaultsCore
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
  struct Prompt: Sendable {
    /// What the text is.
    enum Purpose: Hashable, Sendable {
      /// The path of a file to which the data is written.
      case save
      /// The path of a file from which the data is read.
      case load
      /// The data as Base64.
      case text
    }

    let purpose: Purpose
    var field = TextBuffer(line: "")
    var completion = PathCompletion()
  }

  var edited: EditedValue
  /// The data that replaces the shown one; nil before anything was entered.
  private var replacement: Defaults.StoredValue?
  var prompt: Prompt?
  /// The Base64 that was typed and not entered; empty for none.
  private var closedText: String = ""
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

  /// The Base64 that is being typed; nil for none.
  private var typedText: String? {
    guard let prompt else { return closedText.isEmpty ? nil : closedText }
    return prompt.purpose == .text && !prompt.field.isEmpty ? prompt.field.text : nil
  }

  var hasKeptInput: Bool { typedText != nil }

  var editedText: EditedText {
    let value = try? value()
    return EditedText(text: typedText ?? value.map(edited.kind.editableText) ?? "")
  }

  var input: Defaults.StoredValue { typedText.map { .string($0) } ?? shown ?? .null }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    switch input {
    case .data: replacement = input
    case .string(let text): prompt = Prompt(purpose: .text, field: TextBuffer(line: text))
    default: return false
    }
    return true
  }

  // MARK: - Input

  var keyMode: KeyMode {
    switch prompt?.purpose {
    case .save, .load: .path
    case .text: .text
    case nil: .data
    }
  }

  var hintWords: [KeyAction: String] {
    guard prompt == nil else { return [:] }
    var words: [KeyAction: String] = [:]
    if !isDirty { words[KeyAction(FinishCommand.save)] = "" }
    if case .data? = shown { return words }
    words[KeyAction(DataCommand.saveToFile)] = ""
    return words
  }

  mutating func type(_ character: Character) -> ControlOutcome {
    guard prompt != nil else { return .ignored }
    message = nil
    return prompt?.field.type(character) ?? .ignored
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    if let dropped = prompt?.field.insert(text) {
      message = nil
      return .inserted(dropped: dropped)
    }
    do throws(Defaults.Rejection) {
      replacement = try edited.kind.parse(text.filter { !$0.isWhitespace })
      return .inserted(dropped: 0)
    } catch {
      return .rejected(error)
    }
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    message = nil
    if prompt != nil { return performInPrompt(action) }
    switch DataCommand(action) {
    case .saveToFile:
      guard case .data? = shown else {
        message = ("There is no data to save.", true)
        break
      }
      prompt = Prompt(purpose: .save)
    case .loadFromFile: prompt = Prompt(purpose: .load)
    case .typeText:
      prompt = Prompt(purpose: .text, field: TextBuffer(line: closedText))
      closedText = ""
    case .makeEmpty: replacement = .data(bytes: [])
    case nil: return ControlOutcome(action)
    }
    return .changed
  }

  private mutating func performInPrompt(_ action: KeyAction) -> ControlOutcome {
    if PathCommand(action) == .completePath, var prompt, prompt.purpose != .text {
      prompt.completion.complete(&prompt.field)
      self.prompt = prompt
      return .changed
    }
    let outcome = prompt?.field.perform(action) ?? .ignored
    switch outcome {
    case .commit: enter()
    case .cancel:
      closedText = typedText ?? closedText
      prompt = nil
      request = nil
    case .reset, .unset, .goUp, .finished, .commitAll, .ignored, .moved, .changed, .readClock,
      .refused:
      return outcome
    }
    return .changed
  }

  /// Performs what the prompt is for.
  private mutating func enter() {
    guard let prompt else { return }
    let text = prompt.field.text
    switch prompt.purpose {
    case .save:
      guard !text.isEmpty, let shown else { return }
      request = .save(shown, path: text, overwriting: existingPath == text)
    case .load:
      if !text.isEmpty { request = .load(path: text) }
    case .text:
      do throws(Defaults.Rejection) {
        replacement = try edited.kind.parse(text)
        self.prompt = nil
      } catch {
        message = ("\(error)", true)
      }
    }
  }

  // MARK: - Files

  var question: ControlQuestion? {
    if let request { return request }
    guard let prompt, prompt.purpose != .text else { return nil }
    return prompt.completion.question(prompt.field.text)
  }

  mutating func receive(_ answer: ControlAnswer) {
    switch (answer, prompt?.purpose) {
    case (.examined, .save), (.examined, .load):
      guard var prompt else { return }
      prompt.completion.receive(answer, &prompt.field)
      self.prompt = prompt
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
