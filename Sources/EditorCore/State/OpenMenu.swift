import Terminal

/// A short list over the screen of which one choice is performed: an order, a scope, what to copy.
///
/// A menu is opened by setting `mode` to `.menu`; nothing else needs to know what its choices do. After
/// a choice the mode is the list, unless the choice sets another one. More than nine choices need a
/// search instead, because each choice has a digit.
struct OpenMenu: Sendable {
  /// One line of a menu.
  struct Choice: Sendable {
    /// The words of the choice.
    var title: String
    /// A short text behind the title, such as a value; empty for none.
    var note: String = ""
    /// Sentences about the choice, which are shown below while it is highlighted; empty for none.
    var help: String = ""
    /// Whether the choice is the present setting; nil in a menu of actions, which has none.
    var isCurrent: Bool?
    /// The action whose key press performs the choice at once; nil for none.
    ///
    /// It needs a row for the menu's mode in `EditorCore/Keys`.
    var action: KeyAction?
    /// Performs the choice, when the mode is the list again.
    var perform: @Sendable (inout EditorState) -> [Effect]
  }

  /// The greatest number of choices.
  static let limit = 9

  /// The title of the box.
  let title: String
  /// The mode of the key bindings: one of ``KeyMode/menus``.
  let keyMode: KeyMode
  /// The choices, from the first.
  let choices: [Choice]
  /// The index of the highlighted choice.
  private(set) var index: Int
  private(set) var scroll: Scroll = Scroll()

  /// Creates a menu that highlights the present setting, or the first choice.
  ///
  /// - Precondition: there is at least one choice, and no more than ``limit``.
  init(title: String, keyMode: KeyMode = .menu, _ choices: [Choice]) {
    precondition((1...Self.limit).contains(choices.count), "A menu has one to nine choices")
    self.title = title
    self.keyMode = keyMode
    self.choices = choices
    index = choices.firstIndex { $0.isCurrent == true } ?? 0
  }

  /// The highlighted choice.
  var highlighted: Choice { choices[index] }

  /// Highlights the choice with an index; does nothing if there is none.
  mutating func highlight(_ index: Int) {
    if choices.indices.contains(index) { self.index = index }
  }

  /// Scrolls so that the highlighted choice is visible in a number of rows.
  mutating func scroll(rows: Int) {
    scroll.show(index, of: choices.count, rows: rows)
  }

  /// Returns the indices of the choices that are visible in a number of rows.
  func visible(rows: Int) -> Range<Int> {
    scroll.visible(containing: index, of: choices.count, rows: rows)
  }
}
