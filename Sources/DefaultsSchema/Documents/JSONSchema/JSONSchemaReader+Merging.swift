import OrderedCollections

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
    var merging = BranchMerging(members)
    for element in members["allOf"]?.elements ?? [] where element.bool == nil {
      guard let branch = try branch(element, of: members) else { continue }
      merging.add(branch, isConditional: false)
    }
    guard merging.members.isOfObjects else { return merging.result }
    var conditional = ["then", "else"].compactMap { members[$0] }
    for keyword in ["dependentSchemas", "dependencies"] {
      let others = members[keyword]?.members
      conditional += others?.names.compactMap { others?[$0] } ?? []
    }
    for json in conditional where json.members != nil {
      guard let branch = try branch(json, of: members) else { continue }
      merging.add(branch, isConditional: true)
    }
    return merging.result
  }

  /// Returns the keywords of a branch; nil for a definition whose keywords are in the object already.
  private func branch(
    _ json: LocatedJSON,
    of owner: JSONMembers
  ) throws(Failure) -> JSONMembers? {
    do throws(Failure) {
      return try merged(members(at: json, through: owner.path))
    } catch {
      if error.flaw.trait == .recursion { return nil }
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
}

/// The keywords of an object, to which those of its branches are added.
///
/// Properties and required names are collected, and put into the object at the end: to copy them for each
/// branch would take time that grows with the square of the number of branches.
private struct BranchMerging {
  /// The keywords so far, without the properties and required names of branches.
  private(set) var members: JSONMembers
  private var properties: JSONMembers?
  private var required: OrderedSet<String>
  /// Where the first properties and the first required names stand, once a branch has added some.
  private var places: (properties: LocatedJSON?, required: LocatedJSON?)

  init(_ members: JSONMembers) {
    self.members = members
    self.members.remove("allOf")
    properties = members["properties"]?.members
    required = OrderedSet(members["required"]?.elements?.compactMap(\.string) ?? [])
  }

  mutating func add(_ branch: JSONMembers, isConditional: Bool) {
    let hadProperties = properties?.isEmpty == false
    var collected: Set<String> = []
    if let theirs = branch["properties"]?.members {
      collected.insert("properties")
      places.properties = places.properties ?? members["properties"] ?? theirs.json
      if properties == nil { properties = JSONMembers([], of: theirs.json) }
      properties?.addMissing(theirs)
    }
    guard !isConditional else { return }
    members.path.references.formUnion(branch.path.references)
    if let theirs = branch["required"], let names = theirs.elements?.compactMap(\.string) {
      collected.insert("required")
      places.required = places.required ?? members["required"] ?? theirs
      required.append(contentsOf: names)
    }
    // A whole number is the narrower of the two types.
    if let ours = members["type"], let theirs = branch["type"], ours.string != theirs.string,
      theirs.string == "integer" || (ours.elements != nil && theirs.string != nil)
    {
      members.add(theirs, as: "type")
    }
    // Members that only one branch declares are others for the rest.
    if hadProperties { collected.insert("additionalProperties") }
    members.addMissing(branch, except: collected)
  }

  /// The keywords of the object and its branches.
  var result: JSONMembers {
    var result = members
    if let place = places.properties, let properties {
      result.add(.object(properties, at: place), as: "properties")
    }
    if let place = places.required {
      result.add(.texts(Array(required), at: place), as: "required")
    }
    return result
  }
}
