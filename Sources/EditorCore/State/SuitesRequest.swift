import DefaultsCore
import DefaultsTransfer

/// A request for the plans of several suites as one table, which only the session can find: those that have a
/// history, those in a file, or those of another user.
struct SuitesRequest: Hashable, Sendable {
  /// The text that is searched in the names and titles of the suites; empty for all of them.
  let search: String
  /// What the plans have in common, without the name of a suite.
  let whole: PlanRequest
}

extension Effect {
  /// Find the suites of a request, and report what is wanted in each of them.
  static func findSuites(_ request: SuitesRequest) -> Effect {
    Effect("find suites for \(request.whole.purpose)", request) { session in
      let source = session.source
      session.report {
        do throws(Reason) {
          return .foundSuites(request, try request.whole.parts(from: source), failure: nil)
        } catch {
          return .foundSuites(request, [], failure: error.text)
        }
      }
    }
  }
}

extension Action {
  /// The suites of a request have been found, or the reason why they could not be.
  static func foundSuites(
    _ request: SuitesRequest,
    _ parts: [PlanRequest],
    failure: String?
  ) -> Action {
    Action("found \(parts.count) suites") { state in
      // The user has closed the table.
      guard state.isPlan(request.whole) else { return }
      if let failure {
        state.closePanels()
        return state.fail(failure)
      }
      let names = state.suites(parts.map(\.suiteName), matching: request.search)
      let chosen = parts.filter { names.contains($0.suiteName) }
      guard !chosen.isEmpty else {
        state.closePanels()
        return state.refuse("There is no such suite.")
      }
      state.plan(chosen, as: request.whole)
    }
  }
}

extension PlanRequest {
  /// Returns the requests for all suites to which this one applies.
  fileprivate func parts(from source: EditorSession.Source) throws(Reason) -> [PlanRequest] {
    switch wanted {
    case .file(let path, let isWhole):
      return try EditorSession.suites(inFile: path).sorted { $0.key < $1.key }
        .map { part(ofSuite: $0.key, .document($0.value, isWhole: isWhole)) }
    case .past:
      let remembered = (try? source.history?.rememberedSuites()) ?? []
      let names = try source.suites(in: .user)
      return names.filter(Set(remembered).contains).map { part(ofSuite: $0) }
    case .suite(let other, let isWhole):
      // Asked also where they are not needed: a user who does not exist is told at once.
      let own = try source.suites(in: scope)
      let names = try source.suites(in: other.scope) + (isWhole ? own : [])
      return Set(names).sorted().map { part(ofSuite: $0) }
    case .values, .nothing, .defaults, .document:
      return try source.suites(in: scope).map { part(ofSuite: $0) }
    }
  }
}

extension EditorSession.Source {
  /// Returns the names of the suites that a user has, without those of other programs.
  fileprivate func suites(in scope: WriteScope) throws(Reason) -> [String] {
    guard case .account(let user) = scope else {
      return catalog.suites.filter(\.origin.isEmpty).map(\.name)
    }
    guard let accountSuites else { throw Reason(EditorState.accountsText) }
    return try accountSuites(user).filter { !SuiteName.isPlace($0) }
  }
}
