import Defaults
import Testing

/// Names of earlier versions of the original, as apps use them.
struct FormerNameTests {
  private struct Point: Codable, Hashable, _DefaultsSerializable { var x: Int }

  private enum Mode: String, Codable, _DefaultsSerializable, _DefaultsPreferRawRepresentable {
    case light, dark
  }

  private struct Celsius { var degrees: Double }

  private struct CelsiusBridge: _DefaultsBridge {
    func serialize(_ value: Celsius?) -> Double? { value?.degrees }
    func deserialize(_ object: Double?) -> Celsius? { object.map { Celsius(degrees: $0) } }
  }

  private struct PointBridge: _DefaultsCodableBridge { typealias Value = Point }

  private func span<Span: _DefaultsRange>(of range: Span) -> [Span.Bound] {
    [range.lowerBound, range.upperBound]
  }

  private let suite = Defaults.Suite(inMemory: "former names")

  @Test func `types that declare former names are stored`() {
    let point = Defaults.Key("FormerNames.point", default: Point(x: 1), suite: suite)
    suite[point] = Point(x: 2)
    #expect(suite[point] == Point(x: 2))
    let mode = Defaults.Key("FormerNames.mode", default: Mode.light, suite: suite)
    suite[mode] = .dark
    #expect(suite.string(forKey: mode.name) == "dark")
    #expect(
      CelsiusBridge().deserialize(CelsiusBridge().serialize(Celsius(degrees: 5)))?.degrees == 5
    )
    #expect(PointBridge().deserialize(PointBridge().serialize(Point(x: 3))) == Point(x: 3))
    #expect(span(of: 1...5) == [1, 5])
    let type: any _DefaultsSerializable.Type = [Int].self
    let isNative = type.isNativelySupportedType
    #expect(isNative)
  }

  @Test func `an untyped value says whether it is nil`() {
    let nothing: Defaults.AnySerializable = nil
    #expect(nothing._defaults_isNil)
    #expect(!Defaults.AnySerializable(1)._defaults_isNil)
  }

  @Test func `a property wrapper may be updated`() {
    let key = Defaults.Key("FormerNames.wrapped", default: 1, suite: suite)
    var property = Default(key)
    suite[key] = 2
    property.update()
    #expect(property.wrappedValue == 2)
  }

  @Test func `keys can be added for iCloud, which is reported once`() async {
    let first = Defaults.Key("FormerNames.first", default: 1, suite: suite)
    let second = Defaults.Key<String?>("FormerNames.second", suite: suite)
    Defaults.iCloud.add(first, second)
    Defaults.iCloud.add([second])
    #expect(Defaults.iCloud.keys.isSuperset(of: [first, second]))
    #expect(suite.takeDiagnostics().map(\.kind) == [.notSynchronized(key: "FormerNames.first")])
    await Defaults.iCloud.waitForSyncCompletion()
    suite[first] = 5
    #expect(suite[first] == 5)
    Defaults.iCloud.remove(first)
    #expect(!Defaults.iCloud.keys.contains(first))
    Defaults.iCloud.remove([second])
    Defaults.iCloud.removeAll()
    #expect(!Defaults.iCloud.keys.contains(second))
    Defaults.iCloud.isDebug = true
    #expect(Defaults.iCloud.isDebug)
    Defaults.iCloud.isDebug = false
  }
}
