/// One flaw of a schema document, and where it is.
public struct SchemaProblem: Hashable, Sendable {
  /// What is wrong.
  public var flaw: SchemaFlaw
  /// Where in the text; nil for formats whose values do not know their places.
  public var place: TextPlace?
  /// Where in the document, as a JSON Pointer (RFC 6901); empty for the root.
  public var pointer: String
  /// The key that the flaw belongs to; nil when it belongs to none.
  public var key: String?

  /// Creates a problem.
  public init(_ flaw: SchemaFlaw, place: TextPlace? = nil, pointer: String = "", key: String? = nil)
  {
    self.flaw = flaw
    self.place = place
    self.pointer = pointer
    self.key = key
  }

  /// Returns the problem as compilers write theirs: `path:line:column: severity: pointer: text`.
  public func message(path: String) -> String {
    let location = place.map { "\(path):\($0.line):\($0.column)" } ?? path
    let subject = pointer.isEmpty ? "" : "\(pointer): "
    return "\(location): \(flaw.severity.rawValue): \(subject)\(flaw)"
  }
}

/// Collects the problems of one document while it is read.
final class ProblemLog {
  /// The key that is being read.
  var key: String?

  private var found: [(problem: SchemaProblem, offset: Int?)] = []

  /// Remembers a flaw.
  ///
  /// - Parameters:
  ///   - flaw: what is wrong.
  ///   - pointer: where in the document.
  ///   - offset: how many bytes of the text come before the place, where that is known.
  func report(_ flaw: SchemaFlaw, pointer: String, offset: Int? = nil) {
    found.append((SchemaProblem(flaw, pointer: pointer, key: key), offset))
  }

  /// Remembers a flaw of a value in JSON.
  func report(_ flaw: SchemaFlaw, at place: JSONPlace) {
    report(flaw, pointer: place.pointer, offset: place.offset)
  }

  /// Whether the document as a whole cannot be used.
  var isFatal: Bool {
    found.contains { $0.problem.flaw.scope == .document || $0.problem.flaw.scope == .text }
  }

  /// The problems in the order of the text, with lines and columns.
  func problems(in bytes: [UInt8]) -> [SchemaProblem] {
    let placed = found.enumerated().sorted { left, right in
      (left.element.offset ?? -1, left.offset) < (right.element.offset ?? -1, right.offset)
    }.map(\.element)
    let places = TextPlace.places(of: placed.compactMap(\.offset), in: bytes)
    var rest = places[...]
    return placed.map { problem, offset in
      var problem = problem
      if offset != nil { problem.place = rest.popFirst() }
      return problem
    }
  }
}
