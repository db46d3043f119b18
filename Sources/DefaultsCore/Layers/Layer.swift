public import FoundationEssentials

extension Defaults {
  /// A source of values; if several layers have a value for a key, the first one wins.
  ///
  /// Writes change only the ``user`` layer.
  public enum Layer: Int, Hashable, CaseIterable, Comparable, Sendable {
    /// An administrator's locked values; above `argument`, so that a command line cannot undo a
    /// lock.
    case managed
    /// The launch arguments of this process, such as `-key value`.
    case argument
    /// The environment variables of this process, such as `PREFS_ORG_EXAMPLE_APP__VOLUME`.
    case environment
    /// The user's values for this host only.
    case host
    /// The user's values, which writes change.
    case user
    /// The user's values for every suite.
    case global
    /// An administrator's values, which users may override.
    case system
    /// The values that code registered, such as the default of a key.
    case registered

    /// Returns whether a layer is higher than another.
    public static func < (left: Self, right: Self) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A value for a key in one layer.
  public struct LayeredValue: Hashable, Sendable {
    /// The layer.
    public var layer: Layer
    /// The path of the file, or a dollar sign and the name of the environment variable, for people;
    /// nil for a value that exists only in memory.
    public var location: String?
    /// The value.
    public var value: StoredValue

    /// Creates a value in a layer.
    public init(layer: Layer, location: String?, value: StoredValue) {
      self.layer = layer
      self.location = location
      self.value = value
    }
  }

  /// A lock by which an administrator sets the only allowed value of a key.
  ///
  /// Foundation calls such a key "forced". A lock is a convention among programs that use this
  /// library, not a protection: the owner of a process can always change its behaviour.
  public struct Lock: Hashable, Sendable {
    /// The file that locks the key.
    public var location: String
    /// The administrator's reason; nil if there is none.
    public var reason: String?

    /// Creates a lock.
    public init(location: String, reason: String? = nil) {
      self.location = location
      self.reason = reason
    }
  }
}

extension Defaults.LayeredValue {
  /// The time when the file was last changed; nil for a value in memory or a removed file.
  ///
  /// Every access reads the file's attributes.
  public var modified: Date? {
    guard let location, layer != .environment else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: location)
    return attributes?[.modificationDate] as? Date
  }
}

extension Defaults.Lock: CustomStringConvertible {
  /// The file and the reason, as one sentence without a full stop.
  public var description: String {
    var words = reason ?? ""
    if words.hasSuffix(".") { words.removeLast() }
    return words.isEmpty ? "locked by \"\(location)\"" : "locked by \"\(location)\": \(words)"
  }
}

extension String {
  /// The text with a blank in place of each line break.
  package var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
