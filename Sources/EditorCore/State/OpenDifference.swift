/// The difference of the input of an open edit to the stored value, as it is shown.
struct OpenDifference: Sendable {
  /// The edit to which the difference returns.
  var edit: OpenEdit
  /// The difference, computed when it was opened.
  let difference: LineDifference
  /// The number of lines above the first visible one.
  var top: Int = 0

  init(_ edit: OpenEdit, storedText: String) {
    self.edit = edit
    difference = LineDifference(from: storedText, to: edit.text.text)
  }
}
