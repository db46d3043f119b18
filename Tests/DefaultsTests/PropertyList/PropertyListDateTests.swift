import Foundation
import Testing

@testable import Defaults

struct PropertyListDateTests {
  @Test func `dates agree with Foundation's over ten thousand years`() throws {
    let times = stride(from: -730_485.0, to: 2_921_573, by: 997).map { $0 * 86_400 + 12_345 }
    let data = try PropertyListSerialization.data(
      fromPropertyList: times.map { Date(timeIntervalSinceReferenceDate: $0) },
      format: .xml,
      options: 0
    )
    let texts = String(decoding: data, as: UTF8.self).matches(of: /<date>(.*)<.date>/).map(\.1)
    #expect(texts == times.map { PropertyListDate.text($0)[...] })
    #expect(texts.map { PropertyListDate.seconds($0.utf8) } == times)
  }

  @Test(arguments: [
    ("0001-01-01T00:00:00Z", -63_113_904_000.0), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ("2001-01-01T00:00:00Z", 0), ("2000-02-29T00:00:00Z", -26_524_800),
    ("10000-01-01T00:00:00Z", 252_423_993_600), ("0000-12-31T23:59:59Z", -63_113_904_001),
  ])
  func `dates at the edges are read`(text: String, seconds: Double) {
    #expect(PropertyListDate.seconds(text.utf8) == seconds)
  }

  @Test func `a fraction belongs to the second it lies in`() {
    #expect(PropertyListDate.text(-0.5) == "2000-12-31T23:59:59Z")
    #expect(PropertyListDate.text(0.999) == "2001-01-01T00:00:00Z")
  }
}
