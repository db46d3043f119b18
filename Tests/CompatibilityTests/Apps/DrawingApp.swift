// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Reason: the declarations are public only because those of apps are.

import Defaults
import Foundation
import Testing

// A drawing app that is split into modules: public types with public bridges, one of them a class that
// may be subclassed, and a bridge to a type that has a bridge itself.

public struct Ink: Hashable, Sendable {
  public var red: Int
  public var green: Int
  public var blue: Int
}

public class InkBridge: Defaults.Bridge {
  public init() {}

  public func serialize(_ value: Ink?) -> [Int]? {
    value.map { [$0.red, $0.green, $0.blue] }
  }

  public func deserialize(_ object: [Int]?) -> Ink? {
    guard let object, object.count == 3 else { return nil }
    return Ink(red: object[0], green: object[1], blue: object[2])
  }
}

extension Ink: Defaults.Serializable {
  public static var bridge: InkBridge { InkBridge() }
}

public struct Brush: Hashable {
  public var name: String
  public var ink: Ink
}

public struct BrushBridge: Defaults.Bridge {
  public typealias Value = Brush
  public typealias Serializable = [String: Defaults.AnySerializable]

  public func serialize(_ value: Value?) -> Serializable? {
    guard let value else { return nil }
    return [
      "name": Defaults.AnySerializable(value.name), "ink": Defaults.AnySerializable(value.ink),
    ]
  }

  public func deserialize(_ object: Serializable?) -> Value? {
    guard let name: String = object?["name"]?.get(), let ink = object?["ink"]?.get(Ink.self) else {
      return nil
    }
    return Brush(name: name, ink: ink)
  }
}

extension Brush: Defaults.Serializable {
  public static var bridge: BrushBridge { BrushBridge() }
}

private let drawing = UserDefaults(inMemory: "org.example.Drawing")

extension Defaults.Keys {
  fileprivate static let ink = Key<Ink>(
    "ink",
    default: Ink(red: 0, green: 0, blue: 0),
    suite: drawing
  )
  fileprivate static let brushes = Key<[String: Set<Brush>]>(
    "brushes",
    default: [:],
    suite: drawing
  )
}

@Suite(.serialized)
struct DrawingApp {
  init() { drawing.removeAll() }

  @Test func `values of public bridges are stored`() {
    Defaults[.ink].blue = 255
    #expect(drawing.array(forKey: "ink") as? [Int] == [0, 0, 255])
    Defaults[.brushes]["soft", default: []].insert(Brush(name: "a", ink: Defaults[.ink]))
    #expect(Defaults[.brushes]["soft"] == [Brush(name: "a", ink: Ink(red: 0, green: 0, blue: 255))])
    drawing.set([1, 2], forKey: "ink")
    #expect(Defaults[.ink] == Ink(red: 0, green: 0, blue: 0))
  }

  @Test func `a bridge is a parameter of functions`() {
    func stored(_ value: some Defaults.Serializable<InkBridge>) -> Any? {
      Defaults.AnySerializable(value).get([Int].self)
    }
    let values: [any Defaults.Serializable<InkBridge>] = [Ink(red: 1, green: 2, blue: 3)]
    #expect(stored(Ink(red: 1, green: 2, blue: 3)) as? [Int] == [1, 2, 3])
    #expect(values.count == 1)
  }
}
