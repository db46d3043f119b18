import DefaultsCore
import DefaultsSchema

/// A key that is being edited: its entry, the values at the opening, and the control.
///
/// An open edit does not refer to the document. The key's type can change and the key can be removed
/// while it is open; the entry is therefore the one at the opening, and the input is lost in neither
/// case. After each change of `control`, the caller calls ``check()``, unless the outcome was `moved`:
/// checking a list of 10,000 items takes longer than drawing the ones on the screen.
struct OpenEdit: Sendable {
  /// The entry whose limits the input must satisfy.
  private(set) var entry: Entry
  /// The control with the input, and with the values that editing began with.
  var control: any Control
  /// The number of rows for the control, which stays as it was at the opening.
  private(set) var controlRows: Int = 0
  /// What is done with the value; nil if it is stored for the key.
  var prompt: Prompt?
  /// What the store must have when the input is stored, unless the user is asked first.
  private(set) var expected: WriteBase
  /// The file to which the value is written.
  let scope: WriteScope
  /// Whether the stored value was changed externally since the opening.
  var isChangedElsewhere: Bool = false
  /// The newer value that the question about a conflict shows; nil for none stored.
  var theirs: Defaults.StoredValue?
  /// The value with the input and with what was stored elsewhere; nil if they cannot be merged.
  var merged: Defaults.StoredValue?
  /// Whether a finished change of an item was stored since the opening.
  var hasStored: Bool { start != nil }
  /// The values before the first of these changes; nil if there is none.
  private var start: EditedValue?
  /// The values before the first write that has no outcome yet; nil if none is on its way.
  private var lastStored: EditedValue?
  /// The reason why the input cannot be stored; nil if it can.
  private(set) var rejection: Defaults.Rejection?
  /// The message about it with its place in the text; nil if the place is not known.
  private(set) var rejectionMessage: String?
  /// Whether `rejection` is that of an earlier input.
  private(set) var needsCheck: Bool = false
  /// The members of the input that the key's type does not have, as paths.
  private(set) var unknownMembers: [String] = []

  /// The entry at the opening; differs from `entry` if the input was parked and the key's type has
  /// changed since.
  private let openingEntry: Entry

  /// Creates an edit with the value stored after all pending writes; nil if it will be unset.
  ///
  /// The store must have what is `expected` when the input is stored; nil stands for the value.
  init(
    _ item: Item,
    stored value: Defaults.StoredValue?,
    expected: WriteBase? = nil,
    scope: WriteScope = .user
  ) {
    entry = item.entry
    self.expected = expected ?? .stored(value)
    self.scope = scope
    openingEntry = item.entry
    // In another file than the user's, an unset key begins with the value that is in use.
    let original = value.map(item.read) ?? (scope == .user ? item.valueWhenReset : item.value)
    let edited = EditedValue(
      kind: item.entry.kind,
      unit: item.entry.unit,
      stored: value,
      defaultValue: item.defaultValue,
      original: original,
      shown: original,
      isOptional: item.entry.isOptional,
      isSecret: item.entry.isSecret,
      appControl: item.entry.behavior.control as? AppControlFactory
    )
    control = ControlCatalog.control(for: edited)
    controlRows = control.wantedRows
    check()
  }

  /// Creates an edit with the input of an earlier session, and the stored value that it began with.
  ///
  /// If that value is not known, it is the value stored now. The result is nil if the control
  /// cannot show the input, because the key's type has changed.
  init?(_ item: Item, now: Defaults.StoredValue?, kept: KeptInput) {
    self.init(item, stored: kept.base ?? now, scope: kept.scope)
    guard ControlCatalog.restore(kept.input, in: &control) else { return nil }
    controlRows = control.wantedRows
    check()
  }

  /// Opens an item with the input of an earlier edit, and with the stored value that it began with.
  init(_ item: Item, continuing parked: OpenEdit) {
    self.init(item, continuing: parked, stored: parked.base, expected: parked.expected)
  }

  /// Returns the edit after the user has seen the newer value of another program: saving the input
  /// may replace that value.
  func continued(_ item: Item) -> OpenEdit {
    OpenEdit(item, continuing: self, stored: theirs, expected: .stored(theirs))
  }

  private init(
    _ item: Item,
    continuing parked: OpenEdit,
    stored: Defaults.StoredValue?,
    expected: WriteBase
  ) {
    self.init(item, stored: stored, expected: expected, scope: parked.scope)
    // The type of an undeclared key is that of its value, which may have changed: keep the old entry.
    if !item.isDeclared { entry = parked.entry }
    let now = edited
    control = parked.control
    controlRows = control.wantedRows
    // What was shown first stays, because the input is compared with it.
    control.edited.stored = now.stored
    control.edited.original = now.original
    control.edited.defaultValue = now.defaultValue
    check()
  }

  /// Opens a control that asks for something else than the value of a key.
  init(
    _ prompt: Prompt,
    title: String,
    help: String = "",
    kind: ValueKind,
    shown: Defaults.StoredValue? = nil
  ) {
    var asked = Entry(untypedKey: "", title: title, kind: kind)
    asked.help = help
    entry = asked
    openingEntry = asked
    expected = .stored(nil)
    scope = .user
    control = ControlCatalog.control(for: EditedValue(kind: kind, shown: shown))
    controlRows = control.wantedRows
    self.prompt = prompt
  }

  /// The name of the key.
  var key: Defaults.KeyName { entry.key }

  /// The values that editing began with.
  var edited: EditedValue { control.edited }

  /// Whether the key may be unset and was so at the opening.
  var isUnset: Bool { entry.isOptional && edited.original == nil }

  /// The value that editing began with, stored or to be stored by earlier changes; nil for none.
  var base: Defaults.StoredValue? { edited.stored }

  /// The value that the store had when editing began, or what was used without one; a staged value is none.
  var storedBase: Defaults.StoredValue? {
    expected.value ?? (base == nil ? edited.original : edited.defaultValue)
  }

  /// Replaces the input by a value: the default, or the value that editing began with.
  mutating func show(_ value: Defaults.StoredValue?) {
    var edited = edited
    edited.shown = value
    control = ControlCatalog.control(for: edited)
    entry = openingEntry
    check()
  }

  /// Whether the key was changed elsewhere, nothing was entered or stored here, and no item is open.
  var canFollow: Bool {
    isChangedElsewhere && prompt == nil && !control.isDirty && !control.hasKeptInput && !hasStored
      && control.openParts.isEmpty
  }

  /// Shows the newer value of a new edit, unless its kind is another one; the selected item stays.
  mutating func follow(_ new: OpenEdit) {
    guard entry.kind == new.entry.kind else { return }
    let items = control.openItems
    (entry, expected, control) = (new.entry, new.expected, new.control)
    if let items { control.openItems?.selected = items.selected }
    isChangedElsewhere = false
    check()
  }

  /// The stored value before the first change of an item that was stored since the opening; nil for none.
  var baseOfVisit: Defaults.StoredValue? { start?.stored }

  /// Returns what to store for a value: nothing if the key was unset at the opening, and all changes of
  /// items have been undone.
  func toStore(_ value: Defaults.StoredValue) -> Defaults.StoredValue? {
    guard let start, start.stored == nil, value == start.shown, hasUndone else { return value }
    return nil
  }

  /// Whether the last event has undone a change of an item.
  private var hasUndone: Bool { (control as? ItemsControl)?.hasUndone == true }

  /// Returns whether a write of a value is one change with the earlier ones since the opening, or an undo
  /// of them; a change that happens to bring back the value at the opening is one of its own.
  func extendsVisit(_ value: Defaults.StoredValue?) -> Bool {
    hasStored && (hasUndone || value != baseOfVisit)
  }

  /// Goes on after a write of the value was requested; the next one expects `base` in the store.
  mutating func goOn(storing value: Defaults.StoredValue?, expecting base: WriteBase) {
    let start = start ?? edited
    self.start = start
    lastStored = lastStored ?? edited
    control.begin(with: value == start.stored ? start : edited.begun(with: value))
    expected = base
    check()
  }

  /// Notes what a requested write has really stored: a key's type may store it in another form.
  mutating func noteStored(_ value: Defaults.StoredValue?) {
    expected = .stored(value)
    lastStored = nil
  }

  /// Goes back to what was stored before writes that were refused.
  ///
  /// What they would have stored becomes input again. Otherwise a merge would take it for something that
  /// another program has removed.
  mutating func goBackToStored() {
    guard let stored = lastStored else { return }
    lastStored = nil
    control.begin(with: stored)
    expected = .stored(stored.stored)
    check()
  }

  /// Goes back to what the edit of a refused write began with; the input of both stays.
  mutating func goBack(to refused: OpenEdit) {
    control.begin(with: refused.edited)
    expected = refused.expected
    check()
  }

  /// Checks the changed input now, or later if it is long.
  mutating func noteChange() {
    if control.isLong { needsCheck = true } else { check() }
  }

  /// Computes the rejection; must be called after each change of the control.
  ///
  /// - Parameter isSaving: whether the user wants to save the input, even if nothing was entered.
  mutating func check(isSaving: Bool = false) {
    rejection = nil
    needsCheck = false
    unknownMembers = []
    do throws(Defaults.Rejection) {
      let value = try value()
      unknownMembers = entry.unknownMembers(of: value)
    } catch {
      // What is typed in an open item may be what was missing.
      if let value = try? (control as? ItemsControl)?.valueWithInput(),
        (try? entry.validate(value)) != nil
      {
        rejectionMessage = control.mark(nil)
        return
      }
      // An unset key is not rejected before the user has entered something.
      if isSaving || control.isDirty || base != nil { rejection = error }
    }
    rejectionMessage = control.mark(rejection)
  }

  /// Returns the value to store.
  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    let value = try control.value()
    try entry.validate(value)
    return value
  }
}

/// The input of an edit that was closed without storing it.
enum ParkedEdit: Sendable {
  /// The edit as it was when it was closed in this session.
  case edit(OpenEdit)
  /// The input that an earlier session saved.
  case kept(KeptInput)

  /// The input in the form that is saved on disk.
  var input: Defaults.StoredValue {
    switch self {
    case .edit(let edit): KeptInput(edit).stored
    case .kept(let kept): kept.stored
    }
  }

  /// The text that was typed; empty if there is none.
  var text: String {
    switch self {
    case .edit(let edit):
      edit.control.openItems.map { $0.typedText ?? "" } ?? edit.control.editedText.text
    case .kept(let kept): kept.input.text ?? ""
    }
  }
}

/// The name of a key together with the name of its suite.
struct SuiteKey: Hashable, Sendable {
  /// The name of the suite.
  var suiteName: String
  /// The name of the key.
  var key: Defaults.KeyName
}
