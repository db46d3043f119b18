extension Defaults {
  /// The model of a toggle that shows and sets a Boolean key; it draws nothing.
  ///
  /// ```swift
  /// let toggle = Defaults.ToggleModel("Hide the dock icon", key: .showsDockIcon, inverted: true)
  ///   .onChange { isHidden in … }
  /// toggle.toggle()
  /// ```
  public struct ToggleModel: Sendable {
    /// The label of the toggle.
    public let title: String

    private let key: Key<Bool>
    private let isInverted: Bool
    private var changed: (@Sendable (Bool) -> Void)?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - title: the label of the toggle.
    ///   - key: the key whose value the toggle shows and sets.
    ///   - inverted: whether the toggle is on while the key's value is false.
    public init(_ title: String, key: Key<Bool>, inverted: Bool = false) {
      self.title = title
      self.key = key
      isInverted = inverted
    }

    /// Returns a model that calls a closure after it has changed the key's value.
    ///
    /// The closure is not called for other changes of the key; observe the key for those.
    @preconcurrency
    public func onChange(_ action: @escaping @Sendable (Bool) -> Void) -> Self {
      var copy = self
      copy.changed = action
      return copy
    }

    /// Whether the toggle is on.
    public var isOn: Bool {
      get { Defaults[key] != isInverted }
      nonmutating set {
        let old = isOn
        Defaults[key] = newValue != isInverted
        if isOn != old { changed?(isOn) }
      }
    }

    /// Turns the toggle on if it is off, and off if it is on.
    public func toggle() {
      isOn = !isOn
    }

    /// A binding to the state of the toggle.
    public var binding: Binding<Bool> {
      Binding(get: { isOn }, set: { isOn = $0 })
    }
  }
}
