package import DefaultsCore

extension SchemaRule {
  /// Creates the rule of a JSON Schema that is a document of its own.
  ///
  /// - Parameters:
  ///   - schema: the schema.
  ///   - documents: the documents that it may refer to, by their URIs.
  ///   - isOlder: whether draft 7 holds where no `$schema` says otherwise, and not 2020-12.
  ///   - isForSettings: whether texts must have the formats that the schema names, and values must be such
  ///     that a property list can hold them.
  /// - Returns: nil when the schema is too large.
  package static func of(
    _ schema: JSONValue,
    documents: [String: JSONValue] = [:],
    isOlder: Bool = false,
    isForSettings: Bool = true
  ) -> SchemaRule? {
    let reader = JSONSchemaReader(
      root: LocatedJSON(schema),
      dialect: .init(acceptsForeignKeywords: false, draft: isOlder ? .seven : .modern),
      translations: Translations(),
      log: ProblemLog()
    ) { uri in
      documents[uri].map { LocatedJSON($0) }
    }
    var bundle = SchemaBundle(reader: reader)
    return bundle.schema(of: LocatedJSON(schema)).map {
      SchemaRule($0, for: isForSettings ? .document : .anyValue)
    }
  }

  /// Returns whether the schema accepts a value, which need not be one that a property list can hold.
  package func accepts(_ value: Defaults.StoredValue) -> Bool {
    // `try?`: only whether it is refused matters, not why.
    (try? validate(value)) != nil
  }
}

extension LocatedJSON {
  /// Creates a document from a value.
  fileprivate init(_ value: JSONValue) {
    var scanner = JSONScanner(Array(value.text().utf8), deepestNesting: SchemaLimits.nesting)
    let null = JSONNode(content: .null, offset: 0)
    // `try?`: the text of a value can be parsed, unless it is too deep.
    self.init(node: (try? scanner.scan()) ?? null, pointer: "")
  }
}
