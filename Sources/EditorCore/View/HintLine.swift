import Terminal

/// The last line: hints such as `Enter edit  Space toggle`, the most useful first; none is cut.
///
/// A click on a hint has the result of its key press, so that every screen can be used with the mouse.
/// Room for the hint of the help is always reserved.
struct HintLine {
  /// A hint and its position.
  private struct Placed {
    /// The name of the key press, before `key` replaces characters that the terminal cannot show.
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
      return (name: hint.key, key: key, word: word, width: key.width + 1 + word.width)
    }
    let line = layout[.hints]
    var room = line.size.columns
    let order = sized.indices.sorted {
      (Self.rank(all[$0].word), $0) < (Self.rank(all[$1].word), $1)
    }
    var fitting: Set<Int> = []
    for index in order where sized[index].width <= room {
      fitting.insert(index)
      room -= sized[index].width + 2
    }
    let shown = sized.indices.filter(fitting.contains).map { sized[$0] }
    let extents = shown.enumerated().map { Extent.fixed($1.width, gap: $0 == 0 ? 0 : 2) }
    hints = zip(shown, line.columns(extents)).map {
      Placed(name: $0.name, key: $0.key, word: $0.word, room: $1)
    }
  }

  /// Returns the place of a hint in the order in which hints get room; equal ones keep their order.
  private static func rank(_ word: String) -> Int {
    ["save", "choose", "close", "show all", "help"].firstIndex(of: word) ?? 5
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
