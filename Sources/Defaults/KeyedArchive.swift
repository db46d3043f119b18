package import DefaultsCore
package import Foundation

extension Defaults {
  /// Conversion of objects to keyed archives and back, for both dialects.
  ///
  /// What Foundation's archiver returns is not trusted. In a program that holds the Swift libraries
  /// itself (`-static-stdlib`), it returns no data at all and reports no error; a class may also
  /// write what it cannot read. Such an archive would be stored as the value and be read as nil by
  /// the next program. So every archive is decoded again before it is returned, and a value that
  /// does not survive this has no stored form: the write fails, and what was stored stays.
  ///
  /// The archiver gives equal objects different archives, so they are brought into one order.
  package enum KeyedArchive {
    /// Archives an object in a form that can be read again; all objects in it must be archivable.
    ///
    /// The type is that in errors. `isSecure` says whether all objects must conform to
    /// `NSSecureCoding`. `decode` decodes an archive, as it is done when the value is read.
    package static func data(
      of root: Any,
      type: Any.Type,
      isSecure: Bool,
      decode: (Data) -> Any?
    ) throws(SerializationError) -> Data {
      let name = String(reflecting: type)
      guard isArchivable(root) else { throw .unsupportedType(name) }
      var data: Data
      do {
        data = try NSKeyedArchiver.archivedData(
          withRootObject: root,
          requiringSecureCoding: isSecure,
        )
      } catch {
        throw .encodingFailed(type: name, reason: String(describing: error))
      }
      guard !data.isEmpty else {
        throw .encodingFailed(
          type: name,
          reason: "Foundation's archiver returned no data, as it does in a program that is linked "
            + "with -static-stdlib",
        )
      }
      data = ordered(data) ?? data
      guard decode(data) != nil else {
        throw .encodingFailed(type: name, reason: "the archive of it cannot be read again")
      }
      return data
    }

    /// Decodes the object of a class in an archive; returns nil when there is none of the class.
    ///
    /// `allowed` has the classes of other objects in the archive that may be decoded; nil to leave
    /// that to the class.
    static func object<Value: NSObject & NSSecureCoding>(
      _ type: Value.Type,
      in data: Data,
      allowing allowed: [AnyClass]? = nil
    ) -> Value? {
      let classes = [type] + (allowed ?? [])
      guard classes.allSatisfy(isArchivable) else { return nil }
      if allowed != nil {
        let names = Set(classes.map(NSStringFromClass))
        guard classNames(in: data).allSatisfy({ $0.hasPrefix("NS") || names.contains($0) }) else {
          return nil
        }
      }
      return (try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)) as? Value
    }

    /// Returns an archive of the same objects in a fixed order; nil when it is not a keyed archive.
    package static func ordered(_ archive: Data) -> Data? { OrderedArchive.data(of: archive) }

    /// The names of the classes in an archive.
    package struct Classes {
      /// The class of the root object; if that is an array, those of its elements.
      package var roots: Set<String> = []
      /// All classes that the archive names.
      package var all: Set<String> = []
    }

    /// Returns the classes in an archive, without decoding its objects; nil when it is not one.
    package static func classes(in data: Data) -> Classes? {
      guard let archive = try? PropertyListDocument(parsing: Array(data)).values,
        case .array(let objects)? = archive["$objects"],
        case .dictionary(let top)? = archive["$top"],
        let root = object(top[KeyName(NSKeyedArchiveRootObjectKey)], in: objects),
        let rootClass = className(of: root, in: objects)
      else { return nil }
      var classes = Classes(roots: [rootClass], all: Set(classNames(in: data)))
      if ["NSArray", "NSMutableArray"].contains(rootClass), case .dictionary(let members) = root,
        case .array(let elements)? = members["NS.objects"]
      {
        let names = elements.map { element in
          object(element, in: objects).flatMap { className(of: $0, in: objects) } ?? "no class"
        }
        classes.roots = Set(names)
      }
      return classes
    }

    private static func object(_ reference: StoredValue?, in objects: [StoredValue]) -> StoredValue?
    {
      guard case .uid(let number)? = reference, number < UInt64(objects.count) else { return nil }
      return objects[Int(number)]
    }

    /// Returns the name of an object's class; a plain value is an object of Foundation.
    private static func className(of value: StoredValue, in objects: [StoredValue]) -> String? {
      switch value {
      case .string: return "NSString"
      case .bool, .integer, .real: return "NSNumber"
      case .data: return "NSData"
      case .date: return "NSDate"
      case .array, .uid, .null, .opaque: return nil
      case .dictionary(let members):
        guard case .dictionary(let type)? = object(members["$class"], in: objects),
          case .string(let name)? = type["$classname"]
        else { return nil }
        return name
      }
    }

    /// Returns the names of the classes in an archive.
    ///
    /// NB: Foundation on Linux ends the process when a class decodes an object without naming its
    /// class, and the class is not allowed. So the names are compared before anything is decoded.
    private static func classNames(in data: Data) -> [String] {
      // `try?`: what is not a property list is not an archive either, and is refused by the decoder.
      guard let archive = try? PropertyListDocument(parsing: Array(data)).values,
        case .array(let objects)? = archive["$objects"]
      else { return [] }
      return objects.compactMap { object in
        guard case .dictionary(let members) = object,
          case .string(let name)? = members["$classname"]
        else { return nil }
        return name
      }
    }

    private static func isArchivable(_ object: Any) -> Bool {
      if let array = object as? NSArray { return array.allSatisfy(isArchivable) }
      guard let object = object as? NSObject, object is any NSCoding else { return false }
      return isArchivable(type(of: object))
    }

    /// Returns whether the archiver supports a class.
    ///
    /// NB: Foundation on Linux ends the process for a class that is private or nested.
    private static func isArchivable(_ type: AnyClass) -> Bool {
      let name = String(reflecting: type)
      return name.count { $0 == "." } <= 1 && !name.contains("(unknown context")
    }
  }
}
