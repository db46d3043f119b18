public import DefaultsCore

/// A flaw of a schema document, and its place.
public struct SchemaProblem: Hashable, Sendable {
  /// The flaw.
  public var flaw: SchemaFlaw
  /// The line and column; nil for formats in which the places of values are not known.
  public var place: TextPlace?
  /// The path in the document as a JSON Pointer (RFC 6901); empty for the root.
  public var pointer: String
  /// The key that has the flaw; nil when no single key has it.
  public var key: String?

  /// Creates a problem.
  public init(_ flaw: SchemaFlaw, place: TextPlace? = nil, pointer: String = "", key: String? = nil)
  {
    self.flaw = flaw
    self.place = place
    self.pointer = pointer
    self.key = key
  }

  /// Returns the problem in the form of compilers: `path:line:column: severity: pointer: text`.
  public func message(path: String) -> String {
    let location = place.map { "\(path):\($0.line):\($0.column)" } ?? path
    let subject = pointer.isEmpty ? "" : "\(pointer): "
    return "\(location): \(flaw.severity.rawValue): \(subject)\(flaw)"
  }
}

/// A log of the problems that are found while one document is read.
final class ProblemLog {
  /// The key that is being read.
  var key: String? { didSet { hasSensitivePart = false } }
  /// Whether the schema of the key calls a part of its values sensitive that is no member of a table,
  /// so that the whole value is a secret.
  var hasSensitivePart: Bool = false

  private var found: [(problem: SchemaProblem, offset: Int?)] = []

  private struct Fact: Hashable {
    var flaw: SchemaFlaw
    var pointer: String
    var offset: Int?
    var key: String?
  }

  private var facts: Set<Fact> = []

  /// Adds a flaw with its path in the document, and the number of bytes before it, if known.
  func report(_ flaw: SchemaFlaw, pointer: String, offset: Int? = nil) {
    // A long name must not be repeated for each problem in what it names.
    let pointer = CleanText.cut(pointer, at: SchemaLimits.pointer)
    // A definition is read for each reference to it; what it means for a key is said of each.
    let fact = Fact(
      flaw: flaw,
      pointer: pointer,
      offset: offset,
      key: flaw.scope == .key ? key : nil
    )
    guard facts.insert(fact).inserted else { return }
    found.append((SchemaProblem(flaw, pointer: pointer, key: key), offset))
  }

  /// Adds a flaw of a JSON value.
  func report(_ flaw: SchemaFlaw, at json: LocatedJSON) {
    report(flaw, pointer: json.pointer, offset: json.offset)
  }

  /// Whether a flaw makes the document as a whole unusable.
  var isFatal: Bool {
    found.contains { $0.problem.flaw.scope == .document || $0.problem.flaw.scope == .text }
  }

  /// Returns the problems in the order of the text, with lines and columns.
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
