import DefaultsCore

extension ValueKind {
  /// Returns the kind with the limits of a key's own validation, where a kind can express them.
  ///
  /// Of two limits the narrower is used.
  func narrowed(by demands: [Defaults.ValidationDemand]) -> ValueKind {
    demands.reduce(self) { kind, demand in kind.narrowed(by: demand) }
  }

  private func narrowed(by demand: Defaults.ValidationDemand) -> ValueKind {
    switch (self, demand) {
    case (.integer(var limits), .minimum(let bound)):
      if let bound = Self.wholeNumber(bound) { limits.raise(to: bound) }
      return .integer(limits)
    case (.integer(var limits), .maximum(let bound)):
      if let bound = Self.wholeNumber(bound) { limits.lower(to: bound) }
      return .integer(limits)
    case (.real(var limits), .minimum(let bound)):
      if let bound = Self.number(bound) { limits.raise(to: bound) }
      return .real(limits)
    case (.real(var limits), .maximum(let bound)):
      if let bound = Self.number(bound) { limits.lower(to: bound) }
      return .real(limits)
    case (.string(var limits), .pattern(let pattern, let message)):
      guard limits.pattern == nil else { return self }
      limits.pattern = pattern
      limits.patternSyntax = .icu
      limits.patternMessage = message
      return .string(limits)
    case (.string, .oneOf(let values)):
      let texts = values.compactMap { $0 as? String }
      guard texts.count == values.count, !texts.isEmpty else { return self }
      return .choice(texts.map { Choice(.string($0), title: $0) })
    case (.integer, .oneOf(let values)):
      let numbers = values.compactMap(Self.wholeNumber)
      guard numbers.count == values.count, !numbers.isEmpty else { return self }
      return .choice(numbers.map { Choice(.integer($0), title: "\($0)") })
    default:
      return self
    }
  }

  private static func wholeNumber(_ value: any Sendable) -> Int128? {
    (value as? any BinaryInteger).flatMap { Int128(exactly: $0) }
  }

  private static func number(_ value: any Sendable) -> Double? {
    (value as? any BinaryFloatingPoint).map { Double($0) }
  }
}

extension NumberLimits {
  /// Sets the minimum, unless it is as great already.
  fileprivate mutating func raise(to bound: Number) {
    guard minimum.map({ $0 < bound }) ?? true else { return }
    minimum = bound
    excludesMinimum = false
  }

  /// Sets the maximum, unless it is as small already.
  fileprivate mutating func lower(to bound: Number) {
    guard maximum.map({ $0 > bound }) ?? true else { return }
    maximum = bound
    excludesMaximum = false
  }
}
