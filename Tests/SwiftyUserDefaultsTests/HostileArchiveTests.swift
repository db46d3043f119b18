import Defaults
import Foundation
import SwiftyUserDefaults
import Synchronization
import Testing

/// A class that an archive must not create; it records its creation.
final class TrappedClass: NSObject, NSCoding {
  static let created = Mutex(0)
  override init() {}
  init?(coder: NSCoder) { Self.created.withLock { $0 += 1 } }
  func encode(with coder: NSCoder) { coder.encode("trap", forKey: "name") }
}

/// The same, for a class that may be decoded securely.
final class SecureTrap: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  static let created = Mutex(0)
  override init() {}
  init?(coder: NSCoder) { Self.created.withLock { $0 += 1 } }
  func encode(with coder: NSCoder) {}
}

/// A plain class that holds any object.
final class PlainHolder: NSObject, NSCoding, DefaultsSerializable {
  let content: Any?
  init(_ content: Any?) { self.content = content }
  init?(coder: NSCoder) { content = coder.decodeObject(forKey: "content") }
  func encode(with coder: NSCoder) { coder.encode(content, forKey: "content") }
}

/// A secure class that holds a name.
final class SecureHolder: NSObject, NSSecureCoding, DefaultsSerializable {
  static var supportsSecureCoding: Bool { true }
  let name: String
  init(_ name: String) { self.name = name }
  init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? "none"
  }
  func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }
}

/// Archives that whoever may write a file of a suite has put there.
@Suite(.serialized) struct HostileArchiveTests {  // The classes count their objects.
  private let suite = DefaultsSuite(inMemory: "hostile")

  private func archive(_ object: Any) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
  }

  private func created(during body: () throws -> Void) rethrows -> Int {
    let before = TrappedClass.created.withLock { $0 } + SecureTrap.created.withLock { $0 }
    try body()
    return TrappedClass.created.withLock { $0 } + SecureTrap.created.withLock { $0 } - before
  }

  @Test(arguments: ["trap", "secure trap", "array", "dictionary", "holder", "nested"])
  func `no object of another class is created`(content: String) throws {
    let object: Any =
      switch content {
      case "trap": TrappedClass()
      case "secure trap": SecureTrap()
      case "array":
        NSArray(array: [
          NSURL(string: "https://a.b") ?? NSURL(fileURLWithPath: "/"), TrappedClass(),
        ])
      case "dictionary": NSDictionary(dictionary: ["a": TrappedClass()])
      case "holder": PlainHolder(TrappedClass())
      default: PlainHolder(NSArray(array: [NSArray(array: [SecureTrap()])]))
      }
    suite.set(try archive(object), forKey: "k")
    let count = created {
      #expect(suite[DefaultsKey<URL?>("k")] == nil)
      #expect(suite[DefaultsKey<[URL]>("k", defaultValue: [])] == [])
      #expect(suite[DefaultsKey<PlainHolder?>("k")] == nil)
      #expect(suite[DefaultsKey<[PlainHolder]>("k", defaultValue: [])].isEmpty)
      #expect(suite[DefaultsKey<SecureHolder?>("k")] == nil)
      #expect(suite[DefaultsKey<[SecureHolder]>("k", defaultValue: [])].isEmpty)
    }
    #expect(count == 0)
  }

  @Test func `values of the expected class and of Foundation are read`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let content = NSArray(array: [
      NSString(string: "a"), NSNumber(value: 1), NSDictionary(dictionary: ["k": NSData()]),
      NSSet(set: [NSString(string: "b")]), NSDate(timeIntervalSinceReferenceDate: 5),
    ])
    suite[DefaultsKey<PlainHolder?>("plain")] = PlainHolder(content)
    let read = suite[DefaultsKey<PlainHolder?>("plain")]?.content as? [Any]
    #expect(read?.count == 5)
    #expect(read?.first as? String == "a" && read?.last as? Date == date)
    suite[DefaultsKey<[PlainHolder]>("list", defaultValue: [])] = [
      PlainHolder(nil), PlainHolder("x"),
    ]
    #expect(suite[DefaultsKey<[PlainHolder]>("list", defaultValue: [])].count == 2)
    suite[DefaultsKey<SecureHolder?>("secure")] = SecureHolder("Ada")
    #expect(suite[DefaultsKey<SecureHolder?>("secure")]?.name == "Ada")
    let url = try #require(URL(string: "c?d", relativeTo: URL(string: "https://a.b/")))
    suite[DefaultsKey<URL?>("url")] = url
    let address = "https://a.b/c?d"
    #expect(suite[DefaultsKey<URL?>("url")]?.absoluteString == address)
    suite[DefaultsKey<[URL]>("urls", defaultValue: [])] = [url]
    #expect(suite[DefaultsKey<[URL]>("urls", defaultValue: [])].map(\.absoluteString) == [address])
  }

  @Test func `a value that could not be read again is refused when it is written`() {
    let key = DefaultsKey<PlainHolder?>("refused")
    suite[key] = PlainHolder("kept")
    suite[key] = PlainHolder(TrappedClass())
    #expect(suite[key]?.content as? String == "kept")
    #expect(suite.takeDiagnostics().count == 1)
  }

  @Test(arguments: ["", "x", "bplist00"])
  func `damaged archives are read as nothing`(bytes: String) {
    suite.set(Data(bytes.utf8), forKey: "k")
    #expect(suite[DefaultsKey<URL?>("k")] == nil)
    #expect(suite[DefaultsKey<PlainHolder?>("k")] == nil)
  }
}
