import Defaults
import Foundation

/// The keyed archives of URLs and of arrays of them, as Foundation's archiver makes them of `NSURL`.
///
/// They are made here, because the archiver returns nothing in a program that is linked with
/// `-static-stdlib`, and because its archives of equal URLs can differ in the order of their members.
/// `NSKeyedUnarchiver` reads them, and so do SwiftyUserDefaults and `UserDefaults.url(forKey:)` on
/// Apple's systems.
enum URLArchive {
  /// Returns the archive of a URL; fails when it would be too large.
  static func data(of url: URL) throws(Defaults.SerializationError) -> Data {
    var archive = Objects()
    let root = archive.add(url)
    return try archive.data(root: root)
  }

  /// Returns the archive of an array of URLs; fails when it would be too large.
  static func data(of urls: [URL]) throws(Defaults.SerializationError) -> Data {
    var archive = Objects()
    let elements = urls.map { archive.add($0) }
    let root = archive.add([
      "NS.objects": .array(elements), "$class": archive.add(class: "NSArray"),
    ])
    return try archive.data(root: root)
  }

  /// The objects of an archive, which refer to one another by their positions.
  private struct Objects {
    /// The first object stands for nil.
    private var objects: [Defaults.StoredValue] = [.string("$null")]
    private var classes: [String: Defaults.StoredValue] = [:]

    mutating func add(_ url: URL) -> Defaults.StoredValue {
      let base = url.baseURL.map { add($0) } ?? .uid(0)
      let text = add(.string(url.relativeString))
      return add(["NS.base": base, "NS.relative": text, "$class": add(class: "NSURL")])
    }

    mutating func add(class name: String) -> Defaults.StoredValue {
      if let known = classes[name] { return known }
      let added = add([
        "$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")]),
      ])
      classes[name] = added
      return added
    }

    mutating func add(_ members: [Defaults.KeyName: Defaults.StoredValue]) -> Defaults.StoredValue {
      add(.dictionary(members))
    }

    private mutating func add(_ object: Defaults.StoredValue) -> Defaults.StoredValue {
      objects.append(object)
      return .uid(UInt64(objects.count - 1))
    }

    func data(root: Defaults.StoredValue) throws(Defaults.SerializationError) -> Data {
      let document = PropertyListDocument([
        "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
        "$top": .dictionary(["root": root]), "$objects": .array(objects),
      ])
      do throws(PropertyListError) {
        // References make it binary.
        return Data(try document.encoded())
      } catch {
        throw .encodingFailed(type: "URL", reason: error.reason)
      }
    }
  }
}
