extension Defaults {
  /// A JSON value that keeps the order of members and the spelling of numbers.
  public indirect enum JSONValue: Hashable, Sendable {
    /// The literal null.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number, as in the text.
    case number(String)
    /// A text, without escapes.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; its members are in the order of the text.
    case object([Member])

    /// One member of an object.
    public struct Member: Hashable, Sendable {
      /// The member's name.
      public var name: String
      /// The member's value.
      public var value: JSONValue

      /// Creates a member.
      public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
      }
    }
  }
}

extension Defaults.JSONValue {
  /// Creates a value by parsing JSON text (RFC 8259).
  ///
  /// - Throws: ``Defaults/Rejection`` with line and column when the text is not JSON, is nested more deeply
  ///   than 128 levels, or has two members of the same name in one object.
  public init(parsing text: String) throws(Defaults.Rejection) {
    try self.init(parsing: text, deepestNesting: JSONScanner.deepestNesting)
  }

  /// Creates a value by parsing JSON text with a limit for the nesting of containers.
  ///
  /// It throws the rejections of ``init(parsing:)``.
  package init(parsing text: String, deepestNesting: Int) throws(Defaults.Rejection) {
    let bytes = Array(text.utf8)
    do throws(JSONParseError) {
      self.init(try JSONNode(parsing: bytes, deepestNesting: deepestNesting))
    } catch {
      let place = Defaults.TextPlace.places(of: [error.offset], in: bytes)[0]
      throw .notJSON(reason: error.reason.phrase, line: place.line, column: place.column)
    }
  }

  /// Returns the value as JSON text.
  ///
  /// - Parameter indented: whether every member and element has a line of its own.
  /// - Returns: the text, without a line break at its end.
  public func text(indented: Bool = false) -> String {
    self.text(indented ? JSONLayout(indentation: "  ", colon: " : ") : JSONLayout())
  }

  /// Returns the value as JSON text, without a line break at its end.
  package func text(_ layout: JSONLayout) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(self, depth: 0)
    return writer.output
  }
}

/// How JSON text is laid out.
package struct JSONLayout: Sendable {
  /// What every member and element on a line of its own is indented by; nil for one line.
  package var indentation: String?
  /// What stands between a name and its value.
  package var colon: String
  /// The line break, and the indentation of the line on which the value begins.
  package var lineBreak: String

  /// Creates a layout.
  package init(indentation: String? = nil, colon: String = ": ", lineBreak: String = "\n") {
    self.indentation = indentation
    self.colon = colon
    self.lineBreak = lineBreak
  }
}

private struct JSONWriter {
  let layout: JSONLayout
  var output: String = ""

  mutating func write(_ value: Defaults.JSONValue, depth: Int) {
    switch value {
    case .null: output += "null"
    case .bool(let flag): output += flag ? "true" : "false"
    case .number(let text): output += text
    case .string(let text): writeString(text)
    case .array(let elements):
      writeList("[", "]", elements, depth: depth) { writer, element in
        writer.write(element, depth: depth + 1)
      }
    case .object(let members):
      writeList("{", "}", members, depth: depth) { writer, member in
        writer.writeString(member.name)
        writer.output += writer.layout.colon
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func writeList<Element>(
    _ opening: String,
    _ closing: String,
    _ elements: [Element],
    depth: Int,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    output += opening
    for (index, element) in elements.enumerated() {
      if index > 0 { output += layout.indentation == nil ? ", " : "," }
      breakLine(depth + 1)
      write(&self, element)
    }
    if !elements.isEmpty { breakLine(depth) }
    output += closing
  }

  private mutating func breakLine(_ depth: Int) {
    guard let indentation = layout.indentation else { return }
    output += layout.lineBreak + String(repeating: indentation, count: depth)
  }

  private mutating func writeString(_ text: String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where scalar.isHiddenInJSON: writeEscape(scalar)
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }

  /// Writes a scalar as RFC 8259, section 7, escapes it: each of its UTF-16 units in four digits.
  private mutating func writeEscape(_ scalar: Unicode.Scalar) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let hex = String(unit, radix: 16)
      output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }
  }
}

extension Unicode.Scalar {
  /// Whether JSON text has the scalar only as an escape: it could control a terminal, or it is
  /// invisible and could make a text look like another one.
  ///
  /// Those are the control and format characters, among them those that change the direction of
  /// text and the tags, the separators of lines and paragraphs, and everything that is ignored by
  /// default, as fillers and variation selectors are. To a JSON parser the text is the same, so they
  /// are escaped wherever it goes.
  fileprivate var isHiddenInJSON: Bool {
    if (0x20..<0x7F).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
