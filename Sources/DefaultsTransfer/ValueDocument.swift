package import DefaultsCore
import DefaultsSchema

/// The values of a suite in a file of their own, as an export writes and an import reads them.
package struct ValueDocument: Hashable, Sendable {
  /// The forms in which a document can be written.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// A property list, as `defaults export` on macOS writes it: XML if that can hold the values.
    case plist
    /// One JSON object with the keys as its members, see ``Defaults/StoredValue/taggedJSON``.
    case json
  }

  /// The values by key; nil for a key that is to be removed, which only JSON can say.
  package private(set) var values: [Defaults.KeyName: Defaults.StoredValue?]

  /// Why keys are locked, if the values are those of locks.
  package private(set) var reasons: [Defaults.KeyName: String] = [:]

  /// Whether the values are those of locks; in other documents, ``reasonsName`` is a key like any other.
  let isOfLocks: Bool

  /// The member with the reasons, beside those with the values: each key with its text.
  package static let reasonsName: Defaults.KeyName = "$reasons"

  /// Creates a document of values, nil for a key to remove; in one of locks, a member can have the reasons.
  init(members: [Defaults.KeyName: Defaults.StoredValue?], ofLocks isOfLocks: Bool) {
    values = members
    self.isOfLocks = isOfLocks
    guard isOfLocks, case .dictionary(let texts)?? = members[Self.reasonsName] else { return }
    let reasons = texts.compactMapValues { text in
      if case .string(let reason) = text { reason } else { nil }
    }
    // A locked key can have this name.
    guard !reasons.isEmpty, reasons.count == texts.count,
      reasons.keys.allSatisfy({ members[$0] != nil })
    else { return }
    self.reasons = reasons
    values[Self.reasonsName] = nil
  }

  /// Creates a document of values.
  package init(_ values: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(members: values.mapValues { $0 }, ofLocks: false)
  }

  /// Creates a document of values, or of locks with reasons, by parsing a file in either form, which its first
  /// character tells.
  package init(parsing bytes: [UInt8], ofLocks: Bool = false) throws(ValueDocumentError) {
    let members = Self.isJSON(bytes) ? try Self.json(bytes) : try Self.propertyList(bytes)
    self.init(members: members, ofLocks: ofLocks)
  }

  /// Returns whether a file is JSON and not a property list.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let start = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return start == UInt8(ascii: "[") || start == UInt8(ascii: "{") && isJSONObject(bytes)
  }

  /// Returns whether text that begins with a brace is JSON and not an OpenStep property list.
  ///
  /// What follows the first name tells: a colon in JSON, an equals sign in the other form, which alone
  /// has comments.
  private static func isJSONObject(_ bytes: [UInt8]) -> Bool {
    var isQuoted = false
    var isEscaped = false
    for byte in bytes.drop(while: { $0 != UInt8(ascii: "{") }).dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isQuoted = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: "="), UInt8(ascii: "/"): return false
        case UInt8(ascii: ":"), UInt8(ascii: "}"): return true
        default: break
        }
      }
    }
    return true
  }

  private static func propertyList(
    _ bytes: [UInt8]
  ) throws(ValueDocumentError) -> [Defaults.KeyName: Defaults.StoredValue?] {
    do throws(PropertyListError) {
      return try PropertyListDocument(parsing: bytes).values.mapValues { $0 }
    } catch {
      let place = error.line.map { "line \($0)" } ?? "byte \(error.byteOffset)"
      throw .malformed("\(place): \(error.reason)")
    }
  }

  private static func json(
    _ bytes: [UInt8]
  ) throws(ValueDocumentError) -> [Defaults.KeyName: Defaults.StoredValue?] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed("the JSON is not valid UTF-8")
    }
    let json: JSONValue
    do throws(Defaults.Rejection) {
      json = try JSONValue(parsing: text, deepestNesting: JSONScanner.deepestTaggedNesting)
    } catch {
      throw .malformed("\(error)")
    }
    guard case .object(let members) = json else {
      throw .malformed("an object is expected: {\"key\": value, …}")
    }
    var values: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for member in members {
      do throws(Defaults.Rejection) {
        let value = member.value == .null ? nil : try Defaults.StoredValue(taggedJSON: member.value)
        values.updateValue(value, forKey: Defaults.KeyName(member.name))
      } catch {
        throw .badValue(key: Defaults.KeyName(member.name), error)
      }
    }
    return values
  }

  /// Returns the document as it is written to a file.
  ///
  /// The keys are sorted, so that two exports of equal values are the same bytes.
  package func encoded(as form: Form) throws(ValueDocumentError) -> [UInt8] {
    let stored = values.compactMapValues { $0 }
    switch form {
    case .json:
      return Array((JSONValue.object(tagging: stored).text(indented: true) + "\n").utf8)
    case .plist:
      do throws(PropertyListError) {
        return try PropertyListDocument(stored).encoded()
      } catch {
        throw .malformed(error.reason)
      }
    }
  }
}

/// Why a document of values cannot be read or written.
package enum ValueDocumentError: Error, Hashable, Sendable {
  /// It is in no known form; the reason with the place.
  case malformed(String)
  /// The value of a key cannot be stored.
  case badValue(key: Defaults.KeyName, Defaults.Rejection)
}

extension ValueDocumentError: CustomStringConvertible {
  /// The reason as a phrase without a full stop.
  package var description: String { message.description }

  private var message: MessageText {
    switch self {
    case .malformed(let reason): MessageText(verbatim: MessageText.line(reason))
    case .badValue(let key, let rejection): "the value of \"\(key)\": \(rejection)"
    }
  }
}
