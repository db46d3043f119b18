import DefaultsSchema
import Terminal

// The details of a group whose heading is selected.
extension DetailsView {
  /// The title, the description, how many keys are set, and how to unfold the group.
  var groupLines: [StyledLine] {
    guard let group = state.selectedGroup else { return [] }
    let title = SafeText(group.title).wrapped(to: area.size.columns)
    let help = helpLines(group.help, area.size.columns, 8)
    // The status line says below the list how to unfold it.
    guard layout.hasDetailsBeside else {
      return (help + [SafeText(group.counts)]).map { StyledLine($0) }
    }
    return title.map { StyledLine($0, role: .title) } + help.map { StyledLine($0) }
      + fact("Keys", group.counts) + fact("Folded", state.unfoldText ?? "yes")
  }

  /// How many keys of the group are set, and its description, for one line.
  var groupLine: String {
    guard let group = state.selectedGroup else { return "" }
    return [group.counts, group.help.isEmpty ? nil : group.help].line(separator: "   ")
  }
}

extension EditorState {
  /// The group whose heading is selected; nil if a key is selected or nothing.
  var selectedGroup: (title: String, help: String, counts: String)? {
    guard case .section(let section) = suite.selection else { return nil }
    let sections = document.schemaSections
    return (
      document.heading(ofSection: section),
      sections.indices.contains(section) ? sections[section].help : "",
      suite.listing.counts(ofSection: section).words
    )
  }

  /// The key press that unfolds the selected group; nil if there is none.
  var unfoldText: String? { keyText(ListCommand.unfold, "unfolds the group") }
}
