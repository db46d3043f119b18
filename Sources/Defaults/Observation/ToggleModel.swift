extension Defaults {
  /// A switch over a key, without a picture: what a toggle shows and does.
  ///
  /// ```swift
  /// let toggle = Defaults.ToggleModel("Hide the dock icon", key: .showsDockIcon, inverted: true)
  ///   .onChange { isHidden in … }
  /// toggle.toggle()
  /// ```
  public struct ToggleModel: Sendable {
    /// What the switch says.
    public let title: String

    private let key: Key<Bool>
    private let isInverted: Bool
    private var changed: (@Sendable (Bool) -> Void)?

    /// Creates a switch.
    ///
    /// - Parameters:
    ///   - title: what it says.
    ///   - key: the key whose value it shows and sets.
    ///   - inverted: whether it is on while the key's value is false.
    public init(_ title: String, key: Key<Bool>, inverted: Bool = false) {
      self.title = title
      self.key = key
      isInverted = inverted
    }

    /// Returns a switch that calls a closure after it has been set to another position.
    ///
    /// It is not called for other changes of the key; observe the key for those.
    @preconcurrency
    public func onChange(_ action: @escaping @Sendable (Bool) -> Void) -> Self {
      var copy = self
      copy.changed = action
      return copy
    }

    /// The position of the switch.
    public var isOn: Bool {
      get { Defaults[key] != isInverted }
      nonmutating set {
        let old = isOn
        Defaults[key] = newValue != isInverted
        if isOn != old { changed?(isOn) }
      }
    }

    /// Sets the switch to its other position.
    public func toggle() {
      isOn = !isOn
    }

    /// A link to the position.
    public var binding: Binding<Bool> {
      Binding(get: { isOn }, set: { isOn = $0 })
    }
  }
}
