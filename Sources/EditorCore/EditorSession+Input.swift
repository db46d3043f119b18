import Defaults
import Terminal

extension Event {
  /// Whether the user typed, pasted or clicked.
  var isInput: Bool {
    switch self {
    case .key, .paste, .mouse, .rightClick, .drag: true
    case .resize, .resume, .background, .wake, .terminate: false
    }
  }
}

extension WriteRequest {
  /// The options for the write: the cause that the history records.
  var options: Defaults.WriteOptions {
    switch purpose {
    case .edit(let extendsLast): Defaults.WriteOptions(cause: .edit, extendsLastEntry: extendsLast)
    case .reset: Defaults.WriteOptions(cause: .reset)
    }
  }
}
