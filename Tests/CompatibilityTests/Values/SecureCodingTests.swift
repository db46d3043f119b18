import Defaults
import Foundation
import Testing

final class Photo: NSObject, NSSecureCoding, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  let title: String

  init(title: String) { self.title = title }

  init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
    self.title = String(describing: title)
  }

  func encode(with coder: NSCoder) { coder.encode(NSString(string: title), forKey: "title") }

  override func isEqual(_ object: Any?) -> Bool { (object as? Photo)?.title == title }
  override var hash: Int { title.hashValue }
}

final class Clip: NSObject, NSSecureCoding, Codable, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  let title: String
  init(title: String) { self.title = title }
  init?(coder: NSCoder) { title = "archived" }
  func encode(with coder: NSCoder) {}
}

final class ArchivedClip: NSObject, NSSecureCoding, Codable, Defaults.Serializable,
  Defaults.PreferNSSecureCoding
{
  static var supportsSecureCoding: Bool { true }
  let title: String
  init(title: String) { self.title = title }
  init?(coder: NSCoder) { title = "archived" }
  func encode(with coder: NSCoder) {}
}

struct SecureCodingTests {
  private let suite = UserDefaults(inMemory: "archives")
  private let one = Photo(title: "one")
  private let two = Photo(title: "two")

  @Test func `an archived object is kept`() throws {
    try expectKept([one, two])
  }

  @Test func `archived objects are kept in collections`() throws {
    try expectKeptInCollections(one, two)
  }

  @Test func `an archived object is data to those who know no types`() throws {
    let key = Defaults.Key<Photo>(unique(), default: one, suite: suite)
    let data = try #require(suite.data(forKey: key.name))
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: Photo.self, from: data) == one)
  }

  @Test func `an optional object is nil until it is set`() {
    let key = Defaults.Key<Photo?>(unique(), suite: suite)
    #expect(Defaults[key] == nil)
    Defaults[key] = two
    #expect(Defaults[key]?.title == "two")
    Defaults[key] = nil
    #expect(Defaults[key] == nil)
    #expect(suite.object(forKey: key.name) == nil)
  }

  @Test func `data that is no archive of the class reads as the default and stays`() {
    let key = Defaults.Key<Photo>(unique(), default: one, suite: suite)
    suite.set(Data([1, 2, 3]), forKey: key.name)
    #expect(Defaults[key] == one)
    #expect(suite.data(forKey: key.name) == Data([1, 2, 3]))
  }

  @Test func `a class that is codable too is JSON text`() {
    let key = Defaults.Key<Clip>(unique(), default: Clip(title: "a"), suite: suite)
    #expect(suite.string(forKey: key.name) == #"{"title":"a"}"#)
    #expect(Defaults[key].title == "a")
  }

  @Test func `one that prefers an archive is an archive`() {
    let key = Defaults.Key<ArchivedClip?>(unique(), suite: suite)
    Defaults[key] = ArchivedClip(title: "a")
    #expect(suite.data(forKey: key.name) != nil)
    #expect(Defaults[key]?.title == "archived")
  }
}
