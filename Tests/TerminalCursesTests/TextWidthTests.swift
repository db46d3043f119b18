import CTerminal
import Glibc
import Terminal
import TestSupport
import Testing

struct TextWidthTests {
  /// Whether the C library is the one that the tables were made from.
  static let hasSameTables: Bool = {
    var version = [CChar](repeating: 0, count: 32)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &version, version.count)
    return strcmp(version, "glibc 2.36") == 0
  }()

  @Test(.enabled(if: hasSameTables))
  func `the columns of every shown scalar are those of the C library`() throws {
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    defer { freelocale(locale) }
    let previous = uselocale(locale)
    defer { uselocale(previous) }

    var differences: [String] = []
    var count = 0
    for scalar in Unicode.Scalar.examined where scalar.value >= 0x20 {
      // Only what comes through the escaping as it is can ever be shown.
      let shown = SafeText("x\(scalar)").string.unicodeScalars
      guard shown.count == 2, shown.last == scalar else { continue }
      count += 1
      let expected = Int(cterminal_width(scalar.value))
      let columns = TextWidth.columns(of: scalar)
      if columns != expected {
        differences.append("U+\(String(scalar.value, radix: 16)): \(columns), not \(expected)")
      }
    }
    #expect(count > 70_000)
    #expect(differences == [])
  }
}
