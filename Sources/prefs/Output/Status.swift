import Defaults

/// The exit status of the tool.
enum Status: Int32, Sendable {
  case done = 0
  /// A value is different or not set.
  case notSet = 1
  case usage = 2
  case invalidValue = 3
  case locked = 4
  case conflict = 5
  case inputOutputFailed = 6
}

/// An error that ends a command with a message and an exit status.
struct Failure: Error {
  var status: Status
  /// What happened and what to do, one or two sentences.
  var message: String

  init(_ status: Status, _ message: MessageText) {
    self.status = status
    self.message = message.description
  }

  /// Creates the failure of a write that was refused.
  init(_ error: Defaults.WriteError) {
    switch error {
    case .locked:
      self.init(.locked, "\(error)")
    case .invalid(let key, let rejection):
      self.init(.invalidValue, "\(key): \(rejection).")
    case .refused, .unsupported, .tooManyKeys:
      self.init(.invalidValue, "\(error)")
    case .opaque:
      self.init(.conflict, "\(error) --force replaces it; prefs undo brings it back.")
    }
  }
}
