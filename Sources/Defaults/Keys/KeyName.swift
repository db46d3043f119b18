extension Defaults {
  /// Whether a key's name is one that key-value observation on Apple's platforms can observe:
  /// ASCII only, without a full stop, and not beginning with `@`.
  ///
  /// Nothing here asks for that; names are any text, and a full stop makes a group in the editor.
  /// It is a check for programs that share their settings with sindresorhus/Defaults there.
  public static func isValidKeyPath(name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ".") } && !name.hasPrefix("@")
  }
}
