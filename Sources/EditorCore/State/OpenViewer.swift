import Defaults
import DefaultsSchema
import Terminal

/// The viewer of a key: everything about it that can be read, without editing it.
///
/// The lines are made by ``refresh(_:columns:)`` when they are outdated, and kept between events.
struct OpenViewer: Sendable {
  /// The key.
  let key: Defaults.KeyName
  /// The lines as they are shown.
  private(set) var outline: Outline = Outline()
  /// The index of the selected line; at first that of the value, below its heading.
  var selected: Int = 1
  private(set) var scroll: Scroll = Scroll()
  /// The recorded changes of the key.
  var history: KeyHistory = .loading
  /// The values whose folding is not the one at first.
  private var toggled: Set<Outline.Path> = []
  /// What the lines were made from.
  private var source: Source?

  /// Everything on which the lines depend.
  private struct Source: Hashable {
    var entry: Entry
    var layers: KeyLayers
    var rejection: Defaults.Rejection?
    var marks: [Mark]
    var history: KeyHistory
    var toggled: Set<Outline.Path>
    var columns: Int
  }

  /// Opens a viewer on a key.
  init(_ key: Defaults.KeyName) {
    self.key = key
  }

  /// Makes the lines again if the key, its changes, the folding or the width are not those of before.
  mutating func refresh(_ state: EditorState, columns: Int, rows: Int) {
    if let item = state.document.item(key) {
      let source = Source(
        entry: item.entry,
        layers: item.layers,
        rejection: item.rejection,
        marks: state.marks(of: item),
        history: history,
        toggled: toggled,
        columns: columns
      )
      if source != self.source {
        self.source = source
        outline = Outline(item, history, in: state, toggled: toggled, columns: columns)
      }
    }
    selected = max(0, min(selected, outline.lines.count - 1))
    scroll.show(selected, of: outline.lines.count, rows: rows)
  }

  /// Returns the indices of the visible lines.
  func visible(rows: Int) -> Range<Int> {
    scroll.visible(containing: selected, of: outline.lines.count, rows: rows)
  }

  /// The selected line; nil if there is none.
  var line: Outline.Line? {
    outline.lines.indices.contains(selected) ? outline.lines[selected] : nil
  }

  /// Folds or unfolds the value of the selected line; `isFolded` is what it is to be, nil for the other.
  ///
  /// A value without lines of its own that is to be folded selects the value around it.
  mutating func setFolded(_ isFolded: Bool?) {
    guard let path = line?.path, let start = outline.index(of: path) else { return }
    let present = outline.lines[start].isFolded
    if let present, isFolded != present {
      toggled.formSymmetricDifference([path])
      selected = start
    } else if isFolded == true, path.count > 1, let outer = outline.index(of: path.dropLast()) {
      selected = outer
    }
  }

  /// The value that copying takes: that of the selected line, otherwise the value in use.
  var copiedValue: Defaults.StoredValue? {
    outline.value(at: selected) ?? outline.index(of: [0]).flatMap(outline.value)
  }
}
