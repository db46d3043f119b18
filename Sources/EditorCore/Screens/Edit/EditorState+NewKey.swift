import DefaultsCore
import DefaultsSchema
import Terminal

// A key that the suite does not have yet: its name is asked for, then its type, then its value.
extension EditorState {
  /// Asks for a key that no schema declares, unless the schema lists all keys of the suite.
  mutating func addKey() {
    guard !session.isReadOnly else { return refuse(Self.readOnlyText) }
    guard !document.declaresEveryKey else {
      return refuse("The schema lists all keys of \(document.suiteName).")
    }
    askForKeyName()
  }

  private mutating func askForKeyName() {
    let help = "Any text; many programs use names such as window.width."
    ask("Name of the new key", help: help) { state, name in
      guard !name.isEmpty else {
        state.askForKeyName()
        return state.refuse("A key needs a name.")
      }
      guard state.document.item(Defaults.KeyName(name)) == nil else {
        _ = state.reselect(Defaults.KeyName(name))
        return state.note("\(name) is a key of the suite already.")
      }
      state.chooseType(ofKey: name)
    }
  }

  private mutating func chooseType(ofKey name: String) {
    let text = ValueKind.string(TextLimits())
    let kinds: [(title: String, kind: ValueKind)] = [
      ("text", text), ("whole number", .integer(NumberLimits())), ("number", .real(NumberLimits())),
      ("true or false", .bool), ("date", .date), ("list of texts", .list(of: text)),
      ("list", .list()), ("dictionary", .dictionary()), ("data", .data),
    ]
    let choices = kinds.map { title, kind in
      MenuScreen.Choice(title: title) { state in
        var entry = Entry(untypedKey: name, title: name, kind: kind)
        entry.isSecret =
          state.document.holdsSecrets || Defaults.HistoryOptions.looksSecret(name)
        let item = Item(entry: entry)
        state.show(EditScreen(state.newEdit(of: item)))
      }
    }
    show(MenuScreen(title: "Type of \(name)", choices))
  }

  /// Selects the key that was added by a write.
  mutating func selectAdded(_ request: WriteRequest, old: Defaults.StoredValue?) {
    guard old == nil, request.suiteName == document.suiteName, isInList,
      let item = document.item(request.key), !item.isDeclared
    else { return }
    _ = reselect(request.key)
  }
}
