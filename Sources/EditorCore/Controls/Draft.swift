/// What is being edited before it is a value.
enum Draft: Hashable, Sendable {
  /// On or off.
  case flag(Bool)
  /// Text with a cursor in it.
  case text(LineBuffer)
  /// The index of the highlighted choice; nil when none is.
  case choice(Int?)
}
