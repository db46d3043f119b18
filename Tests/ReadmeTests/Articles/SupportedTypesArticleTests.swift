import Defaults
import TestSupport
import Testing

extension Defaults.Keys {
  static let palettes = Key<[[String: Set<[String: Int]>]]>("palettes", default: [])
}

enum Paper: String, Defaults.Serializable {
  case plain, lined, squared
}

struct Canvas: Codable, Defaults.Serializable {
  var width = 800
  var height = 600
}

extension Defaults.Keys {
  static let paper = Key<Paper>("paper", default: .plain)
  static let canvas = Key<Canvas>("canvas", default: Canvas())
}

enum Ink: String, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable {
  case black, blue
}

final class SupportedTypesArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `values of many types are stored`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.palettes] = [["warm": [["red": 1], ["yellow": 2]]]]
      Defaults[.paper] = .squared
      Defaults[.canvas].width = 1024
      #expect(Defaults[.palettes].first?["warm"]?.count == 2)
      #expect(Defaults.Suite.standard.string(forKey: "paper") == "squared")
      #expect(Defaults.Suite.standard.string(forKey: "canvas") == #"{"height":600,"width":1024}"#)

      let extra = Defaults.Key<[String: Defaults.AnySerializable]>("extra", default: [:])
      Defaults[extra]["zoom"] = 2
      Defaults[extra]["ink"] = Defaults.AnySerializable(Ink.blue)
      let ink = Defaults[extra]["ink"]?.get(Ink.self)
      #expect(ink == .blue)
      #expect(Defaults[extra]["ink"] == "blue")
    }
  }
}
