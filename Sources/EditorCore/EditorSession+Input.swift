import Defaults
import Terminal

extension Event {
  /// Whether it was typed or clicked by the user.
  var isInput: Bool {
    switch self {
    case .key, .paste, .mouse: true
    case .resize, .resume, .wake, .terminate: false
    }
  }
}

extension WriteRequest {
  /// Why the value is written.
  var options: Defaults.WriteOptions {
    switch purpose {
    case .edit(let extendsLast): Defaults.WriteOptions(cause: .edit, extendsLastEntry: extendsLast)
    case .reset: Defaults.WriteOptions(cause: .reset)
    }
  }
}
