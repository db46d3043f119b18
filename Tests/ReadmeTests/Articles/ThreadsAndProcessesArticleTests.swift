import Defaults
import TestSupport
import Testing

extension Defaults.Keys {
  fileprivate static let visits = Key<Int>("visits", default: 0)
  fileprivate static let lastVisitor = Key<String?>("lastVisitor")
}

/// The code of the article "Threads, tasks and processes".
final class ThreadsAndProcessesArticleTests: Sendable {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private let shown = Recorder<Int>()

  @MainActor private func show(_ visits: Int) { shown.record(visits) }

  @MainActor
  func follow() async {
    for await visits in Defaults.updates(.visits) { show(visits) }
  }

  private func change() throws {
    try Defaults.modify(.visits) { $0 += 1 }
    try Defaults.Suite.standard.transaction { values in
      values[.visits] = 0
      values[.lastVisitor] = nil
    }
    try Defaults.flush()
  }

  @Test func `keys are changed by several threads, and followed on the main actor`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      let article = try ThreadsAndProcessesArticleTests()
      let task = Task { await article.follow() }
      while article.shown.elements.isEmpty { await Task.yield() }
      try article.change()
      while article.shown.elements.count < 3 { await Task.yield() }
      task.cancel()
      #expect(article.shown.elements == [0, 1, 0])
    }
  }
}
