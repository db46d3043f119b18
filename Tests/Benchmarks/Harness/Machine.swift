import Foundation
import Glibc

/// Says when and on what the times were taken.
enum Machine {
  /// One line for under the table.
  static func description(directory: String) -> String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(date), \(processor), \(cores) cores, \(fileSystem(of: directory)), "
      + "Linux \(kernel), medians; the ratio tells how much longer the other takes."
  }

  private static var processor: String {
    lines(of: "/proc/cpuinfo").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown processor"
  }

  private static var kernel: String {
    lines(of: "/proc/sys/kernel/osrelease").first ?? "unknown"
  }

  /// The kind of file system on the longest mount point that leads to a directory.
  private static func fileSystem(of directory: String) -> String {
    var best: (place: Substring, kind: Substring) = ("", "unknown file system")
    for line in lines(of: "/proc/self/mounts") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[1].count > best.place.count else { continue }
      let isAbove = fields[1] == "/" || (directory + "/").hasPrefix(fields[1] + "/")
      if isAbove { best = (fields[1], fields[2]) }
    }
    return String(best.kind)
  }

  private static func lines(of file: String) -> [String] {
    let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }
}
