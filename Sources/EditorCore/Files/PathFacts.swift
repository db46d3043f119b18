/// What the session found out about a path that is being typed.
public struct PathFacts: Hashable, Sendable {
  /// What a path leads to, after symbolic links.
  public enum Target: Hashable, Sendable {
    case directory
    /// A regular file of this many bytes.
    case file(size: Int)
    /// A device, a pipe or a socket.
    case other
    /// Nothing has this path.
    case nothing
    /// It cannot be examined: the reason of the C function `strerror`.
    case unknown(reason: String)
  }

  /// The path as it was typed.
  public var path: String
  /// What it leads to.
  public var target: Target
  /// The names in the directory of the path that begin with its last component, sorted; those of
  /// directories end in a slash.
  public var names: [String] = []
  /// Whether there are more names than ``names`` holds.
  public var hasMoreNames: Bool = false
}
