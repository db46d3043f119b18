import DefaultsCore

extension SchemaDocument {
  /// Reads the document, in whichever format its content has.
  ///
  /// The format is taken from the content, since many formats share the suffixes `.json`, `.plist`
  /// and `.xml`; only `.schema.json` identifies a format. A text in UTF-16 is converted to UTF-8,
  /// except a property list, whose parser does that itself. Anything that is not XML is read as JSON.
  /// The first of ``SchemaReaders`` that recognises the parsed document reads it.
  ///
  /// - Returns: the schema, as far as the document can be used, and all problems.
  public func read(_ options: SchemaReadingOptions = .init()) -> SchemaReading {
    let count = max(size, bytes.count)
    guard count <= options.maximumSize else {
      return refused(.tooLarge(bytes: count, limit: options.maximumSize), at: nil)
    }
    if let parsed { return read(parsed, options, ProblemLog(), offset: 0) }
    if isDirectoryWithoutPages {
      return refused(
        .unreadable("this is a directory, and no settings bundle: it has no Root.plist"),
        at: nil
      )
    }
    if bytes.starts(with: Array("bplist".utf8)) { return readPropertyList(options) }
    if let text = textOfUTF16 {
      var converted = self
      converted.bytes = text
      let root = XMLTreeReader.rootName(of: converted.bytes)
      // `try?`: a text without a root element that is not a property list is read as JSON.
      let isPropertyList =
        root == "plist" || (root == nil && (try? PropertyListDocument(parsing: bytes)) != nil)
      return isPropertyList ? readPropertyList(options) : converted.read(options)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { return refused(.notUTF8, at: nil) }
    switch XMLTreeReader.rootName(of: bytes) {
    case nil: return readJSON(options)
    case "plist": return readPropertyList(options)
    case let root?: return readXML(root, options)
    }
  }

  /// Reads all schemas of the document, of which most formats have one; it is parsed once.
  ///
  /// - Returns: a reading for each schema, and one for a document without any.
  public func readAll(_ options: SchemaReadingOptions = .init()) -> [SchemaReading] {
    let first = read(options)
    guard first.ids.count > 1, options.id == nil, options.suiteName == nil else { return [first] }
    var document = self
    document.parsed = first.content
    return first.ids.map { id in
      var options = options
      options.id = id
      return document.read(options)
    }
  }

  /// The text, in UTF-8, of a document in UTF-16 with a byte order mark; nil for all others.
  private var textOfUTF16: [UInt8]? {
    let (encoding, markLength) = TextEncoding.detect(bytes)
    guard case .utf16 = encoding, markLength > 0 else { return nil }
    return encoding.utf8(bytes.dropFirst(markLength))
  }

  // MARK: - Notations

  private func readJSON(_ options: SchemaReadingOptions) -> SchemaReading {
    if let excerpt = options.keys.flatMap({ SchemaExcerpt(bytes, $0, options) }) {
      return read(.json(excerpt.members), options, ProblemLog(), offset: excerpt.offset)
    }
    var scanner = JSONScanner(bytes, deepestNesting: SchemaLimits.nesting)
    do throws(JSONParseError) {
      let root = LocatedJSON(node: try scanner.scan(), pointer: "")
      guard let members = root.members else {
        return refused(
          .unreadable("the root must be an object, found \(root.node.kindName)"),
          at: root.offset
        )
      }
      let log = ProblemLog()
      root.report(scanner.repeated, log)
      return read(.json(members), options, log, offset: root.offset)
    } catch {
      if let reading = readPython(options) { return reading }
      if !seemsToBeJSON, let flaw = flawOfYAML { return refused(flaw, at: error.offset) }
      let flaw: SchemaFlaw =
        switch error.reason {
        case .empty: .empty
        case .tooDeep(let limit): .tooDeep(limit: limit)
        case .malformed(let reason):
          seemsToBeJSON ? .malformed(notation: "JSON", reason: reason) : .unknownFormat
        }
      return refused(flaw, at: error.offset)
    }
  }

  /// Reads a policy template of Chromium that is a literal of Python; returns nil for other texts.
  private func readPython(_ options: SchemaReadingOptions) -> SchemaReading? {
    guard String(decoding: bytes, as: UTF8.self).contains("policy_definitions") else { return nil }
    var scanner = PythonLiteralScanner(bytes)
    do throws(JSONParseError) {
      let root = LocatedJSON(node: try scanner.scan(), pointer: "")
      guard let members = root.members else { return nil }
      return read(.json(members), options, ProblemLog(), offset: root.offset)
    } catch {
      // A template in JSON with a mistake gets the message of the parser for JSON.
      guard !seemsToBeJSON, case .malformed(let reason) = error.reason else { return nil }
      return refused(.malformed(notation: "a literal of Python", reason: reason), at: error.offset)
    }
  }

  /// The flaw of a text that is probably YAML; nil for other texts.
  private var flawOfYAML: SchemaFlaw? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Apple describes the settings that its device management can set in such files.
    let isOfApple = ["\npayloadkeys:", "\npayload:"].allSatisfy { "\n\(text)".contains($0) }
    let isNamed = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    return isOfApple || isNamed ? .yaml(isDeviceManagement: isOfApple) : nil
  }

  /// Whether a text that is not JSON was probably meant to be, judged by its first character.
  private var seemsToBeJSON: Bool {
    let first = bytes.first { !" \t\r\n".utf8.contains($0) } ?? 0
    return "{[\"/".utf8.contains(first)
  }

  private func readPropertyList(_ options: SchemaReadingOptions) -> SchemaReading {
    do throws(PropertyListError) {
      let values = try PropertyListDocument(parsing: bytes).values
      let root = LocatedDictionary(members: values, pointer: "")
      return read(.propertyList(root), options, ProblemLog(), offset: nil)
    } catch {
      let flaw = SchemaFlaw.malformed(notation: "a property list", reason: error.reason)
      return refused(flaw, at: error.byteOffset)
    }
  }

  /// Reads an XML document; one whose root element no reader knows is not parsed further.
  private func readXML(_ root: String, _ options: SchemaReadingOptions) -> SchemaReading {
    let start = SchemaContent.xml(XMLTree(name: root, offset: 0))
    guard reader(of: start) != nil else { return refused(.unknownFormat, at: 0) }
    var parser = XMLTreeReader(bytes)
    do throws(PropertyListError) {
      return read(.xml(try parser.read()), options, ProblemLog(), offset: 0)
    } catch {
      return refused(.malformed(notation: "XML", reason: error.reason), at: error.byteOffset)
    }
  }

  // MARK: - Results

  /// Returns the reader of a parsed document; nil when its format is unknown.
  private func reader(of content: SchemaContent) -> (any SchemaReader.Type)? {
    SchemaReaders.all.first { $0.recognises(content, named: name) }
  }

  private func read(
    _ content: SchemaContent,
    _ options: SchemaReadingOptions,
    _ log: ProblemLog,
    offset: Int?
  ) -> SchemaReading {
    guard let reader = reader(of: content) else { return refused(.unknownFormat, at: offset) }
    let context = ReadingContext(self, options, log)
    let schema = TextPattern.withBudget { reader.read(content, context) }
    var reading = SchemaReading(
      format: reader.format,
      schema: schema,
      problems: log.problems(in: bytes),
      omissions: context.omissions
    )
    reading.ids = context.ids
    if context.ids.count > 1 { reading.content = content }
    return reading
  }

  /// Returns the result for a document that cannot be used at all.
  private func refused(_ flaw: SchemaFlaw, at offset: Int?) -> SchemaReading {
    let place = offset.map { TextPlace.places(of: [$0], in: bytes)[0] }
    return SchemaReading(
      format: nil,
      schema: nil,
      problems: [SchemaProblem(flaw, place: place ?? TextPlace(line: 1, column: 1))]
    )
  }
}

extension LocatedJSON {
  /// Reports each member whose name occurs earlier in the same object.
  fileprivate func report(_ repeated: [JSONNode.Member], _ log: ProblemLog) {
    guard !repeated.isEmpty else { return }
    let offsets = Set(repeated.map(\.nameOffset))
    var rest = [self]
    while let json = rest.popLast() {
      switch json.node.content {
      case .null, .bool, .number, .string: break
      case .array: rest += json.elements ?? []
      case .object(let members):
        for member in members {
          let pointer = "\(json.pointer)/\(JSONMembers.escaped(member.name))"
          rest.append(LocatedJSON(node: member.value, pointer: pointer))
          guard offsets.contains(member.nameOffset) else { continue }
          log.report(
            .warning("\"\(member.name)\" occurs here again; the last one counts"),
            pointer: pointer,
            offset: member.nameOffset
          )
        }
      }
    }
  }
}
