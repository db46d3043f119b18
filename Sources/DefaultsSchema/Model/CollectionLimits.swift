/// How many elements a list takes, and whether two of them may be equal.
public struct CollectionLimits: Hashable, Sendable {
  /// The least number of elements.
  public var minimumCount: Int
  /// The greatest number of elements, or nil when there is none.
  public var maximumCount: Int?
  /// Whether every element must differ from the others.
  public var isUnique: Bool

  /// Creates limits; what is not named is not limited.
  public init(minimumCount: Int = 0, maximumCount: Int? = nil, isUnique: Bool = false) {
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.isUnique = isUnique
  }
}
