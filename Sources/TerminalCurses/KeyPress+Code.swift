import Terminal

extension KeyPress {
  /// Creates the key press that a terminal sends as a character's code; nil if that types nothing.
  ///
  /// This form allows more modifiers.
  init?(code: Int, _ modifiers: Modifiers) {
    switch code {
    case 8, 127: self.init(.backspace, modifiers)
    case 9: self.init(.tab, modifiers)
    case 10, 13: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    // Codes from 0xE000 up to 0xF8FF are private use: keys that type nothing.
    case 32..<0xE000, 0xF900...:
      guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else {
        return nil
      }
      let letter = Character(scalar)
      // Shift is in the letter, and Control has no upper case.
      let isUpper = modifiers.contains(.shift) && !modifiers.contains(.control)
      let typed =
        isUpper ? letter.uppercase : modifiers.contains(.control) ? letter.lowercase : letter
      self.init(.character(typed), modifiers.subtracting(.shift))
    default: return nil
    }
  }
}

extension Character {
  /// The lower-case form, if it is one character.
  var lowercase: Character { one(lowercased()) }

  /// The upper-case form, if it is one character.
  fileprivate var uppercase: Character { one(uppercased()) }

  private func one(_ text: String) -> Character { text.count == 1 ? Character(text) : self }
}
