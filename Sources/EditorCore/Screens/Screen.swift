import Terminal

/// A part of the editor that gets the input: the list, an open edit, the help, a question.
///
/// A screen is a value that owns all data that only it needs, as a ``Control`` owns its input, so no
/// data stays when it closes. It reads the state and changes only itself; it returns all other changes
/// as a ``ScreenOutcome``. The open screens are a stack (``EditorState/screens``); the top one gets the
/// input.
///
/// A new screen is a type in a folder of its own, with its view and its rows of the key table. For a
/// screen with rows, ``TableScreen`` and ``NarrowingScreen`` handle the keys and the mouse.
protocol Screen: Sendable {
  /// The mode whose key bindings the screen uses; its help and hints are made from them.
  var keyMode: KeyMode { get }
  /// The form of its panel, which determines what it covers; nil for none.
  var panel: Panel.Form? { get }
  /// The unfinished input that the screen holds, which must not be lost; nil for none.
  var openEdit: OpenEdit? { get }
  /// The words of hints that the screen replaces; empty for a hint that is left out.
  var hintWords: [KeyAction: String] { get }
  /// Whether a key press leaves the notice on the status line, because it may not have been read yet.
  var keepsNotice: Bool { get }
  /// Whether another schema can replace the shown one while the screen is open.
  var allowsNewSchema: Bool { get }

  /// Returns whether an input must wait for the outcome of an undo or a plan.
  ///
  /// It must if it reads or changes a value, or leaves the screen. The action is nil for a key
  /// press without one, and for a pasted text. With `isClick`, the input is a click that is not on
  /// a hint.
  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool

  /// Returns whether the screen uses a key press to which no action is bound, for example as text.
  func uses(_ press: KeyPress) -> Bool

  /// Handles a key press.
  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome

  /// Handles a mouse event that is not on a hint.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome

  /// Inserts pasted text. It is never handled as key presses, so its characters cannot trigger commands.
  mutating func paste(_ text: String, in state: EditorState) -> ScreenOutcome

  /// Adapts to the state and to the size of the screen, after every action.
  mutating func refresh(_ state: EditorState)

  /// Whether the screen has work to do while no event is pending.
  var hasWork: Bool { get }

  /// Performs one slice of the work, for a few milliseconds.
  mutating func proceed(in state: EditorState)

  /// Draws the screen over the screens below it.
  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas)
}

/// A screen with rows to choose from; the editor on plain lines shows them with numbers.
protocol RowScreen: ListedScreen {
  /// Returns the number of rows that can be chosen.
  func rowCount(in state: EditorState) -> Int

  /// Selects a row.
  mutating func select(row: Int)

  /// Returns the rows as lines of words, below a title.
  func plainLines(_ state: EditorState, _ layout: Layout) -> [String]
}

/// What happens after a screen has handled an input.
enum ScreenOutcome {
  /// The screen stays.
  case stay
  /// The screen stays, and the status line shows why nothing was done.
  case refuse(String)
  /// The screen stays, and the closure is called.
  case perform((inout EditorState) -> Void)
  /// The screen closes, and then the closure is called.
  case close(then: (inout EditorState) -> Void)

  /// The screen closes.
  static var close: Self { .close { _ in } }
}

extension Screen {
  var openEdit: OpenEdit? { nil }
  var hintWords: [KeyAction: String] { [:] }
  var keepsNotice: Bool { false }
  var allowsNewSchema: Bool { false }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool { true }

  func uses(_ press: KeyPress) -> Bool { press.typed.map(keyMode.types) == true }

  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome { .stay }

  mutating func paste(_ text: String, in state: EditorState) -> ScreenOutcome {
    let count = text.count
    let filter =
      state.bindings.name(of: ListCommand.filter, in: .list).map { "press \($0) or " } ?? ""
    return .refuse("\(count.counted("character")) pasted; \(filter)edit a key first.")
  }

  mutating func refresh(_ state: EditorState) {}

  var hasWork: Bool { false }

  mutating func proceed(in state: EditorState) {}
}
