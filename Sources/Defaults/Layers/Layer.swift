public import Foundation

extension Defaults {
  /// One of the places a value can come from; of several values for a key the first layer's wins.
  ///
  /// Writes go to the ``user`` layer alone.
  public enum Layer: Int, Hashable, CaseIterable, Comparable, Sendable {
    /// An administrator's locked values, above all others: a command line cannot undo a lock.
    case managed
    /// What this process was started with: `-key value`, as Foundation reads it.
    case argument
    /// The user's values for this host alone.
    case host
    /// The user's values: what is written.
    case user
    /// The user's values for every suite.
    case global
    /// An administrator's values, which users may override.
    case system
    /// What code registered, a key's default for example.
    case registered

    /// Orders layers from the highest to the lowest.
    public static func < (left: Self, right: Self) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A value for a key in one layer.
  public struct LayeredValue: Hashable, Sendable {
    /// The layer.
    public var layer: Layer
    /// Where it is, for people: the path of a file; nil for what is in memory alone.
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

  /// An administrator's decision that a key has one value and no other.
  ///
  /// Foundation's word for such a key is "forced". It is a convention among programs that use
  /// this library, not a protection: whoever owns a process can change what it does.
  public struct Lock: Hashable, Sendable {
    /// The file that locks the key.
    public var location: String
    /// What the administrator says about it; nil for nothing.
    public var reason: String?

    /// Creates a lock.
    public init(location: String, reason: String? = nil) {
      self.location = location
      self.reason = reason
    }
  }
}

extension Defaults.LayeredValue {
  /// When the file was last changed; nil for what is in memory alone, or gone by now.
  ///
  /// It is looked up by every call.
  public var modified: Date? {
    guard let location else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: location)
    return attributes?[.modificationDate] as? Date
  }
}

extension Defaults.Lock: CustomStringConvertible {
  /// Who locks, and why, as one sentence without a full stop.
  public var description: String {
    var words = reason ?? ""
    if words.hasSuffix(".") { words.removeLast() }
    return words.isEmpty ? "locked by \"\(location)\"" : "locked by \"\(location)\": \(words)"
  }
}
