import FoundationEssentials

extension Defaults {
  /// One change of the stored form of a key's value, from one version of an app to the next.
  ///
  /// A key declares its steps with `Defaults.Coding.versioned`.
  public struct MigrationStep: Sendable {
    /// Converts the stored form of one version to that of the next; nil when it cannot.
    let convert: @Sendable (StoredValue) -> StoredValue?

    /// Creates a step from a function.
    ///
    /// - Parameter convert: returns the stored form of the next version; nil when the old one is not
    ///   what the step expects. Then the key has its default, and the stored value is kept.
    public init(_ convert: @escaping @Sendable (StoredValue) -> StoredValue?) {
      self.convert = convert
    }

    /// A step that moves a member of the value to another name; a value without it is unchanged.
    public static func renaming(_ name: String, to newName: String) -> Self {
      members {
        $0[KeyName(newName)] = $0.removeValue(forKey: KeyName(name)) ?? $0[KeyName(newName)]
      }
    }

    /// A step that adds a member with a value, unless the value has the member.
    public static func adding(_ name: String, _ value: StoredValue) -> Self {
      members { $0[KeyName(name)] = $0[KeyName(name)] ?? value }
    }

    /// A step that removes a member.
    public static func removing(_ name: String) -> Self {
      members { $0[KeyName(name)] = nil }
    }

    /// A step that converts one member; a value without it is unchanged.
    ///
    /// - Parameters:
    ///   - name: the name of the member.
    ///   - convert: returns the new value of the member; nil when the old one cannot be converted.
    /// - Returns: the step.
    public static func converting(
      _ name: String,
      _ convert: @escaping @Sendable (StoredValue) -> StoredValue?
    ) -> Self {
      Self { stored in
        guard case .dictionary(var members) = stored else { return nil }
        guard let old = members[KeyName(name)] else { return stored }
        guard let new = convert(old) else { return nil }
        members[KeyName(name)] = new
        return .dictionary(members)
      }
    }

    /// A step that decodes the value as the type of the old version, and converts it.
    ///
    /// - Parameters:
    ///   - type: the type of the old version, which the app keeps for this.
    ///   - convert: returns the value of the next version; nil when the old one cannot be converted.
    /// - Returns: the step.
    public static func decoding<Old: Decodable, New: Encodable>(
      _ type: Old.Type,
      _ convert: @escaping @Sendable (Old) -> New?
    ) -> Self where Old: SendableMetatype, New: SendableMetatype {
      Self { stored in
        guard let old = VersionedForm.decode(Old.self, from: stored), let new = convert(old) else {
          return nil
        }
        // `try?`: a value without a stored form makes the step fail, which the caller reports.
        return try? CodedPropertyList.encode(new)
      }
    }

    /// A step that changes the members of a dictionary, and refuses all other values.
    private static func members(
      _ change: @escaping @Sendable (inout [KeyName: StoredValue]) -> Void
    ) -> Self {
      Self { stored in
        guard case .dictionary(var members) = stored else { return nil }
        change(&members)
        return .dictionary(members)
      }
    }
  }
}

extension Defaults.Coding where Value: Codable {
  /// The coding that stores the number of the version with the value, and converts the values of
  /// earlier versions step by step.
  ///
  /// ```swift
  /// struct Profile: Codable, Defaults.Serializable {
  ///   var fullName: String
  ///   var theme: String
  /// }
  ///
  /// static let profile = Key<Profile>(
  ///   "profile",
  ///   default: Profile(fullName: "", theme: "light"),
  ///   coding: .versioned(
  ///     .renaming("name", to: "fullName"),  // version 1
  ///     .adding("theme", .string("light"))  // version 2
  ///   )
  /// )
  /// ```
  ///
  /// The version is the number of steps. A new version of the app appends a step and never removes
  /// one. A value that was stored without a version, as `.propertyList` or as JSON text, has the
  /// version 0. A converted value is stored when the key is written the next time.
  ///
  /// The value is stored as `.propertyList` does it, with the version as the member `$version`; a
  /// value that is not a dictionary is stored as the member `$value` of one. If a step fails, or the
  /// version is later than the last step, the key has its default, the stored value is kept, and a
  /// diagnostic is reported.
  ///
  /// - Parameter steps: the steps, the first one first.
  /// - Returns: the coding.
  public static func versioned(_ steps: Defaults.MigrationStep...) -> Self {
    versioned(steps)
  }

  /// The coding that stores the number of the version with the value, and converts the values of
  /// earlier versions step by step.
  public static func versioned(_ steps: [Defaults.MigrationStep]) -> Self {
    Self(
      encode: { value throws(Defaults.SerializationError) in
        VersionedForm.stored(try CodedPropertyList.encode(value), version: steps.count)
      },
      decode: { stored in
        guard let (version, forms) = VersionedForm.read(stored), version <= steps.count else {
          return nil
        }
        return forms.lazy.compactMap { form in
          steps[version...].reduce(form) { form, step in form.flatMap(step.convert) }
            .flatMap { VersionedForm.decode(Value.self, from: $0) }
        }.first
      },
      decodesByType: steps.isEmpty
    )
  }
}

/// The stored form of a value with the number of its version.
private enum VersionedForm {
  private static let versionName: Defaults.KeyName = "$version"
  private static let valueName: Defaults.KeyName = "$value"

  /// Returns the stored form of an encoded value.
  static func stored(_ value: Defaults.StoredValue, version: Int) -> Defaults.StoredValue {
    var members: [Defaults.KeyName: Defaults.StoredValue]
    if case .dictionary(let own) = value, own[versionName] == nil, own[valueName] == nil {
      members = own
    } else {
      members = [valueName: value]
    }
    members[versionName] = .integer(Int128(version))
    return .dictionary(members)
  }

  /// Returns the version of a stored form, and the encoded values that it can stand for.
  ///
  /// The result is nil when the version is not a number.
  static func read(
    _ stored: Defaults.StoredValue
  ) -> (version: Int, values: [Defaults.StoredValue?])? {
    switch stored {
    case .dictionary(var members):
      guard let number = members.removeValue(forKey: versionName) else { return (0, [stored]) }
      guard case .integer(let integer) = number, let version = Int(exactly: integer), version >= 0
      else { return nil }
      return (version, [members[valueName] ?? .dictionary(members)])
    case .string(let text):
      return (0, [value(ofJSON: text), stored])
    case .bool, .integer, .real, .date, .data, .array, .uid, .null, .opaque:
      return (0, [stored])
    }
  }

  /// Returns the value of a JSON text, without nulls; nil for other texts.
  private static func value(ofJSON text: String) -> Defaults.StoredValue? {
    // `try?`: a text that is not JSON is a value itself.
    (try? Defaults.JSONValue(parsing: text)).flatMap { try? Defaults.StoredValue($0) }?.withoutNulls
  }

  /// Decodes a value, which may come from a property list or from JSON text.
  ///
  /// The two encode dates and data differently: JSON has numbers and text for them.
  static func decode<Value: Decodable>(
    _ type: Value.Type,
    from stored: Defaults.StoredValue
  ) -> Value? {
    if let value = CodedPropertyList.decode(type, from: stored) { return value }
    guard !stored.contains([.date, .data, .uid, .opaque]) else { return nil }
    return JSONText.decode(type, from: stored.json.text())
  }
}

extension Defaults.StoredValue {
  /// The value without members that are null; nil for null.
  fileprivate var withoutNulls: Self? {
    switch self {
    case .null: nil
    case .array(let elements): .array(elements.map { $0.withoutNulls ?? .null })
    case .dictionary(let members): .dictionary(members.compactMapValues(\.withoutNulls))
    case .bool, .integer, .real, .string, .date, .data, .uid, .opaque: self
    }
  }
}
