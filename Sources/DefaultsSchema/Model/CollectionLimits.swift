/// Limits on the number of elements in a list, and on equal elements.
public struct CollectionLimits: Hashable, Sendable {
  /// The least number of elements.
  public var minimumCount: Int
  /// The greatest number of elements; nil for no limit.
  public var maximumCount: Int?
  /// Whether no two elements may be equal.
  public var isUnique: Bool

  /// Creates limits; by default there are none.
  public init(minimumCount: Int = 0, maximumCount: Int? = nil, isUnique: Bool = false) {
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.isUnique = isUnique
  }
}
