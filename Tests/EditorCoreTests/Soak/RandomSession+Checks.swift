import Defaults
import DefaultsTransfer
import Foundation
import Terminal

@testable import EditorCore

// What must be true whatever happens in a random session.
extension RandomSession {
  func check() {
    let (state, frame) = (session.state, screen.frame)
    if screen.frameCount > 0, !state.hasWork, !state.isWaiting {
      if frame.size != state.size { problem("the frame has another size") }
      for row in frame.rows where row.count != frame.size.columns { problem("a row is too short") }
      if frame.cursor.isVisible,
        !(0..<state.size.rows).contains(frame.cursor.row)
          || !(0..<state.size.columns).contains(frame.cursor.column)
      {
        problem("the cursor is outside")
      }
      if let scalar = frame.text.unicodeScalars.first(where: Self.isUnsafe) {
        problem("U+\(String(scalar.value, radix: 16)) is on the screen")
      }
    }
    if case .key(let key) = state.suite.selection, state.document.index(of: key) == nil {
      problem("the selected key \(key) is not in the list")
    }
  }

  /// Records which stored values the user has seen.
  func noteShown() {
    let state = session.state
    for item in state.document.items { shown[item.key, default: []].insert(item.stored) }
    // Key presses wait for the outcome of an undo, so an edit can be opened and saved between two calls.
    if state.requests.undosAndPlans > 0 { began = [:] }
    for screen in state.screens { noteShown(on: screen, state) }
  }

  private func noteShown(on screen: any Screen, _ state: EditorState) {
    switch screen {
    case let screen as EditScreen:
      let edit = screen.edit
      // A write that waits has what the edit begins with; others can store the same meanwhile.
      shown[edit.key, default: []].insert(edit.base)
      // An edit on top of a write that waits does not change what that write was based on.
      guard edit.prompt == nil, !edit.control.isDirty, case .stored = edit.expected else { return }
      // A staged value is based on what was stored when it was staged.
      let target = StagedEdits.Target(state.suiteKey(edit.key), edit.scope)
      let staged = state.staged.base(of: target)
      began[edit.key] = staged ?? .some(state.document.item(edit.key)?.stored)
    case let screen as ConflictScreen:
      asked[screen.edit.key, default: []].insert(screen.edit.theirs)
    case let screen as OverwritingQuestion:
      for newer in screen.newer { asked[newer.key, default: []].insert(newer.now) }
    case let screen as PlanScreen:
      for row in screen.rows { asked[row.key, default: []].insert(row.change.now) }
    default: break
    }
  }

  /// No value of another program is replaced that the user has not seen: by an edit, not without a
  /// question either, if it is newer than the edit; by an undo or a plan, never without a question.
  func checkOverwritten() {
    let state = session.state
    for overwritten in fixture.store.takeOverwritten() {
      let (key, value) = (overwritten.key, overwritten.value)
      guard asked[key]?.contains(value) != true else { continue }
      let text = value.map { "\($0)" } ?? "nothing"
      if shown[key]?.contains(value) != true {
        problem("\(key) had the value \(text) of another program, which was never shown")
      } else if let saving = state.unfinished.saving[state.suiteKey(key)],
        case .stored(let expected) = saving.expected, expected == value,
        let base = began[key], base != value
      {
        // An edit that was based on a write that waits is judged by what that write replaces, and one that
        // expects another value replaces nothing: it is refused.
        problem("\(key) was edited before another program stored \(text), and nobody was asked")
      }
    }
  }

  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar != "\n" && !(" "..."~").contains(scalar) }
    return scalar.properties.generalCategory == .control
      || [0x200E, 0x200F, 0x061C].contains(scalar.value)
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// Whether nothing is on its way, and the disk can be read and written.
  var isSettled: Bool {
    queue.isEmpty && !session.state.isWaiting && !fixture.store.isFull && !fixture.store.isDamaged
  }

  /// Compares the shown values with the stored ones.
  ///
  /// - Returns: whether they differ, and news may be on its way: the store tells the suite of
  ///   changes on a queue, and the suite tells the session.
  func differenceIsPassing() -> Bool {
    guard let difference = differenceOfShown() else {
      waits = 0
      return false
    }
    waits += 1
    if waits > 500 {
      problem(difference)
      waits = 0
      return false
    }
    if waits > 1 { usleep(1000) }
    fixture.suite.reload()
    return true
  }

  func differenceOfShown() -> String? {
    let stored = (try? fixture.store.load(unlike: nil)?.values) ?? [:]
    let document = session.state.document
    guard !document.isLoading, document.status.uncommittedKeys.isEmpty else { return nil }
    let keys = Set(stored.keys).union(document.items.map(\.key))
    for key in keys.sorted() where document.item(key)?.stored != stored[key] {
      let shown = document.item(key)?.stored.map { "\($0)" } ?? "nothing"
      return "\(key) is shown as \(shown) and stored as \(stored[key].map { "\($0)" } ?? "nothing")"
    }
    return nil
  }

  /// Ends all trouble, and performs all work that waits.
  ///
  /// - Returns: whether there was any.
  func settle() -> Bool {
    // After trouble, the suite tries again by itself, but only seconds later.
    let isTroubled =
      fixture.store.isFull || fixture.store.isDamaged
      || !fixture.suite.storeStatus.uncommittedKeys.isEmpty
    fixture.store.isFull = false
    fixture.store.isDamaged = false
    if isTroubled {
      try? fixture.suite.flush()
      fixture.suite.reload()
      try? fixture.suite.flush()
    }
    guard !queue.isEmpty else { return isTroubled }
    queue.release()
    return true
  }

  /// Without changes by others, undoing everything gives the values at the start, bit for bit.
  func checkUndone() {
    let stored = (try? fixture.store.load(unlike: nil)?.values) ?? [:]
    for key in Set(stored.keys).union(Self.start.keys).sorted() where stored[key] != Self.start[key]
    {
      problem("after all undos \(key) is \(stored[key].map { "\($0)" } ?? "unset")")
    }
  }
}
