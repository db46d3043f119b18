import DefaultsCore

/// The file to which the editor writes the values of a suite.
public enum WriteScope: Hashable, Sendable {
  /// The user's own file.
  case user
  /// The user's file for this host.
  case host
  /// The user's file for all suites.
  case global
  /// The administrator's file with values that users may override.
  case system
  /// The own file of another user, who has this name.
  case account(String)

  /// The layer of the file.
  var layer: Defaults.Layer { facts.layer }

  /// The words for the title and for menus.
  var words: String { facts.words }

  /// The sentence about what a value in the file is for.
  var help: String { facts.help }

  /// The words for the end of a phrase, with a blank before them; empty for the user's own file.
  var suffix: String { self == .user ? "" : " for \(words)" }

  private var facts: (layer: Defaults.Layer, words: String, help: String) {
    switch self {
    case .user: (.user, "user", "Your own values.")
    case .host:
      (.host, "this host", "Your values on this computer only; they come before your own values.")
    case .global:
      (.global, "all suites", "Your values for every suite that has none of its own.")
    case .system: (.system, "all users", "Values for all users who have none of their own.")
    case .account(let name): (.user, name, "The values of another user.")
    }
  }
}

extension WriteScope: CaseIterable {
  /// The files in which a session can edit single keys.
  public static let allCases: [WriteScope] = [.user, .host, .global, .system]
}

extension WriteScope: RawRepresentable {
  /// Creates the scope with a name in a file of the editor; nil if there is none, or that of another user.
  public init?(rawValue: String) {
    guard let scope = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = scope
  }

  /// The name in the files of the editor.
  public var rawValue: String {
    switch self {
    case .user: "user"
    case .host: "host"
    case .global: "global"
    case .system: "system"
    case .account(let name): "account \(name)"
    }
  }
}

/// A suite together with the file to which its values are written.
public struct ScopedSuite: Hashable, Sendable {
  /// The name of the suite.
  public var name: String
  /// The file.
  public var scope: WriteScope = .user

  /// Whether the file is that of another user than the session's.
  var isOfOtherUser: Bool { if case .account = scope { true } else { false } }
}

extension KeyLayers {
  /// Returns the value in the file of a scope; nil for none.
  func value(in scope: WriteScope) -> Defaults.StoredValue? {
    scope.layer == .user ? stored : others.first { $0.layer == scope.layer }?.value
  }
}
