import Defaults
import DefaultsTesting
import Foundation
import Observation
import TestSupport
import Testing

/// An object that can be archived in several ways.
final class TrackedTag: NSObject, NSSecureCoding, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  let name: String

  init(_ name: String) { self.name = name }

  init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
  }

  func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }

  override func isEqual(_ other: Any?) -> Bool { (other as? TrackedTag)?.name == name }

  override var hash: Int { name.hashValue }
}

/// Swift's Observation, for values of which equal ones can have several stored forms.
struct TrackedFormsTests {
  private let temporary = TemporarySuite("tracked.forms")
  private var suite: Defaults.Suite { temporary.suite }

  private func archive(
    _ name: String,
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws
    -> Defaults.StoredValue
  {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = format
    archiver.encode(TrackedTag(name), forKey: NSKeyedArchiveRootObjectKey)
    return .data(archiver.encodedData)
  }

  private func changes<Read>(_ read: @escaping () -> Read, during body: () -> Void) -> Int {
    let told = Recorder<Int>()
    withObservationTracking {
      _ = read()
    } onChange: {
      told.record(1)
    }
    body()
    return told.elements.count
  }

  @Test func `another archive of an equal object is no change`() throws {
    let key = Defaults.Key<TrackedTag>("TrackedForms.tag", default: TrackedTag(""), suite: suite)
    let optional = Defaults.Key<[TrackedTag?]>("TrackedForms.tag", default: [], suite: suite)
    let text = Defaults.Key<Data?>("TrackedForms.tag", suite: suite)
    let name = "TrackedForms.tag"
    let forms = [try archive("a", .xml), try archive("a", .binary), try archive("b", .binary)]
    #expect(forms[0] != forms[1])
    suite.setStoredValue(forms[0], forKey: name)
    #expect(Defaults[key] == TrackedTag("a"))
    let equal = { suite.setStoredValue(forms[1], forKey: name) }
    #expect(changes({ Defaults[key] }, during: equal) == 0)
    suite.setStoredValue(forms[0], forKey: name)
    // Who reads the stored bytes, or cannot read them as the type, is told.
    #expect(changes({ Defaults[text] }, during: equal) == 1)
    suite.setStoredValue(forms[0], forKey: name)
    #expect(changes({ Defaults[optional] }, during: equal) == 1)
    #expect(changes({ Defaults[key] }) { suite.setStoredValue(forms[2], forKey: name) } == 1)
    #expect(changes({ Defaults[key] }) { suite.removeObject(forKey: name) } == 1)
  }

  @Test func `a default that is stored in another form is no change`() throws {
    let name = "TrackedForms.default"
    let key = Defaults.Key<TrackedTag>(name, default: TrackedTag("a"), suite: suite)
    let form = try archive("a", .xml)
    #expect(changes({ Defaults[key] }) { suite.setStoredValue(form, forKey: name) } == 0)
    let other = try archive("b", .xml)
    #expect(changes({ Defaults[key] }) { suite.setStoredValue(other, forKey: name) } == 1)
  }
}
