extension Defaults {
  /// A pair of functions that read and write a value: the projected value of a `@Default` property.
  ///
  /// ```swift
  /// let binding = Defaults.Binding(key: .quality)
  /// binding.wrappedValue = 0.5
  /// ```
  @propertyWrapper
  @dynamicMemberLookup
  public struct Binding<Value>: Sendable {
    private let get: @Sendable () -> Value
    private let set: @Sendable (Value) -> Void

    /// Creates a binding from a reader and a writer, which are called from any thread.
    @preconcurrency
    public init(
      get: @escaping @Sendable () -> Value,
      set: @escaping @Sendable (Value) -> Void
    ) {
      self.get = get
      self.set = set
    }

    /// The value.
    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }

    /// The binding itself, so that a property that is a binding can be passed on with `$`.
    public var projectedValue: Self { self }

    /// Returns a binding to a part of the value.
    public subscript<Part>(
      dynamicMember part: any WritableKeyPath<Value, Part> & Sendable
    ) -> Binding<Part> {
      map(get: { $0[keyPath: part] }, set: { $0[keyPath: part] = $1 })
    }

    /// Returns a binding to a value that is computed from this one.
    ///
    /// - Parameters:
    ///   - part: returns the part of a value.
    ///   - change: changes a value so that `part` would return the new part.
    /// - Returns: a binding that writes the whole value whenever the part is set.
    @preconcurrency
    public func map<Part>(
      get part: @escaping @Sendable (Value) -> Part,
      set change: @escaping @Sendable (inout Value, Part) -> Void
    ) -> Binding<Part> {
      Binding<Part>(
        get: { part(self.wrappedValue) },
        set: { newPart in
          var value = self.wrappedValue
          change(&value, newPart)
          self.wrappedValue = value
        },
      )
    }
  }
}

extension Defaults.Binding where Value: Defaults.Serializable {
  /// Creates a binding to the value of a key.
  public init(key: Defaults.Key<Value>) {
    self.init(get: { Defaults[key] }, set: { Defaults[key] = $0 })
  }
}

extension Defaults.Binding where Value == Bool {
  /// Returns a binding to the negated value.
  public func toggled() -> Self {
    map(get: { !$0 }, set: { $0 = !$1 })
  }
}
