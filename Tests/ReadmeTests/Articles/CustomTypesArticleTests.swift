import Defaults
import TestSupport
import Testing

struct Stroke {
  var color: String
  var width: Int
}

struct StrokeBridge: Defaults.Bridge {
  func serialize(_ value: Stroke?) -> [String: String]? {
    value.map { ["color": $0.color, "width": String($0.width)] }
  }

  func deserialize(_ object: [String: String]?) -> Stroke? {
    guard let color = object?["color"], let width = object?["width"].flatMap({ Int($0) }) else {
      return nil
    }
    return Stroke(color: color, width: width)
  }
}

extension Stroke: Defaults.Serializable {
  static let bridge = StrokeBridge()
}

extension Defaults.Keys {
  static let stroke = Key<Stroke>("stroke", default: Stroke(color: "black", width: 1))
  static let strokes = Key<[String: [Stroke]]>("strokes", default: [:])
}

struct Layers<Element: Defaults.Serializable>: Collection {
  var items: [Element]

  var startIndex: Int { items.startIndex }
  var endIndex: Int { items.endIndex }

  func index(after index: Int) -> Int { items.index(after: index) }
  subscript(position: Int) -> Element { items[position] }
}

extension Layers: Defaults.CollectionSerializable {
  init(_ elements: [Element]) { items = elements }
}

extension Defaults.Keys {
  static let opacity = Key<Double>("opacity", default: 1, validation: .range(0...1))
  static let nickname = Key<String?>("nickname", validation: .pattern("^[a-z]+$"))
}

final class CustomTypesArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `a type with a bridge works everywhere`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.stroke].width = 3
      Defaults[.strokes]["a"] = [Stroke(color: "red", width: 2)]
      #expect(Defaults[.stroke].width == 3)
      #expect(Defaults[.strokes]["a"]?.first?.color == "red")
      let layers = Defaults.Key<Layers<Stroke>>("layers", default: Layers([]))
      Defaults[layers] = Layers([Stroke(color: "blue", width: 1)])
      #expect(Defaults[layers][0].color == "blue")
    }
  }

  @Test func `a rule refuses values`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let reports = Recorder<String>()
      func report(_ error: any Error) { reports.record("\(error)") }
      do {
        try Defaults.set(.opacity, to: 1.5)
      } catch {
        report(error)
      }
      #expect(reports.elements.count == 1)
      #expect(Defaults[.opacity] == 1)
      Defaults[.nickname] = "ADA"
      #expect(Defaults[.nickname] == nil)
      Defaults[.nickname] = "ada"
      #expect(Defaults[.nickname] == "ada")
    }
  }
}
