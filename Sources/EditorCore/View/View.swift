public import Terminal

/// Returns the frame that shows the state.
///
/// This function is pure. It draws the whole frame each time; the screen compares it with the previous
/// one and sends only the cells that differ. The parts are drawn from back to front: the list and the
/// details, the lines around them, and then the top screen, which covers what is below it.
public func view(_ state: EditorState) -> Frame {
  var canvas = Canvas(size: state.size, theme: state.theme, showsSwatches: state.showsSwatches)
  draw(state, on: &canvas)
  return canvas.frame
}

private func draw(_ state: EditorState, on canvas: inout Canvas) {
  let layout = Layout(state: state)
  canvas.fill(layout[.banner], role: .warning, isSelected: true)
  canvas.write(
    SafeText(state.session.banner),
    in: layout[.banner],
    role: .warning,
    isSelected: true
  )
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
  state.screen.draw(state, layout, on: &canvas)
}
