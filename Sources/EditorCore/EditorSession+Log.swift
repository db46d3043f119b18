import Terminal

// What the session writes to its log, and the frames, whose cost is in it.
extension EditorSession {
  /// Writes the lines about an action that the state is about to handle.
  func note(_ action: Action) {
    guard let log else { return }
    for line in action.logLines(state) { log.write(line) }
  }

  /// Performs an operation that the log numbers and names.
  func logged(_ name: @autoclosure () -> String, _ operation: () -> Void) {
    guard let log else { return operation() }
    log.perform(name(), operation)
  }

  /// Presents the frame of the state.
  func presentFrame() {
    guard let log else {
      screen.present(frame())
      return
    }
    let (frame, viewing) = log.measure(frame)
    let (cost, presenting) = log.measure { screen.present(frame) }
    log.write(
      "frame: \(cost.rows) rows, \(cost.bytes) bytes, view \(viewing.logText), "
        + "output \(presenting.logText)"
    )
  }

  private func frame() -> Frame {
    SafeText.$form.withValue(screen.textForm) { view(state) }
  }
}
