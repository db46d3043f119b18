import Foundation

/// Writes lines as a Markdown table.
enum Table {
  /// The first lines of the table.
  static let header = """
    | | Defaults | compared with | which takes | ratio | target | |
    |---|--:|---|--:|--:|--:|---|
    """

  /// Writes one line.
  static func line(_ row: Row) -> String {
    let cells = cells(row)
    let mark = row.isKept.map { $0 ? "kept" : "**missed**" } ?? ""
    let parts = [
      row.subject, cells.ours, cells.peerName, cells.peer, cells.ratio, target(row), mark,
    ]
    return "| " + parts.joined(separator: " | ") + " |"
  }

  private static func cells(
    _ row: Row
  ) -> (ours: String, peerName: String, peer: String, ratio: String) {
    switch row.quantity {
    case .times(let ours, let peer):
      let text = time(ours, showsP99: row.showsP99)
      guard let peer else { return (text, "–", "–", "–") }
      return (
        text, peer.name, time(peer, showsP99: row.showsP99), ratio(peer.median / ours.median)
      )
    case .exponent(let value):
      return ("exponent " + String(format: "%.2f", value), "–", "–", "–")
    case .sizes(let ours, let peer, let name):
      return (size(ours), name, size(peer), ratio(peer / ours))
    }
  }

  /// Tells how much more the peer takes; below 1 it takes less.
  private static func ratio(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f×" : "%.0f×", value)
  }

  private static func target(_ row: Row) -> String {
    switch row.target {
    case nil: ""
    case .faster(let ratio): "≥ \(number(ratio))×"
    case .within(let ratio), .sizeWithin(let ratio): "≥ \(number(1 / ratio))×"
    case .exponentWithin(let limit): "≤ \(number(limit))"
    case .below(let median, let p99):
      "≤ \(time(median))" + (p99.map { ", p99 ≤ \(time($0))" } ?? "")
    }
  }

  private static func time(_ times: Times, showsP99: Bool) -> String {
    time(times.median) + (showsP99 ? " (p99 \(time(times.p99)))" : "")
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: number(seconds * 1e9) + " ns"
    case ..<1e-3: number(seconds * 1e6) + " µs"
    case ..<1: number(seconds * 1e3) + " ms"
    default: number(seconds) + " s"
    }
  }

  private static func size(_ bytes: Double) -> String {
    bytes < 10_000 ? "\(Int(bytes)) bytes" : number(bytes / 1e6) + " MB"
  }

  /// Writes three digits that matter.
  private static func number(_ value: Double) -> String {
    switch value {
    case ..<10: String(format: "%.2f", value).replacing(/\.?0+$/, with: "")
    case ..<100: String(format: "%.1f", value).replacing(/\.0$/, with: "")
    default: String(format: "%.0f", value)
    }
  }
}
