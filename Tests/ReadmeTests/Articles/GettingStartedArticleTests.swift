import Defaults
import Foundation
import TestSupport
import Testing

extension Defaults.Keys {
  static let brushSize = Key<Int>("brushSize", default: 12)
  static let artist = Key<String?>("artist")
  static let lastOpened = Key<Date>("lastOpened") { Date() }
}

let showsRulers = Defaults.Key<Bool>("showsRulers", default: true)

final class GettingStartedArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `keys are read, written and reset`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      #expect(Defaults[showsRulers])
      #expect(Defaults[.lastOpened] <= Date())

      let size = Defaults[.brushSize]
      Defaults[.brushSize] = 20
      Defaults[.brushSize] += 4
      Defaults[.artist] = "Ada"
      #expect(size == 12)
      #expect(Defaults[.brushSize] == 24)

      try Defaults.modify(.brushSize) { $0 += 1 }
      #expect(Defaults[.brushSize] == 25)

      try Defaults.set(.brushSize, to: 16)
      #expect(Defaults[.brushSize] == 16)

      let wasStored = Defaults.hasStoredValue(.brushSize)
      #expect(wasStored)
      Defaults.reset(.brushSize, .artist)
      Defaults[.artist] = nil
      #expect(Defaults[.artist] == nil)

      let isUntouched = Defaults.Keys.brushSize.isDefaultValue
      let isStored = Defaults.hasStoredValue(.brushSize)
      #expect(isUntouched)
      #expect(!isStored)
    }
  }

  @Test func `a transaction stores several keys, and a flush waits`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      try Defaults.Suite.standard.transaction { values in
        values[.brushSize] = 8
        values[.artist] = "Grace"
      }
      #expect(Defaults[.brushSize] == 8)
      #expect(Defaults[.artist] == "Grace")
      try Defaults.flush()
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(names.count { $0.hasSuffix(".plist") } == 1)
    }
  }
}
