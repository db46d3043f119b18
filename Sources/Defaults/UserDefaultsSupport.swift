import DefaultsCore
import Foundation
import Synchronization

/// Returns what the core does with Foundation, as an object that is never released.
@_cdecl("defaults_foundation")
public func _defaultsFoundation() -> UnsafeMutableRawPointer {
  Unmanaged.passUnretained(UserDefaultsSupport.linked).toOpaque()
}

/// What the core does with Foundation.
private struct UserDefaultsSupport: FoundationSupport {
  static let linked = LinkedFoundation(Self())

  /// A lock for Foundation's table of registered defaults, which is not thread-safe; keys are created on
  /// any thread.
  private static let table = Mutex<Void>(())

  var null: Any { NSNull() }

  func storedValue(of object: Any) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    if let number = object as? CGFloat { return .real(Double(number)) }
    // A number in Swift can be cast to `NSNumber`, which would make a Boolean an integer.
    guard type(of: object) is AnyObject.Type else { return nil }
    switch object {
    case let number as NSNumber: return Defaults.StoredValue(number)
    case let text as NSString: return .string(String(describing: text))
    case let date as NSDate: return .date(date as Date)
    case let data as NSData: return .data(data as Data)
    case let url as NSURL: return try Defaults.StoredValue(propertyList: url as URL)
    case let array as NSArray: return try Defaults.StoredValue(propertyList: array.map { $0 })
    case let dictionary as NSDictionary:
      var members: [AnyHashable: Any] = [:]
      for (key, value) in dictionary {
        guard let name = key as? String else {
          throw .unsupportedType(String(reflecting: type(of: key)))
        }
        members[name] = value
      }
      return try Defaults.StoredValue(propertyList: members)
    default: return nil
    }
  }

  // On Linux, `synchronize()` without unsaved values does this. It takes about a microsecond.
  func dropCachedValues(of domain: FoundationDomain) {
    switch domain {
    case .standard: UserDefaults.standard.synchronize()
    case .named(let name): UserDefaults(suiteName: name)?.synchronize()
    }
  }

  func register(_ defaults: [String: Any]) {
    Self.table.withLock { _ in UserDefaults.standard.register(defaults: defaults) }
  }

  func postChange(of suite: Defaults.Suite) {
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: suite)
  }
}

extension Defaults.StoredValue {
  fileprivate init(_ number: NSNumber) {
    // `objCType` has the type code of `@encode`: c and B for Booleans, f and d for floating point,
    // and Q for UInt64, whose numbers may exceed Int64.
    switch UInt8(truncatingIfNeeded: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .bool(number.boolValue)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .real(number.doubleValue)
    case UInt8(ascii: "Q"): self = .integer(Int128(number.uint64Value))
    default: self = .integer(Int128(number.int64Value))
    }
  }
}
