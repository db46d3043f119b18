/// A colour that does not depend on the terminal's palette.
public struct TrueColor: Hashable, Sendable {
  /// The amount of red, from 0 to 255.
  public var red: UInt8
  /// The amount of green, from 0 to 255.
  public var green: UInt8
  /// The amount of blue, from 0 to 255.
  public var blue: UInt8

  /// Creates a colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}
