/// The last event that was made for the observers of a key, so that thousands of them share what
/// one of them had decoded.
struct ChangeCache<Event>: Sendable {
  private let cell = ValueCell<Event>()

  /// Calls a handler with the event of a change that has been made; no lock is held meanwhile.
  ///
  /// A change that is about to be made may not happen, and then its sequence number is used again.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - make: makes the event when it is not the last one.
  ///   - handler: takes the event.
  func send(
    _ change: Defaults.StoredChange,
    make: () -> Event,
    to handler: (Event) -> Void
  ) {
    do throws(StaleValue) {
      handler(try cell.value { $0.value == change.sequence })
    } catch {
      let event = make()
      cell.store(event, ValueCell.Stamp(value: change.sequence))
      handler(event)
    }
  }
}
