import Defaults
import DefaultsSchema
import Terminal

/// Draws the layers of a key: the value and the file of each, and which of them is in use.
struct LayersView {
  let state: EditorState
  let open: LayersScreen

  /// What the table shows.
  var content: TableView {
    let item = state.document.item(open.key)
    let rows = item?.layerRows(file: state.document.location) ?? []
    let isLocked = item?.isLocked == true
    return TableView(
      title: (item?.entry.title ?? open.key.string) + (isLocked ? "   \(Mark.locked.word)" : ""),
      footer: item == nil ? "removed elsewhere" : open.key.string,
      columns: [
        .init(heading: "layer", extent: .upTo(11, minimum: 7, gap: 1)),
        .init(heading: "", extent: .fixed(7, gap: 1)),
        .init(heading: "value", extent: Extent(8, ideal: 22, gap: 1)),
        .init(heading: "file", extent: Extent(10, ideal: 28, .useful, gap: 2)),
      ],
      count: rows.count,
      cursor: open.cursor,
      remarks: item.map { remarks($0, rows) } ?? [],
      cells: { index in item.map { cells(rows[index], $0) } ?? [] }
    )
  }

  private func cells(_ row: LayerRow, _ item: Item) -> [TableView.Cell] {
    let role: Role = row.isUsed ? .strong : row.value == nil ? .quiet : .text
    let use = row.value == nil ? "" : row.isUsed ? "in use" : "ignored"
    let value = row.value.map { ValueText.display($0, item.entry) } ?? "–"
    return [
      .init(text: row.word, role: role), .init(text: use, role: role),
      .init(text: value, role: role),
      .init(text: row.location ?? (row.layer == nil && row.value != nil ? "the schema" : "")),
    ]
  }

  private func remarks(_ item: Item, _ rows: [LayerRow]) -> [String] {
    var remarks: [String] = []
    if let row = rows[open.cursor] {
      let value = row.value.map { ValueText.items($0, in: item.entry) }
      remarks.append(["\(row.word): \(value ?? "no value")", row.location].line(separator: "   "))
      if row.layer == .user, let rejection = item.rejection {
        remarks.append("Ignored: \(rejection.text(isSecret: item.entry.holdsSecret)).")
      }
    }
    if let lock = item.layers.lock {
      remarks.append("Locked by \(lock.location). \(lock.reason ?? "")")
    }
    return remarks
  }
}
