extension SchemaDocument {
  /// Reads the document; its format is told from its content.
  ///
  /// - Returns: the schema as far as the document can be used, and everything that is wrong.
  public func read(_ options: SchemaReadingOptions = .init()) -> SchemaReading {
    guard max(size, bytes.count) <= SchemaLimits.bytes else {
      return refused(.tooLarge(bytes: max(size, bytes.count), limit: SchemaLimits.bytes), at: nil)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { return refused(.notUTF8, at: nil) }
    return readJSON(options)
  }

  private func readJSON(_ options: SchemaReadingOptions) -> SchemaReading {
    var scanner = JSONScanner(bytes, deepestNesting: SchemaLimits.nesting)
    do throws(JSONMistake) {
      let root = JSONPlace(node: try scanner.scan(), pointer: "")
      guard let members = root.members else {
        return refused(
          .wrongRoot(found: root.node.kindName, expected: "an object"),
          at: root.offset
        )
      }
      let log = ProblemLog()
      root.report(scanner.repeated, log)
      let schema = NativeReader.read(self, members, options, log)
      return SchemaReading(format: .native, schema: schema, problems: log.problems(in: bytes))
    } catch {
      let flaw: SchemaFlaw =
        switch error.reason {
        case .empty: .empty
        case .tooDeep(let limit): .tooDeep(limit: limit)
        case .malformed(let reason): .malformed(notation: "JSON", reason: reason)
        }
      return refused(flaw, at: error.offset)
    }
  }

  /// The reading of a document that cannot be used at all.
  private func refused(_ flaw: SchemaFlaw, at offset: Int?) -> SchemaReading {
    let place = offset.map { TextPlace.places(of: [$0], in: bytes)[0] }
    return SchemaReading(
      format: nil,
      schema: nil,
      problems: [SchemaProblem(flaw, place: place ?? TextPlace(line: 1, column: 1))]
    )
  }
}

extension JSONPlace {
  /// Reports members whose names their objects have already had.
  fileprivate func report(_ repeated: [JSONNode.Member], _ log: ProblemLog) {
    guard !repeated.isEmpty else { return }
    let offsets = Set(repeated.map(\.nameOffset))
    var rest = [self]
    while let place = rest.popLast() {
      switch place.node.content {
      case .null, .bool, .number, .string: break
      case .array: rest += place.elements ?? []
      case .object(let members):
        for member in members {
          let pointer = "\(place.pointer)/\(JSONMembers.escaped(member.name))"
          rest.append(JSONPlace(node: member.value, pointer: pointer))
          guard offsets.contains(member.nameOffset) else { continue }
          log.report(.repeatedMember(member.name), pointer: pointer, offset: member.nameOffset)
        }
      }
    }
  }
}
