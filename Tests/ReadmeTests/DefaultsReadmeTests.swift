import Defaults
import DefaultsCombine
import DefaultsSchema
import Foundation
import OpenCombine
import TestSupport
import Testing

// What the readme of sindresorhus/Defaults shows, in the version that introduced bridges.

extension Defaults.Keys {
  fileprivate static let volume = Key<Double>("volume", default: 0.8)
  fileprivate static let balance = Key<Double?>("balance")
  fileprivate static let pause = Key<Pause>("pause", default: .long)
  fileprivate static let pilot = Key<Pilot>("pilot", default: .init(name: "Amelia", age: "39"))
  fileprivate static let isMuted = Key<Bool>("isMuted", default: false)
  fileprivate static let showsClock = Key<Bool>("showsClock", default: true)
  fileprivate static let speed = Key<Int>("speed", default: 10)
  fileprivate static let isFast = Key<Bool>("isFast", default: false)
  fileprivate static let showsDate = Key<Bool>("showsDate", default: true, suite: shared)
  fileprivate static let guest = Defaults.Key<Guest>(
    "guest",
    default: Guest(name: "Hedy", room: "12"),
  )
  fileprivate static let guests = Defaults.Key<[Guest]>(
    "guests",
    default: [Guest(name: "Hedy", room: "12")],
  )
  fileprivate static let guestSet = Defaults.Key<Set<Guest>>(
    "guestSet",
    default: Set([Guest(name: "Hedy", room: "12")]),
  )
  fileprivate static let guestTable = Defaults.Key<[String: Guest]>(
    "guestTable",
    default: ["first": Guest(name: "Hedy", room: "12")],
  )
  fileprivate static let extras = Key<[String: Defaults.AnySerializable]>("extras", default: [:])
  fileprivate static let words = Key<Stack<String>>(
    "stackedWords",
    default: Stack(["Good", "morning"])
  )
  fileprivate static let names = Key<NameSet<String>>("names", default: NameSet(["Ada", "Alan"]))
  fileprivate static let oldList = Key<[String]>("oldList", default: [])
  fileprivate static let oldSet = Key<Set<Int>>("oldSet", default: [])
}

private let shared = UserDefaults(inMemory: "org.example.shared")
private let isOpen = Defaults.Key<Bool>("isOpen", default: true)

private enum Pause: String, Defaults.Serializable {
  case short = "1 Minute"
  case middle = "5 Minutes"
  case long = "1 Hour"
}

private struct Pilot: Codable, Defaults.Serializable {
  let name: String
  let age: String
}

// MARK: - A type with a bridge

private struct Guest: Hashable {
  let name: String
  let room: String
}

private struct GuestBridge: Defaults.Bridge {
  typealias Value = Guest
  typealias Serializable = [String: String]

  func serialize(_ value: Value?) -> Serializable? {
    guard let value = value else {
      return nil
    }
    return ["name": value.name, "room": value.room]
  }

  func deserialize(_ object: Serializable?) -> Value? {
    guard let object = object, let name = object["name"], let room = object["room"] else {
      return nil
    }
    return Guest(name: name, room: room)
  }
}

extension Guest: Defaults.Serializable {
  static let bridge = GuestBridge()
}

// MARK: - Values of any type

private enum Format: String, Defaults.Serializable {
  case text = "text/plain"
  case page = "text/html"
}

// MARK: - Properties

private struct ClockView {
  @Default(.isMuted) var isMuted

  var binding: Defaults.Binding<Bool> { $isMuted }

  func pressReset() {
    _isMuted.reset()
  }
}

private final class Listener: Sendable {
  init(_ seen: Recorder<Bool>) {
    Defaults.observe(.isMuted) { change in
      seen.record(change.oldValue)
      seen.record(change.newValue)
    }.tieToLifetime(of: self)
  }
}

final class DefaultsReadmeTests {
  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `a key has a type, a name and a default`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      #expect(Defaults[.volume] == 0.8)
      Defaults[.volume] = 0.5
      #expect(Defaults[.volume] == 0.5)
      Defaults[.volume] += 0.1
      #expect(Defaults[.volume] == 0.6)
      try Defaults.flush()
      let file = "\(path)/\(UserDefaults.standard.name).plist"
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `an optional key has no default`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      if Defaults[.balance] != nil { Issue.record("nothing was set") }
      Defaults[.balance] = -0.5
      if let balance = Defaults[.balance] {
        #expect(balance == -0.5)
      }
      Defaults.reset(.balance)
      #expect(Defaults[.balance] == nil)
    }
  }

  @Test func `enumerations and codable types are values`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      #expect(Defaults[.pause].rawValue == "1 Hour")
      Defaults[.pause] = .short
      #expect(UserDefaults.standard.string(forKey: "pause") == "1 Minute")
      #expect(Defaults[.pilot].name == "Amelia")
    }
  }

  @Test func `a key need not be one of the keys`() {
    #expect(Defaults[isOpen])
  }

  @Test func `a property is a key's value, with a binding and a reset`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let view = ClockView()
      view.isMuted = true
      #expect(Defaults[.isMuted])
      view.binding.wrappedValue = false
      #expect(!view.isMuted)
      view.isMuted = true
      view.pressReset()
      #expect(!view.isMuted)
    }
  }

  @Test func `a toggle is a model here, and an entry of a schema`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let seen = Recorder<Bool>()
      let toggle = Defaults.ToggleModel("Show the clock", key: .showsClock)
        .onChange {
          seen.record($0)
        }
      toggle.toggle()
      #expect(seen.elements == [false])
      #expect(!Defaults[.showsClock])
      let schema = Schema(title: "Clock") {
        Section("General") { Toggle("Show the clock", key: .showsClock) }
      }
      #expect(schema.title == "Clock")
    }
  }

  @Test func `a change has the old and the new value`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let seen = Recorder<[Bool]>()
      let observer = Defaults.observe(.isMuted) { change in
        seen.record([change.oldValue, change.newValue])
      }
      Defaults[.isMuted] = true
      #expect(seen.elements == [[false, false], [false, true]])
      observer.invalidate()
    }
  }

  @Test func `a publisher publishes changes until it is cancelled`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let seen = Recorder<[Bool]>()
      let publisher = Defaults.publisher(.isMuted)
      let cancellable = publisher.sink { change in
        seen.record([change.oldValue, change.newValue])
      }
      Defaults[.isMuted] = true
      cancellable.cancel()
      Defaults[.isMuted] = false
      #expect(seen.elements == [[false, false], [false, true]])
    }
  }

  @Test func `an observation may be tied to the lifetime of its object`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let seen = Recorder<Bool>()
      var listener: Listener? = Listener(seen)
      Defaults[.isMuted] = true
      withExtendedLifetime(listener) {}
      listener = nil
      Defaults[.isMuted] = false
      #expect(seen.elements == [false, false, false, true])
    }
  }

  @Test func `keys are reset to their defaults`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.isMuted] = true
      #expect(Defaults[.isMuted])
      Defaults.reset(.isMuted)
      #expect(!Defaults[.isMuted])
      Defaults[.isMuted] = true
      Defaults.reset("isMuted")
      #expect(!Defaults[.isMuted])
    }
  }

  @Test func `an observer of several keys changes one of them without being told`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let seen = Recorder<Int>()
      let observer = Defaults.observe(keys: .speed, .isMuted, options: []) {
        seen.record(Defaults[.speed])
        Defaults.withoutPropagation {
          Defaults[.speed] = 11
        }
        Defaults[.isFast] = true
      }
      Defaults[.speed] = 20
      #expect(seen.elements == [20])
      #expect(Defaults[.speed] == 11)
      #expect(Defaults[.isFast])
      observer.invalidate()
    }
  }

  @Test func `a suite reads keys, the standard one and others`() {
    #expect(UserDefaults.standard[.showsClock])
    #expect(Defaults[.showsDate])
    #expect(shared[.showsDate])
    #expect(Defaults.Keys.showsDate.suite == shared)
  }

  @Test func `a default is registered under its name`() {
    #expect(UserDefaults.standard.bool(forKey: Defaults.Keys.showsClock.name))
  }

  @Test func `everything can be removed`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.volume] = 0.1
      Defaults[.speed] = 1
      Defaults.removeAll()
      #expect(Defaults[.volume] == 0.8)
      #expect(Defaults[.speed] == 10)
    }
  }

  @Test func `everything can be removed through a suite of Foundation`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let foundation = try #require(FoundationDefaults(suiteName: "org.example.foundation"))
      let number = Defaults.Key<Int>("number", default: 1, suite: foundation)
      foundation[number] = 2
      #expect(Defaults[number] == 2)
      foundation.removeAll()
      #expect(Defaults[number] == 1)
      Defaults[number] = 3
      Defaults.removeAll(suite: foundation)
      #expect(foundation[number] == 1)
    }
  }

  @Test func `a type with a bridge is a value, alone and in collections`() {
    #expect(Defaults[.guest].name == "Hedy")
    #expect(Defaults[.guests][0].name == "Hedy")
    #expect(Defaults[.guestSet].first?.name == "Hedy")
    #expect(Defaults[.guestTable]["first"]?.name == "Hedy")
  }

  @Test func `a value of any type is assigned, wrapped and read`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let any = Defaults.Key<Defaults.AnySerializable>("anything", default: 1)
      Defaults[any] = "🦄"
      #expect(Defaults[any].get(String.self) == "🦄")
      Defaults[any] = [Defaults.AnySerializable(Format.text)]
      let formats: [Format]? = Defaults[any].get()
      #expect(formats == [.text])
      Defaults[any].set(Format.page)
      if let format: Format = Defaults[any].get() {
        #expect(format.rawValue == "text/html")
      } else {
        Issue.record("no format")
      }
    }
  }

  @Test func `a dictionary of any values is changed in place`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.extras]["unicorn"] = "🦄"
      Defaults[.extras]["number"] = 3
      Defaults[.extras]["boolean"] = true
      Defaults[.extras]["enum"] = Defaults.AnySerializable(Format.text)
      let unicorn: String? = Defaults[.extras]["unicorn"]?.get()
      let format: Format? = Defaults[.extras]["enum"]?.get()
      #expect(unicorn == "🦄")
      #expect(format?.rawValue == "text/plain")
      #expect(Defaults[.extras].count == 4)
    }
  }

  @Test func `collections and sets of one's own are values`() {
    #expect(Defaults[.words][0] == "Good")
    #expect(Defaults[.words][1] == "morning")
    #expect(Defaults[.names].contains("Ada"))
    #expect(Defaults[.names].contains("Alan"))
  }

  @Test func `JSON text of an older version is migrated`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      UserDefaults.standard.set(#"["a","b"]"#, forKey: "oldList")
      UserDefaults.standard.set("[1,2]", forKey: "oldSet")
      Defaults.migrate(.oldList, .oldSet, to: .v5)
      #expect(Defaults[.oldList] == ["a", "b"])
      #expect(Defaults[.oldSet] == [1, 2])
    }
  }
}
