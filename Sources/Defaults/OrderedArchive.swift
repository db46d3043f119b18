import DefaultsCore
import Foundation

/// A keyed archive whose objects and members are in a fixed order.
///
/// Foundation's archiver on Linux takes the members of objects, sets and dictionaries in the order of
/// a hash table, which differs from call to call. So the archives of one object would be stored as
/// ever new values, each of them a change with a commit and an entry of the history. Here the objects
/// are numbered in the order in which they are reached from the top, by the sorted names of members;
/// and the elements of sets and dictionaries are sorted where they, or the keys, are plain values.
struct OrderedArchive {
  private let objects: [Defaults.StoredValue]
  /// By old position, the new one.
  private var positions: [UInt64: UInt64] = [0: 0]
  /// The old positions in the new order; the first object stands for nil.
  private var order: [UInt64] = [0]

  private init(_ objects: [Defaults.StoredValue]) {
    self.objects = objects
  }

  /// Returns an archive of the same objects in a fixed order; nil when it is not a keyed archive.
  static func data(of archive: Data) -> Data? {
    guard var document = try? PropertyListDocument(parsing: Array(archive)).values,
      case .array(let objects)? = document["$objects"], let top = document["$top"]
    else { return nil }
    var ordered = Self(objects)
    document["$top"] = ordered.renumbered(top)
    // Each object may reach others, which are appended to the order.
    var result: [Defaults.StoredValue] = []
    while result.count < ordered.order.count {
      let old = ordered.order[result.count]
      guard old < UInt64(objects.count) else { return nil }
      result.append(ordered.renumbered(ordered.sorted(objects[Int(old)])))
    }
    document["$objects"] = .array(result)
    return (try? PropertyListDocument(document).encoded()).map { Data($0) }
  }

  private mutating func renumbered(_ value: Defaults.StoredValue) -> Defaults.StoredValue {
    switch value {
    case .uid(let old):
      return .uid(position(of: old))
    case .array(let elements):
      return .array(elements.map { renumbered($0) })
    case .dictionary(var members):
      for name in members.keys.sorted() { members[name] = members[name].map { renumbered($0) } }
      return .dictionary(members)
    case .bool, .integer, .real, .string, .date, .data, .null, .opaque:
      return value
    }
  }

  private mutating func position(of old: UInt64) -> UInt64 {
    if let known = positions[old] { return known }
    let new = UInt64(order.count)
    positions[old] = new
    order.append(old)
    return new
  }

  /// Returns an object with its elements sorted, if it is a set or a dictionary.
  private func sorted(_ object: Defaults.StoredValue) -> Defaults.StoredValue {
    guard case .dictionary(var members) = object,
      case .array(let elements)? = members["NS.objects"],
      case .dictionary(let type)? = members["$class"].flatMap(target),
      case .string(let name)? = type["$classname"]
    else { return object }
    switch name {
    case "NSSet", "NSMutableSet":
      guard let plain = plainValues(elements) else { return object }
      members["NS.objects"] = .array(inOrder(of: plain).map { elements[$0] })
    case "NSDictionary", "NSMutableDictionary":
      guard case .array(let keys)? = members["NS.keys"], keys.count == elements.count,
        let plain = plainValues(keys)
      else { return object }
      let order = inOrder(of: plain)
      members["NS.keys"] = .array(order.map { keys[$0] })
      members["NS.objects"] = .array(order.map { elements[$0] })
    default: return object
    }
    return .dictionary(members)
  }

  private func target(_ reference: Defaults.StoredValue) -> Defaults.StoredValue? {
    guard case .uid(let number) = reference, number < UInt64(objects.count) else { return nil }
    return objects[Int(number)]
  }

  /// Returns the values of references; nil when one of them is an object with members.
  private func plainValues(_ references: [Defaults.StoredValue]) -> [Defaults.StoredValue]? {
    references.mapAll { reference in
      target(reference).flatMap { $0.contains([.dictionary, .array, .uid]) ? nil : $0 }
    }
  }

  private func inOrder(of values: [Defaults.StoredValue]) -> [Int] {
    values.indices.sorted { Defaults.StoredValue.precedes(values[$0], values[$1]) }
  }
}
