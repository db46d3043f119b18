// The parts of XML that have the same form in every document: property lists and schemas share them.
extension ByteCursor {
  /// Skips text in quotation marks, of which the first was read; false without the second one.
  mutating func skipQuoted(by quote: UInt8) -> Bool {
    while let byte = current {
      position += 1
      if byte == quote { return true }
    }
    return false
  }

  /// Skips a comment, which comes next; fails when it does not end.
  package mutating func skipComment() throws(PropertyListError) {
    let start = position
    position += 4
    guard skip(past: "-->") else {
      throw failure("the comment does not end", at: start)
    }
  }

  /// Skips a processing instruction, which comes next; fails when it does not end.
  package mutating func skipInstruction() throws(PropertyListError) {
    let start = position
    guard skip(past: "?>") else {
      throw failure("the processing instruction does not end", at: start)
    }
  }

  /// Skips a document type with all that it declares; fails when it does not end.
  package mutating func skipDocumentType() throws(PropertyListError) {
    let start = position
    var isInSubset = false
    while let byte = current {
      if isInSubset, isAt("<!--") {
        try skipComment()
        continue
      }
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard skipQuoted(by: byte) else {
          throw failure("the document type does not end", at: start)
        }
      case UInt8(ascii: "["): isInSubset = true
      case UInt8(ascii: "]"): isInSubset = false
      case UInt8(ascii: ">") where !isInSubset: return
      default: break
      }
    }
    throw failure("the document type does not end", at: start)
  }

  /// Reads an entity or a character reference, which comes next, up to its semicolon.
  ///
  /// It fails also when the entity is declared by the document.
  package mutating func readEntity() throws(PropertyListError) -> String.UTF8View {
    let start = position
    if skip("&lt;") { return "<".utf8 }
    if skip("&gt;") { return ">".utf8 }
    if skip("&amp;") { return "&".utf8 }
    if skip("&quot;") { return "\"".utf8 }
    if skip("&apos;") { return "'".utf8 }
    guard skip("&#") else {
      throw failure("only the five entities of XML itself are understood", at: start)
    }
    let radix: UInt32 = skip("x") ? 16 : 10
    var code: UInt32 = 0
    let digits = position
    while let digit = current?.hexDigit, digit < radix, code <= 0x10FFFF {
      code = code * radix + UInt32(digit)
      position += 1
    }
    guard position > digits, skip(";"), let scalar = Unicode.Scalar(code) else {
      throw failure("the character reference is malformed", at: start)
    }
    return String(Character(scalar)).utf8
  }
}
