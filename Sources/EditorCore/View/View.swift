public import Terminal

/// Returns the frame that shows the state.
///
/// This function is pure. It draws the whole frame each time; the screen compares it with the previous
/// one and sends only the cells that differ. The parts are drawn from back to front: the list and the
/// details, the lines around them, and then the panel of the mode, which covers what is below it.
public func view(_ state: EditorState) -> Frame {
  var canvas = Canvas(size: state.size, theme: state.theme, showsSwatches: state.showsSwatches)
  draw(state, on: &canvas)
  return canvas.frame
}

private func draw(_ state: EditorState, on canvas: inout Canvas) {
  let layout = Layout(state: state)
  canvas.fill(layout[.banner], role: .caution, isSelected: true)
  canvas.write(SafeText(state.bannerText), in: layout[.banner], role: .caution, isSelected: true)
  switch layout.kind {
  case .blank:
    return
  case .single:
    SingleKeyView(state: state, layout: layout).draw(on: &canvas)
  case .compact, .stacked, .panes:
    ListView(state: state, layout: layout).draw(on: &canvas)
    SuitesPaneView(state: state, layout: layout).draw(on: &canvas)
    DetailsView(state: state, layout: layout).draw(on: &canvas)
  }
  FrameLines(state: state, layout: layout).draw(on: &canvas)
  drawPanel(state, layout, on: &canvas)
}

/// Draws what the mode shows over the list.
func drawPanel(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
  switch state.mode {
  case .list, .suitesPane, .detailsPane:
    break
  case .filter(let prompt):
    guard let completion = prompt.completion else { break }
    CompletionView(completion: completion, state: state, layout: layout).draw(on: &canvas)
  case .edit(let edit):
    EditView(layout: EditLayout(state: state, edit: edit)).draw(on: &canvas)
  case .conflict(let edit):
    QuestionView.conflict(state, edit).draw(on: &canvas, layout)
  case .difference(let open):
    DifferenceView(open: open, layout: layout).draw(on: &canvas)
  case .confirm(let restore):
    QuestionView.confirmation(state, restore).draw(on: &canvas, layout)
  case .everywhere(let search):
    SuiteSearchView(search: search, layout: layout).draw(on: &canvas)
  case .allowUndeclared:
    state.undeclaredQuestion.draw(on: &canvas, layout)
  case .help(let list):
    HelpView(list: list, layout: layout).draw(state, on: &canvas)
  case .picker(let picker):
    PickerView(picker: picker, state: state, layout: layout).draw(on: &canvas)
  case .message(let message):
    MessageView(message: message, layout: layout).draw(on: &canvas)
  case .menu(let menu):
    MenuView(menu: menu, state: state, layout: layout).draw(on: &canvas)
  case .viewer(let viewer):
    ViewerView(viewer: viewer, layout: layout).draw(state, on: &canvas)
  case .plan(let open):
    PlanView(state: state, open: open, layout: layout).draw(on: &canvas)
  case .history(let open):
    HistoryView(state: state, open: open, layout: layout).draw(on: &canvas)
  case .layers(let open):
    LayersView(state: state, open: open, layout: layout).draw(on: &canvas)
  }
}
