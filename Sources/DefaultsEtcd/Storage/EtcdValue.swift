#if Fleet

import DefaultsCore
import FoundationEssentials

/// Values as etcd has them: JSON with tags, as `prefs export` writes it.
enum EtcdValue {
  /// The format of opaque values that are bytes in etcd.
  private static let format = "etcd"

  /// Returns the bytes of a value.
  static func encode(_ value: Defaults.StoredValue) -> Data {
    if case .opaque(let value) = value, value.format == format { return Data(value.bytes) }
    return Data(value.taggedJSON.text().utf8)
  }

  /// Returns the value with some bytes; an opaque one if they are not the JSON of a value.
  ///
  /// Any program can write to etcd. Such a value is reported when its key is read, is replaced only
  /// on purpose, and comes back as it was when that is undone.
  static func decode(_ bytes: Data) -> Defaults.StoredValue {
    let opaque = Defaults.StoredValue.opaque(
      Defaults.OpaqueValue(kindName: "malformed text", format: format, bytes: Array(bytes))
    )
    guard bytes.count <= EtcdLimits.request, let text = String(validating: bytes, as: UTF8.self)
    else { return opaque }
    do throws(Defaults.Rejection) {
      let json = try Defaults.JSONValue(
        parsing: text,
        deepestNesting: JSONScanner.deepestTaggedNesting
      )
      let value = try Defaults.StoredValue(taggedJSON: json)
      return Defaults.StoreCapabilities().refusal(of: value, allowsAnyKind: true) == nil
        ? value : opaque
    } catch {
      return opaque
    }
  }
}

#endif
