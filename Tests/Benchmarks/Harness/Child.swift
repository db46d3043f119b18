/// What this program does in a process of its own; the subjects add what they need.
enum Child {
  /// Does what the arguments after `child` say.
  ///
  /// - Throws: what the work throws.
  static func run(_ arguments: [String]) throws {
    switch (arguments.first, Array(arguments.dropFirst())) {
    case ("write", let values) where values.count == 1:
      try write(suite: values[0])
    case ("set", let values) where values.count == 3:
      try set(values[2], forKey: values[1], suite: values[0])
    case ("memory", let values) where values.count == 1:
      try memory(suite: values[0])
    case ("memory-foundation", let values) where values.count == 1:
      memoryOfFoundation(suite: values[0])
    case ("memory-editor", let values) where values.count == 1:
      try memoryOfEditor(suite: values[0])
    case ("edit", let values) where values.count == 1:
      try edit(suite: values[0])
    default:
      note("These are no arguments of a child process: \(arguments.joined(separator: " "))")
    }
  }
}
