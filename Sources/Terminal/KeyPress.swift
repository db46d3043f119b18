/// One press of a key on the keyboard.
public struct KeyPress: Hashable, Sendable {
  /// The keys of a keyboard.
  public enum Key: Hashable, Sendable {
    /// A key that types text; letters keep their case.
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right
    case home, end, pageUp, pageDown
    /// A function key, 1 to 24.
    case function(Int)
  }

  /// The modifier keys held down during the press.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, one for each modifier.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Control; a letter pressed with it is reported in lower case.
    public static let control: Modifiers = Modifiers(rawValue: 1)
    /// Alt, which most terminals send as Escape before the key.
    public static let alt: Modifiers = Modifiers(rawValue: 2)
    /// Shift, reported only for keys that type no text.
    public static let shift: Modifiers = Modifiers(rawValue: 4)
  }

  /// The key that was pressed.
  public var key: Key
  /// The modifier keys held down during the press.
  public var modifiers: Modifiers

  /// Creates a key press.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Creates the press of a key that types the character.
  public static func character(_ character: Character) -> KeyPress {
    KeyPress(.character(character))
  }

  /// Creates the press of a letter while Control is held.
  public static func control(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .control)
  }
}
