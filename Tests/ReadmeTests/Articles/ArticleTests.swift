import Foundation
import Testing

/// The code in the articles of the documentation is that of the tests beside this one.
struct ArticleTests {
  /// An article, and the file that has its code.
  struct Article: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var test: String?

    var testDescription: String { name }

    /// The lines of every block of Swift, without indentation and empty lines.
    var blocks: [[Substring]] {
      var blocks: [[Substring]] = []
      var isInside = false
      for line in text.split(separator: "\n") {
        if line.hasPrefix("```") {
          isInside = line == "```swift"
          if isInside { blocks.append([]) }
        } else if isInside {
          blocks[blocks.count - 1].append(line.trimmingBlanks)
        }
      }
      return blocks
    }
  }

  /// The articles but the tutorial, which `.ci/tutorial` builds and runs step by step.
  static let articles: [Article] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let catalogue = tests.appendingPathComponent("../../../Sources/Defaults/Defaults.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? []
    let files = names.filter { $0.hasSuffix(".md") && $0 != "BuildingAnApp.md" }.sorted()
      .map(catalogue.appendingPathComponent)
    return (files + [FrontPageTests.readme]).map { file in
      let title = file.deletingPathExtension().lastPathComponent
      let test = tests.appendingPathComponent("\(title)ArticleTests.swift")
      return Article(
        name: title,
        text: (try? String(contentsOf: file, encoding: .utf8)) ?? "",
        test: try? String(contentsOf: test, encoding: .utf8),
      )
    }
  }()

  @Test func `there are articles`() {
    #expect(Self.articles.count > 8)
    #expect(Self.articles.filter { !$0.blocks.isEmpty }.count > 8)
  }

  @Test(arguments: articles)
  func `all code of an article is compiled`(article: Article) {
    let lines = (article.test ?? "").split(separator: "\n").map(\.trimmingBlanks)
      .filter { !$0.isEmpty && !$0.hasPrefix("#expect") }
    for block in article.blocks {
      #expect(
        lines.contains(block),
        "not in \(article.name)ArticleTests:\n\(block.joined(separator: "\n"))"
      )
    }
  }
}

extension Substring {
  /// The line without blanks at its ends.
  fileprivate var trimmingBlanks: Substring {
    let start = drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    return end.map { start[...$0] } ?? ""
  }
}
