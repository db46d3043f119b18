import Terminal

/// The last line: hints such as `Enter edit  Space toggle`, the most useful first, and never a part of
/// one.
///
/// A click on a hint has the result of its key press, so that every screen can be used with the mouse. Room
/// for the hint of the help is always reserved.
struct HintLine {
  /// A hint with its place.
  private struct Placed {
    /// The name of the key press; on the screen it can have another form.
    let name: String
    let key: SafeText
    let word: SafeText
    let room: Rect
  }

  private let hints: [Placed]

  init(state: EditorState, layout: Layout) {
    // On the smallest screens there is no line for hints.
    let all = layout.kind == .single ? [] : state.hints
    let sized = all.map { hint in
      let (key, word) = (SafeText(hint.key), SafeText(hint.word))
      let width = key.width + 1 + word.width
      return (name: hint.key, key: key, word: word, width: width, isHelp: hint.word == "help")
    }
    let line = layout[.hints]
    var room = line.size.columns
    if let help = sized.first(where: \.isHelp) { room -= help.width + 2 }
    var extents: [Extent] = []
    var shown: [(name: String, key: SafeText, word: SafeText)] = []
    for hint in sized {
      if !hint.isHelp {
        guard hint.width <= room else { continue }
        room -= hint.width + 2
      }
      extents.append(.fixed(hint.width, gap: extents.isEmpty ? 0 : 2))
      shown.append((hint.name, hint.key, hint.word))
    }
    hints = zip(shown, line.columns(extents)).map {
      Placed(name: $0.name, key: $0.key, word: $0.word, room: $1)
    }
  }

  /// Returns the name of the key press of the hint at the position of a mouse event; nil for none.
  func key(at event: MouseEvent) -> String? {
    hints.first { $0.room.contains(row: event.row, column: event.column) }?.name
  }

  /// Draws the hints.
  func draw(on canvas: inout Canvas) {
    for hint in hints {
      let columns = hint.room.columns([.fixed(hint.key.width), .fixed(hint.word.width, gap: 1)])
      canvas.write(hint.key, in: columns[0], role: .keyName)
      canvas.write(hint.word, in: columns[1])
    }
  }
}
