public import DefaultsCore
public import Foundation

extension Defaults.KeyChange {
  /// Always nil; it exists for code that was written for sindresorhus/Defaults.
  public var indexes: IndexSet? { nil }
}
