import Defaults

extension JSONSchemaReader {
  /// Returns the keywords of an object together with those that its branches certainly add.
  ///
  /// The kind of a value is found from them. A value has to fit all schemas of `allOf`, so their
  /// keywords are added, and of two keywords of the same name the first is kept: the result
  /// describes at least the valid values, and the rule of the key checks them exactly. The
  /// properties of `then`, `else` and `dependentSchemas` are added as well, so that they can be
  /// edited, but none of them as required.
  func merged(_ members: JSONMembers) throws(Failure) -> JSONMembers {
    guard members.names.contains(where: Self.branchKeywords.contains) else { return members }
    var result = members
    for element in members["allOf"]?.elements ?? [] where element.bool == nil {
      guard let branch = try branch(element, of: members) else { continue }
      result.path.references.formUnion(branch.path.references)
      result.merge(branch, isConditional: false)
    }
    result.remove("allOf")
    guard result.isOfObjects else { return result }
    var conditional = ["then", "else"].compactMap { members[$0] }
    for keyword in ["dependentSchemas", "dependencies"] {
      let others = members[keyword]?.members
      conditional += others?.names.compactMap { others?[$0] } ?? []
    }
    for json in conditional where json.members != nil {
      guard let branch = try branch(json, of: members) else { continue }
      result.merge(branch, isConditional: true)
    }
    return result
  }

  /// Returns the keywords of a branch; nil for a definition whose keywords are in the object already.
  private func branch(
    _ json: LocatedJSON,
    of owner: JSONMembers
  ) throws(Failure) -> JSONMembers? {
    do throws(Failure) {
      return try merged(members(at: json, through: owner.path))
    } catch {
      if case .partRecursive = error.flaw { return nil }
      throw error
    }
  }

  private static let branchKeywords: Set<String> = [
    "allOf", "then", "else", "dependentSchemas", "dependencies",
  ]
}

extension JSONMembers {
  /// Whether the keywords are, as far as they say, those of an object.
  fileprivate var isOfObjects: Bool {
    if let type = self["type"] {
      return type.string == "object" || type.elements?.contains { $0.string == "object" } == true
    }
    return ["enum", "const", "items", "anyOf", "oneOf"].allSatisfy { self[$0] == nil }
  }

  /// Adds the keywords of a branch.
  fileprivate mutating func merge(_ branch: JSONMembers, isConditional: Bool) {
    let known = Set(self["properties"]?.members?.names ?? [])
    if let theirs = branch["properties"]?.members {
      var properties = self["properties"]?.members ?? JSONMembers([], of: theirs.json)
      properties.addMissing(theirs)
      add(.object(properties, at: self["properties"] ?? theirs.json), as: "properties")
    }
    guard !isConditional else { return }
    if let theirs = branch["required"], let names = theirs.elements?.compactMap(\.string) {
      let ours = self["required"]?.elements?.compactMap(\.string) ?? []
      let all = ours + names.filter { !ours.contains($0) }
      add(.texts(all, at: self["required"] ?? theirs), as: "required")
    }
    // A whole number is the narrower of the two types.
    if let ours = self["type"], let theirs = branch["type"], ours.string != theirs.string,
      theirs.string == "integer" || (ours.elements != nil && theirs.string != nil)
    {
      add(theirs, as: "type")
    }
    // Members that only one branch declares are others for the rest.
    if !known.isEmpty, branch["additionalProperties"] != nil, self["additionalProperties"] == nil {
      return addMissing(branch, except: ["additionalProperties"])
    }
    addMissing(branch)
  }
}
