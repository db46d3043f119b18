import DefaultsCore
import DefaultsSchema
import Terminal

/// Selects one or several of the values that the schema names, or another value where that is allowed.
///
/// Up to nine choices are a menu, in which digits move and a key begins a search. More are a search
/// at once: every character narrows the list, so no typed character ever saves a value. A stored
/// value that is none of the choices is kept until something is chosen. Of several values, those that
/// are no choices are kept too.
struct ChoiceControl: Control {
  /// The greatest number of choices of a menu.
  static let menuLimit = 9

  let choices: [Choice]
  var edited: EditedValue
  /// The kind of a value that is none of the choices; nil if there must be none.
  let otherKind: ValueKind?
  /// The chosen values, if several can be chosen; otherwise nil.
  private(set) var elements: [Defaults.StoredValue]?
  /// The searched text; nil in a menu.
  var query: TextBuffer?
  private var search: RankedTexts?
  /// The index of what was highlighted in the menu before a search; nil for none.
  private var highlightedBeforeSearch: Int?
  /// The indices of the choices that match; the index after the last choice stands for another value.
  private(set) var matches: [Int]
  /// The highlighted one of `matches`, and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// The rectangle of the choices at the last drawing.
  var lines: Rect = .none
  /// The control for another value, while it is open.
  var inner: (any Control)?
  /// The control for another value that was closed with input.
  private(set) var closedOther: (any Control)?
  /// Whether the highlighted choice is only the one that an invalid value probably means: until a key press
  /// moves or takes it, the value is still the invalid one.
  private var isSuggestion = false

  /// Creates the control of one value; `others` is the kind of a value that is none of the choices.
  init(_ choices: [Choice], others: ValueKind? = nil, _ edited: EditedValue) {
    self.init(choices, others: others, elements: nil, edited)
    var place = matches.firstIndex { choice($0)?.value == edited.shown }
    if edited.shown == nil { place = matches.firstIndex(of: unsetIndex) }
    if place == nil, let shown = edited.shown {
      isSuggestion = others == nil
      place = others == nil ? matches.firstIndex(of: nearest(to: shown)) : matches.count - 1
    }
    cursor.select(place, of: matches.count)
  }

  /// Creates the control of several values.
  init(severalOf choices: [Choice], _ edited: EditedValue) {
    self.init(choices, others: nil, elements: edited.shown.flatMap(Self.elements) ?? [], edited)
    cursor.select(0, of: matches.count)
  }

  private init(
    _ choices: [Choice],
    others: ValueKind?,
    elements: [Defaults.StoredValue]?,
    _ edited: EditedValue
  ) {
    self.choices = choices
    self.edited = edited
    self.elements = elements
    otherKind = others
    matches = Array(0..<choices.count + (others == nil ? 0 : 1))
    if edited.isOptional, elements == nil { matches.insert(unsetIndex, at: 0) }
    if !isMenu { beginSearch() }
  }

  /// Whether the choices are few enough to be shown without a search.
  private var isMenu: Bool { choices.count <= Self.menuLimit }

  /// How many rows of a menu have a number: the choices, and the one for another value.
  var numbered: Int { min(Self.menuLimit, choices.count + (otherKind == nil ? 0 : 1)) }

  /// Returns the index of the choice that an invalid value probably means; otherwise that of the first.
  private func nearest(to value: Defaults.StoredValue) -> Int {
    let texts = choices.map(\.value.plainText)
    return nearestWord(to: value.plainText, among: texts).flatMap(texts.firstIndex) ?? 0
  }

  /// Clears the search, and makes it a menu again if it was one.
  private mutating func endSearch() {
    query?.replace(with: "")
    narrow()
    if isMenu { (query, search) = (nil, nil) }
  }

  /// Makes a search of the menu.
  private mutating func beginSearch() {
    highlightedBeforeSearch = highlighted
    query = TextBuffer(line: "")
    search = RankedTexts(choices.map { [$0.title, $0.value.plainText, $0.help] })
  }

  /// The index that stands for no value, if the value may be unset.
  var unsetIndex: Int { choices.count + 1 }

  private static func elements(_ value: Defaults.StoredValue) -> [Defaults.StoredValue]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  // MARK: - The value

  /// The index of the highlighted choice; nil for none.
  var highlighted: Int? { matches[cursor] }

  /// The choice that is the value now; nil for none.
  private var taken: Choice? { isSuggestion ? nil : highlighted.flatMap(choice) }

  /// Returns the choice with an index; nil for the indices of another value and of no value.
  func choice(_ index: Int) -> Choice? { index < choices.count ? choices[index] : nil }

  var isDirty: Bool {
    if let elements { return .array(elements) != edited.original && !isUntouched }
    if let inner { return inner.isDirty }
    guard let taken else { return closedOther != nil }
    return taken.value != edited.original
  }

  /// Whether several values are those that were shown first.
  private var isUntouched: Bool {
    elements == edited.shown.flatMap(Self.elements) ?? [] && !edited.isReplaced
  }

  /// False for a highlighted choice, because few key presses move the highlight again.
  var isWorthParking: Bool { elements != nil || inner != nil || closedOther != nil }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if let elements {
      if isUntouched, let shown = edited.shown { return shown }
      return .array(elements)
    }
    if let inner { return try inner.value() }
    guard let value = taken?.value ?? edited.shown else {
      throw .notAChoice(query?.text ?? "", choices: choices.map(\.value.plainText))
    }
    return value
  }

  var input: Defaults.StoredValue {
    if let elements { return .array(elements) }
    return (inner ?? closedOther)?.input ?? .null
  }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    if elements != nil {
      guard case .array(let values) = input else { return false }
      elements = values
      return true
    }
    guard otherKind != nil else { return false }
    openOther()
    if inner?.restore(input) == true { return true }
    inner = nil
    return false
  }

  // MARK: - Input

  var keyMode: KeyMode {
    if let inner { return inner.keyMode }
    return elements == nil
      ? query == nil ? .choice : .search : query == nil ? .choices : .searchSeveral
  }

  var typedCharacters: String? {
    if let inner { return inner.typedCharacters }
    return query == nil ? "1-\(numbered)" : nil
  }

  mutating func type(_ character: Character) -> ControlOutcome {
    if let outcome = pass({ $0.type(character) }) { return outcome }
    guard query != nil else {
      guard let digit = character.wholeNumberValue, character.isASCII,
        (1...max(1, numbered)).contains(digit)
      else { return .ignored }
      isSuggestion = false
      cursor.select(matches.firstIndex(of: digit - 1), of: matches.count)
      return .changed
    }
    // People type a slash from habit before they search.
    if character == "/", query?.isEmpty == true { return .changed }
    query?.insert(String(character))
    narrow()
    return .changed
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    if inner != nil { return inner?.paste(text) ?? .ignored }
    guard query != nil else { return .ignored }
    let dropped = query?.paste(text) ?? 0
    narrow()
    return .inserted(dropped: dropped)
  }

  var hintWords: [KeyAction: String] {
    if let inner { return inner.hintWords }
    if query?.isEmpty == true { return [KeyAction(ChoiceCommand.clearSearch): "close"] }
    return query != nil && elements != nil ? [KeyAction(FinishCommand.save): "mark"] : [:]
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if let outcome = pass({ $0.perform(action) }) { return outcome }
    if let command = MoveCommand(action) {
      isSuggestion = false
      cursor.move(command)
      return .changed
    }
    switch ChoiceCommand(action) {
    case .mark: return mark()
    case .search:
      beginSearch()
      return .changed
    case .clearSearch:
      guard isMenu || query?.isEmpty == false else { return .cancel }
      endSearch()
      cursor.select(
        matches.firstIndex {
          isMenu ? $0 == highlightedBeforeSearch : choice($0)?.value == edited.shown
        },
        of: matches.count
      )
      return .changed
    case nil: break
    }
    if let text = query?.text, let command = FieldCommand(action) {
      query?.perform(command)
      if query?.text != text { narrow() }
      return .changed
    }
    let outcome = ControlOutcome(action)
    return outcome == .commit ? commit() : outcome
  }

  /// Passes an event to the control for another value, if open; closing it returns to the choices.
  private mutating func pass(_ event: (inout any Control) -> ControlOutcome) -> ControlOutcome? {
    guard var control = inner else { return nil }
    let outcome = event(&control)
    inner = control
    guard outcome == .cancel || outcome == .goUp else { return outcome }
    (inner, closedOther) = (nil, control.isDirty ? control : nil)
    return .changed
  }

  /// Saves the highlighted choice or the marked ones, or opens the control for another value.
  private mutating func commit() -> ControlOutcome {
    isSuggestion = false
    guard elements == nil else {
      // Enter takes what was searched for; the next one saves.
      guard query?.isEmpty == false else { return .commit }
      let outcome = mark()
      let taken = highlighted
      if outcome == .changed {
        endSearch()
        cursor.select(matches.firstIndex { $0 == taken }, of: matches.count)
      }
      return outcome
    }
    // The stored value can be none of the choices; then the caller says why it is refused.
    guard let highlighted else { return matches.isEmpty ? .ignored : .commit }
    guard highlighted != unsetIndex else { return .unset }
    guard choice(highlighted) == nil else { return .commit }
    openOther()
    return .changed
  }

  /// Adds the highlighted choice to the values, or removes it.
  ///
  /// A stored one that was removed comes back in its place, and a new one at the end.
  private mutating func mark() -> ControlOutcome {
    guard let value = highlighted.flatMap(choice)?.value, var elements else { return .ignored }
    if elements.contains(value) {
      elements.removeAll { $0 == value }
    } else {
      let stored = edited.shown.flatMap(Self.elements) ?? []
      let later = stored.drop { $0 != value }.dropFirst()
      elements.insert(value, at: elements.firstIndex(where: later.contains) ?? elements.endIndex)
    }
    self.elements = elements
    return .changed
  }

  private mutating func openOther() {
    guard let otherKind else { return }
    inner = closedOther
    closedOther = nil
    guard inner == nil else { return }
    var edited = edited.withKind(otherKind)
    if choices.contains(where: { $0.value == edited.shown }) { edited.shown = nil }
    edited.isOptional = false
    inner = ControlCatalog.control(for: edited)
  }

  /// Shows the choices that match the searched text, and highlights the first.
  private mutating func narrow() {
    guard let query, let search else { return }
    isSuggestion = false
    let before = highlighted
    matches = search.matches(query.text).map(\.index) + (otherKind == nil ? [] : [choices.count])
    if query.isEmpty, edited.isOptional, elements == nil { matches.insert(unsetIndex, at: 0) }
    cursor.select(query.isEmpty ? matches.firstIndex { $0 == before } : 0, of: matches.count)
  }

  // MARK: - Mouse

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    if let outcome = pass({ $0.handle(event) }) { return outcome }
    switch cursor.handle(event, in: lines) {
    case .ignored: return .ignored
    case .moved, .selected:
      isSuggestion = false
      return .changed
    case .chosen: return elements == nil ? commit() : mark()
    }
  }
}
