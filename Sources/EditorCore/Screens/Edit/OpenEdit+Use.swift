import Defaults
import DefaultsSchema

// An open edit can also ask for something that is not the value of one key: a choice of a menu, the
// path of a file, or a value for several keys. The controls and their keys are the same; only what is
// done with the value differs.
extension OpenEdit {
  /// What is done with the value of an edit.
  enum Use: Sendable {
    /// It is stored for the key.
    case key
    /// It is the title of the chosen item of a menu.
    case menu([MenuItem])
    /// It is the name of the suite, which the user types before all of it is reset.
    case confirmation(PlanScreen)
    /// It is the path of a file.
    case path(PathUse)
    /// It is stored for all these keys, which have the same kind.
    case keys([Defaults.KeyName])

    /// Whether the edit belongs to the key, so that its input is parked when it is closed.
    var isOfKey: Bool {
      if case .key = self { true } else { false }
    }
  }

  /// What the file of a path is for.
  enum PathUse: Hashable, Sendable {
    /// Its values are imported.
    case importing
    /// Its values are compared with the stored ones.
    case comparison
    /// Values are written to it.
    case export(ExportRequest)
  }

  /// Opens the menu.
  init(menu items: [MenuItem], title: String) {
    let choices = items.map { Choice(.string($0.title), title: $0.title, help: $0.help) }
    self.init(
      asking: .menu(items),
      title: title,
      kind: .choice(choices),
      shown: choices.first?.value
    )
  }

  /// Opens the field for the name of the suite that is reset by a plan.
  init(confirming plan: PlanScreen) {
    let name = plan.request.suiteName
    self.init(
      asking: .confirmation(plan),
      title: "Type the name of the suite",
      help: "This resets \(EditorState.keys(plan.included.count)) of \(name).",
      kind: .string(TextLimits())
    )
  }

  /// Opens the field for a path.
  init(path use: PathUse, title: String, help: String) {
    self.init(asking: .path(use), title: title, help: help, kind: .path)
  }
}

/// An item of a menu.
struct MenuItem: Hashable, Sendable {
  let title: String
  var help: String = ""
  let action: MenuAction
}

/// What choosing an item of a menu does.
enum MenuAction: Hashable, Sendable {
  /// Reset the marked keys, those in the list, those of a section, or all of the suite.
  case resetMarked, resetShown
  case resetSection(Int)
  case resetSuite
  /// Store the defaults of the marked keys, or one value for all of them.
  case storeDefaults, storeOneValue
  /// Compare with the defaults, a file, another suite, or the values of an hour ago.
  case compareDefaults, compareFile, chooseSuite, compareHourAgo
  case compareSuite(String)
  /// Open the menu of exports again, of the stored values or of the values in use.
  case chooseExport(ofValuesInUse: Bool)
  /// Export values, to a file whose path is asked for, or to the clipboard.
  case export(ExportRequest, copies: Bool)
  /// Export values to the file of the request.
  case exportAgain(ExportRequest)
  /// Write edits to this file.
  case write(WriteScope)
  /// Only close the menu.
  case nothing
}
