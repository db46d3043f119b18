extension FrameEncoder {
  /// Scrolls a part of the screen.
  ///
  /// Lines are scrolled within a region. Inserting and deleting lines is some 10 bytes shorter, but it
  /// moves the rows below the list twice, which is visible on slow lines, and makes tmux draw these rows
  /// again in a pane that is not as wide as the terminal. The region is reset at once, since a program
  /// that ends in between would leave a terminal that scrolls only a part of its screen.
  mutating func scroll(_ plan: ScrollPlan) {
    guard terminal.plain != nil, let region = terminal.scrollRegion,
      let step = plan.offset > 0 ? terminal.scrollUp : terminal.scrollDown
    else { return }
    use(.plain)
    output += region(plan.rows.lowerBound, plan.rows.upperBound - 1)
    let start = plan.offset > 0 ? plan.rows.upperBound - 1 : plan.rows.lowerBound
    output += terminal.row?(start) ?? terminal.position(start, 0)
    output += Array(repeating: step, count: abs(plan.offset)).flatMap(\.self)
    output += terminal.wholeRegion ?? region(0, screen.count - 1)
    position = nil
    screen = plan.applied(to: screen)
  }
}
