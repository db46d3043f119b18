import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

@Suite struct DateControlTests {
  private func control(_ text: String?) -> any Control {
    ValueKind.date.control(text.flatMap(DateText.parse).map { .date($0) })
  }

  private func text(_ control: any Control) throws -> String {
    guard case .date(let date) = try control.value() else { return "no date" }
    return DateText.display(date)
  }

  @Test(arguments: [
    ("<Up>", "2025-01-31 10:30:00 UTC"), ("<Right><Up>", "2024-02-29 10:30:00 UTC"),
    ("<PgDn>", "2023-12-31 10:30:00 UTC"), ("<Right><Right>+", "2024-02-01 10:30:00 UTC"),
    ("<End>-", "2024-01-31 10:29:59 UTC"),
    ("<Right><Right><Right><Left>--", "2024-01-29 10:30:00 UTC"),
    ("<Home><Down>", "2023-01-31 10:30:00 UTC"), ("<PgUp>", "2024-02-29 10:30:00 UTC"),
  ])
  func `a step carries into the larger parts and stays in the month`(
    keys: String,
    expected: String
  ) throws {
    var control = control("2024-01-31 10:30:00")
    for press in try Step.presses(keys) { _ = control.update(press) }
    #expect(try text(control) == expected)
  }

  @Test(arguments: [
    ("2026-03-14 09:26:53", "2026-03-14 09:26:53 UTC"),
    ("20260314092653", "2026-03-14 09:26:53 UTC"),
    ("2026-3-4 9:2", "2026-03-04 09:02:00 UTC"), ("2026-03-14T09:26", "2026-03-14 09:26:00 UTC"),
    ("<Right>07", "2024-07-31 00:00:00 UTC"), ("<Right><Right>09", "2024-01-09 00:00:00 UTC"),
    ("19990<Backspace>1", "1999-01-31 00:00:00 UTC"),
  ])
  func `digits are typed into the parts, separators go on`(keys: String, expected: String) throws {
    var control = control("2024-01-31")
    for press in try Step.presses(keys) { _ = control.update(press) }
    #expect(try text(control) == expected)
  }

  @Test(arguments: [
    ("2026-03-14T09:26:53.25Z", "[2026]-[03]-[14]  [09]:[26]:[53].25  UTC"),
    ("2026-03-14 09:26:53+01:00", "[2026]-[03]-[14]  [09]:[26]:[53]  +01:00"),
    (" 2026-03-14 09:26:53 -0330\n", "[2026]-[03]-[14]  [09]:[26]:[53]  -03:30"),
    ("-0044-03-15", "[-0044]-[03]-[15]  [00]:[00]:[00]  UTC"),
    ("2026-03-14", "[2026]-[03]-[14]  [00]:[00]:[00]  UTC"),
  ])
  func `pasted text sets the parts, and its zone is shown`(pasted: String, shown: String) throws {
    var control = control(nil)
    #expect(control.paste(pasted) == .inserted(dropped: 0))
    let line = control.picture(columns: 60, rows: 3).lines[0]
    #expect(line.spans.map(\.text.string).joined() == shown)
    let expected = DateText.parse(pasted.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(try control.value() == expected.map { .date($0) })
  }

  @Test func `@ shows the same time in UTC and back`() throws {
    var control = control(nil)
    _ = control.paste("2026-03-14 09:26:53+01:00")
    let value = try control.value()
    _ = control.update(.character("@"))
    let line = control.picture(columns: 60, rows: 1).lines[0]
    #expect(
      line.spans.map(\.text.string).joined() == "[2026]-[03]-[14]  [08]:[26]:[53]  UTC local"
    )
    #expect(try control.value() == value)
    _ = control.update(.character("@"))
    #expect(control.picture(columns: 60, rows: 1).lines[0].spans.last?.text.string == "  +01:00")
  }

  @Test(arguments: ["2026-02-30", "2026-13-01", "0000", "2026-03-14 25:00"])
  func `parts that are no date are rejected, and keep what was typed`(keys: String) throws {
    var control = control(nil)
    for press in try Step.presses(keys) { _ = control.update(press) }
    #expect(throws: Defaults.Rejection.self) { try control.value() }
    #expect(control.isDirty)
  }

  @Test(arguments: [
    ("20261301", "<Left>", "the month 13 is not between 1 and 12", DateParts.Part.month),
    ("20260014", "", "the month 00 is not between 1 and 12", .month),
    ("202603140926", "61<Home>", "the second 61 is not between 0 and 59", .second),
    ("20260314 25", "", "the hour 25 is not between 0 and 23", .hour),
    ("20260300", "", "the day 00 is not between 1 and 31", .day),
    ("2026", "", "the month is missing", .month), ("<Right>0314", "", "the year is missing", .year),
    ("<End>", "", "a date is needed", .year),
  ])
  func `a refused date names the wrong part, which is selected then`(
    typed: String,
    moves: String,
    message: String,
    part: DateParts.Part
  ) throws {
    var control = control(nil)
    for press in try Step.presses(typed + moves) { _ = control.update(press) }
    let rejection = try #require(throws: Defaults.Rejection.self) { try control.value() }
    #expect(control.mark(rejection) == message)
    #expect(control.update(KeyPress(.enter)) == .commit)
    let spans = control.picture(columns: 60, rows: 1).lines[0].spans
    #expect(spans.firstIndex(where: \.isSelected) == part.rawValue * 2)
  }

  @Test func `text that is no date is not pasted`() {
    var control = control("2026-03-14")
    #expect(control.paste("tomorrow") == .rejected(.notADate("tomorrow")))
    #expect(!control.isDirty)
  }

  @Test(arguments: [
    ("9999999-12-31 23:59:59", "<Up>"), ("-9999999-01-01", "<Down>"),
    ("9999999-12-31 23:59:59", "<End><Up>"), ("-9999999-01-01", "<End><Down>"),
  ])
  func `a step goes nowhere at the ends of the calendar`(date: String, keys: String) throws {
    var control = control(date)
    for press in try Step.presses(keys) { _ = control.update(press) }
    #expect(!control.isDirty)
  }

  @Test func `steps keep the fraction of the second`() throws {
    var control = control("2026-03-14 09:26:53.0000001")
    _ = control.update(KeyPress(.up))
    #expect(try text(control) == "2027-03-14 09:26:53.0000001 UTC")
  }

  @Test(arguments: [
    ("2026-03-14", "March 2026", [" 2  3  4  5  6  7  8", "30 31"]),
    ("2024-02-29", "February 2024", ["          1  2  3  4", "26 27 28 29"]),
    ("1900-12-31", "December 1900", ["                1  2", "31"]),
  ])
  func `the calendar has the weeks of the month`(date: String, title: String, weeks: [String]) {
    let lines = control(date).picture(columns: 24, rows: 12).lines
      .map { $0.spans.map(\.text.string).joined() }
    #expect(lines.contains { $0.hasSuffix(title) })
    for week in weeks {
      #expect(lines.contains { $0 == week || $0.dropLastBlanks() == week }, "\(week)")
    }
  }

  @Test func `a click selects a part or a day`() throws {
    var control = control("2026-03-14 09:26:53")
    // The second row of the weeks, third day: the first line has the parts.
    #expect(
      control.handle(MouseEvent(.press, row: 5, column: 7)) == .changed
    )
    #expect(try text(control) == "2026-03-04 09:26:53 UTC")
    #expect(
      control.handle(MouseEvent(.press, row: 0, column: 19)) == .changed
    )
    _ = control.update(KeyPress(.up))
    #expect(try text(control) == "2026-03-04 10:26:53 UTC")
  }
}

extension String {
  fileprivate func dropLastBlanks() -> String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
