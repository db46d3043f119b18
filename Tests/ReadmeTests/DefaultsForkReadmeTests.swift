import Defaults
import Foundation
import TestSupport
import Testing

// What the readme of a newer fork of sindresorhus/Defaults shows beside that.

extension Defaults.Keys {
  fileprivate static let nights = Key<Range<Int>>("fork.nights", default: 1..<4)
  fileprivate static let days = Key<ClosedRange<Int>>("fork.days", default: 1...3)
  fileprivate static let nested = Key<[[String: Set<[String: Int]>]]>("fork.nested", default: [])
  fileprivate static let camera = Key<Camera?>("fork.camera") { Camera.first }
  fileprivate static let isAwake = Key<Bool>("fork.isAwake", default: false)
  fileprivate static let width = Key<Int>("fork.width", default: 80)
  fileprivate static let height = Key<Int>("fork.height", default: 24)
  fileprivate static let plainFormat = Key<PlainFormat>("fork.plainFormat", default: .text)
  fileprivate static let quotedFormat = Key<QuotedFormat>("fork.quotedFormat", default: .text)
  fileprivate static let aliased = Defaults.Keys.Key<Int>("fork.aliased", default: 3)
}

private struct Camera: Codable, Hashable, Defaults.Serializable {
  var name: String

  static let first = Camera(name: "built in")
}

private enum PlainFormat: String, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable {
  case text = "text/plain"
}

private enum QuotedFormat: String, Codable, Defaults.Serializable {
  case text = "text/plain"
}

final class DefaultsForkReadmeTests {
  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `ranges are values, and values nest`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.nights] = 2..<9
      Defaults[.days] = 5...7
      Defaults[.nested].append(["a": [["b": 1]]])
      #expect(Defaults[.nights] == 2..<9)
      #expect(Defaults[.days] == 5...7)
      #expect(Defaults[.nested] == [["a": [["b": 1]]]])
    }
  }

  @Test func `a default is computed while nothing is stored, and is not registered`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      #expect(Defaults[.camera]?.name == "built in")
      #expect(UserDefaults.standard.object(forKey: "fork.camera") == nil)
      Defaults[.camera] = Camera(name: "other")
      #expect(Defaults[.camera]?.name == "other")
      Defaults.reset(.camera)
      #expect(Defaults[.camera] == .first)
    }
  }

  @Test func `values are an asynchronous sequence`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let updates = Defaults.updates(.isAwake)
      Defaults[.isAwake] = true
      let task = Task {
        var values: [Bool] = []
        for await value in updates {
          values.append(value)
          if values.count == 2 { break }
        }
        return values
      }
      #expect(await task.value == [false, true])
    }
  }

  @Test func `several keys are an asynchronous sequence of all their values`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let updates = Defaults.updates(.width, .height)
      Defaults[.height] = 50
      var sizes: [[Int]] = []
      for await (width, height) in updates {
        sizes.append([width, height])
        if sizes.count == 2 { break }
      }
      #expect(sizes == [[80, 24], [80, 50]])
    }
  }

  @Test func `a codable enumeration has quotation marks unless it prefers its raw value`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.plainFormat] = .text
      Defaults[.quotedFormat] = .text
      #expect(UserDefaults.standard.string(forKey: "fork.plainFormat") == "text/plain")
      #expect(UserDefaults.standard.string(forKey: "fork.quotedFormat") == #""text\/plain""#)
    }
  }

  @Test func `a key has two names for its type`() {
    #expect(Defaults[.aliased] == 3)
    #expect(type(of: Defaults.Keys.aliased) == Defaults.Key<Int>.self)
  }
}
