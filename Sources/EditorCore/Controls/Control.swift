import Defaults
import DefaultsSchema
import Terminal

/// Edits one kind of value.
///
/// A control knows no preference key, no store and no place on the screen.
protocol Control: Sendable {
  /// Makes what is edited from the value in use.
  func draft(for value: Defaults.StoredValue?) -> Draft

  /// Makes a value from what is edited; the only way towards storage.
  ///
  /// - Throws: `Defaults.Rejection` while the draft is no value.
  func parse(_ draft: Draft) throws(Defaults.Rejection) -> Defaults.StoredValue

  /// Takes a key press.
  func update(_ draft: inout Draft, with press: KeyPress) -> ControlOutcome

  /// Draws what is edited in lines of a width in columns.
  func render(_ draft: Draft, context: ControlContext, columns: Int) -> ControlPicture

  /// Its key bindings, for the help and the hints.
  var helpGroups: [HelpGroup] { get }

  /// Keys and words for the last line, most useful first.
  var hints: [(key: String, word: String)] { get }
}

extension Control {
  /// Inserts pasted text; only text can be pasted into.
  ///
  /// - Returns: how many characters found no room, or nil when nothing can be pasted here.
  func paste(_ text: String, into draft: inout Draft) -> Int? {
    guard case .text(var buffer) = draft else { return nil }
    let dropped = buffer.insert(text)
    draft = .text(buffer)
    return dropped
  }
}

/// What a key press did in a control.
enum ControlOutcome: Hashable, Sendable {
  /// Nothing: the key means nothing here.
  case ignored
  /// The draft or its cursor changed.
  case changed
  /// The draft is to be stored.
  case commit
  /// Editing ends without storing.
  case cancel
  /// The default is to be put into the draft.
  case useDefault
  /// Something for the editor as a whole.
  case help, redraw, suspend
}

/// What a control may show beside the draft.
struct ControlContext: Sendable {
  var stored: Defaults.StoredValue?
  var defaultValue: Defaults.StoredValue?
  /// Whether the draft cannot be stored.
  var isRejected: Bool
}

/// A control as it looks.
struct ControlPicture: Sendable {
  var lines: [StyledLine]
  /// Where the cursor stands in the lines, 0-based; nil when it stands on no text.
  var cursor: (line: Int, column: Int)?
}

/// One line of text in several styles.
struct StyledLine: Hashable, Sendable {
  struct Span: Hashable, Sendable {
    var text: SafeText
    var style: Style
  }

  var spans: [Span]

  init(_ text: SafeText = "", style: Style = .plain) {
    spans = [Span(text: text, style: style)]
  }

  init(spans: [Span]) {
    self.spans = spans
  }
}
