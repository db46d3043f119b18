import Foundation
import Glibc
import Terminal
import TestSupport
import Testing

/// The columns that tmux takes for texts, compared with ours.
///
/// tmux counts with the C library, so the test is for the version that the tables follow.
@Suite(.enabled(if: TmuxSession.isAvailable && TextWidthTests.hasSameTables))
struct EmulatorWidthTests {
  @Test
  func `tmux takes the columns that we count, for every kind of character`() throws {
    let texts = Self.emoji + Self.sequences + Self.scripts
    #expect(texts.count > 5000)
    let directory = try TemporaryDirectory()
    let input = try directory.write(Array(texts.joined(separator: "\n").utf8), to: "input")
    let output = input + ".columns"
    let session = try TmuxSession(
      command: [BuildProducts.program("screen-probe"), "--columns", input, output],
      columns: 200
    )
    #expect(try session.waitForExit(timeout: 120) == 0)
    let columns = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(columns.count == texts.count)
    let differing = zip(texts, columns).filter { SafeText($0).width != Int($1) }.map {
      text,
      column in
      let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      return "\(scalars): \(column), not \(SafeText(text).width)"
    }
    #expect(differing == [])
  }

  private static let all: [Unicode.Scalar] = (UInt32(0xA1)...0x1FAFF).compactMap(
    Unicode.Scalar.init
  )

  /// Each emoji alone, as a picture, as text, and in each skin tone.
  private static let emoji: [String] = all.filter { $0.properties.isEmoji }.flatMap { scalar in
    let alone = ["\(scalar)", "\(scalar)\u{FE0F}", "\(scalar)\u{FE0E}"]
    guard scalar.properties.isEmojiModifierBase else { return alone }
    return alone + (0x1F3FB...0x1F3FF).compactMap(Unicode.Scalar.init).map { "\(scalar)\($0)" }
  }

  /// Flags of all pairs of letters, keycaps, joined emoji and flags with tags.
  private static let sequences: [String] = {
    let letters = (UInt32(0x1F1E6)...0x1F1FF).compactMap(Unicode.Scalar.init)
    let flags = letters.flatMap { first in letters.map { "\(first)\($0)" } }
    let keycaps = "0123456789#*".map { "\($0)\u{FE0F}\u{20E3}" }
    let people = ["🧑", "👩", "👨🏽", "🧔🏿"]
    let signs = ["♀️", "♂️", "⚕️", "🌾", "🍳", "🎓", "💻", "🚀", "🦰", "🦽", "🤝‍🧑", "❤️‍👨", "❤️‍💋‍👩", "👧‍👦"]
    let joined = people.flatMap { person in signs.map { "\(person)\u{200D}\($0)" } }
    let others = [
      "👩‍👩‍👧‍👦", "🏳️‍🌈", "🏳️‍⚧️", "🏴‍☠️", "🐻‍❄️", "🐈‍⬛", "👁️‍🗨️", "❤️‍🔥", "🫱🏻‍🫲🏿", "😶‍🌫️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    ]
    return flags + keycaps + joined + others
  }()

  /// Combining marks, scripts with joined letters, right to left, wide and invisible characters.
  private static let scripts: [String] = {
    let marks = all.filter { TextWidth.columns(of: $0) == 0 }.map { "a\($0)b" }
    let edges = all.filter { $0.value % 16 == 0 || $0.properties.isEmojiPresentation }.map {
      "\($0)"
    }
    let words = [
      "日本語", "ﾆﾎﾝｺﾞ", "ＡＢＣ", "한국어", "각", "हिन्दी", "क्षत्रिय", "বাংলা", "தமிழ்", "ไทย", "ខ្មែរ", "မြန်မာ",
      "עִבְרִית", "العربية", "لا", "فارسی", "a\u{200B}b", "a\u{200D}b", "a\u{202E}b", "\u{FEFF}x",
      "a\u{AD}b",
      "e\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{301}", "ﬁ", "①", "Ⅳ", "㋀", "𝔘𝔫𝔦", "𓀀", "🂡",
      "\u{9B}31m",
    ]
    return marks + edges + words
  }()
}
