import DefaultsCore

extension JSONSchemaReader {
  /// Removes links to keys that the document does not declare, and replacements in a cycle.
  ///
  /// Called once all keys are read. It also converts the value that a dependency compares with to
  /// the kind of the other key, and adds the keys that a help text mentions to "see also".
  func resolveLinks(_ readings: [KeyReading]) {
    let kinds = Dictionary(readings.map { ($0.entry.key, $0.entry.kind) }) { first, _ in first }
    for reading in readings {
      log.key = reading.entry.key.string
      resolveLinks(reading, kinds)
    }
    removeReplacementCycles(readings)
    log.key = nil
  }

  private func resolveLinks(_ reading: KeyReading, _ kinds: [Defaults.KeyName: ValueKind]) {
    let json = reading.json
    func isKnown(_ key: String, _ keyword: String) -> Bool {
      if kinds[Defaults.KeyName(key)] != nil { return true }
      log.report(
        .warning("\"\(keyword)\" names \"\(key)\", which is not declared"),
        at: json.members?[keyword] ?? json
      )
      return false
    }
    if let replacement = reading.entry.deprecation?.replacement,
      !isKnown(replacement, "x-replacedBy")
    {
      reading.entry.deprecation?.replacement = nil
    }
    if let dependency = reading.entry.dependency {
      if isKnown(dependency.key, "x-dependsOn"), let kind = kinds[Defaults.KeyName(dependency.key)]
      {
        let value = try? kind.value(from: dependency.value.json)
        reading.entry.dependency?.value = value ?? dependency.value
      } else {
        reading.entry.dependency = nil
      }
    }
    reading.entry.seeAlso.removeAll { !isKnown($0, "x-seeAlso") }
    for key in reading.linkedKeys
    where kinds[Defaults.KeyName(key)] != nil && Defaults.KeyName(key) != reading.entry.key
      && !reading.entry.seeAlso.contains(key)
    {
      reading.entry.seeAlso.append(key)
    }
  }

  /// Removes the replacements that form a cycle, and reports each key in it.
  private func removeReplacementCycles(_ readings: [KeyReading]) {
    let pairs = readings.compactMap { reading in
      reading.entry.deprecation?.replacement.map { (reading.entry.key, Defaults.KeyName($0)) }
    }
    let cycles = Self.cycles(in: Dictionary(pairs) { first, _ in first })
    for reading in readings where cycles.contains(reading.entry.key) {
      log.key = reading.entry.key.string
      let json = reading.json.members?["x-replacedBy"] ?? reading.json
      log.report(.warning("\"\(reading.entry.key)\" is replaced by itself in the end"), at: json)
      reading.entry.deprecation?.replacement = nil
    }
  }

  /// The keys that following their successors leads back to.
  private static func cycles(
    in successors: [Defaults.KeyName: Defaults.KeyName]
  ) -> Set<Defaults.KeyName> {
    var cycles: Set<Defaults.KeyName> = []
    var visited: Set<Defaults.KeyName> = []
    for start in successors.keys {
      var way: [Defaults.KeyName] = []
      var positions: [Defaults.KeyName: Int] = [:]
      var next: Defaults.KeyName? = start
      while let key = next, visited.insert(key).inserted {
        positions[key] = way.count
        way.append(key)
        next = successors[key]
      }
      if let key = next, let position = positions[key] { cycles.formUnion(way[position...]) }
    }
    return cycles
  }
}

extension Sequence {
  /// Returns the elements that have an order by that number, then the others; elements of the same
  /// order keep their places.
  func sorted(byOrder order: (Element) -> Double?) -> [Element] {
    enumerated().map { (order: order($1) ?? .infinity, offset: $0, element: $1) }
      .sorted { ($0.order, $0.offset) < ($1.order, $1.offset) }.map(\.element)
  }
}

extension [JSONSchemaReader.KeyReading] {
  /// The entries with an `order` by that number, then the others in the order of the document.
  var inDocumentOrder: [Entry] { sorted(byOrder: \.order).map(\.entry) }

  /// The entries as they are shown: those with an `order` by that number, then the others by title.
  var inOrder: [Entry] {
    // The titles to compare are made once for each key and not once for each comparison.
    map { (order: $0.order ?? .infinity, title: $0.entry.title.titleOrder, reading: $0) }
      .sorted { left, right in
        (left.order, left.title, left.reading.entry.key)
          < (right.order, right.title, right.reading.entry.key)
      }
      .map(\.reading.entry)
  }
}
