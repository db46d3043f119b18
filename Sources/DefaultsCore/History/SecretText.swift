import Glibc

/// Texts that are recognizable as secrets, or contain one, whatever the name of their key is.
///
/// Recognized are a URL with a password before its host, a connection string or query with a secret
/// parameter, a command with a secret option, a private key, and tokens of the kinds that begin with
/// a fixed mark. A value may have many kilobytes, so for each kind there is one pass, which looks at
/// a limited number of bytes around each mark.
enum SecretText {
  /// Returns whether a text is or contains a secret.
  static func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let scan = Scan(bytes: bytes)
      return scan.hasPrivateKey || scan.hasPasswordInURL || scan.hasDriverPassword
        || scan.hasSecretParameter || scan.hasSecretOption || scan.hasToken
    }
  }

  /// The starts of tokens, and the number of bytes that must follow at least.
  fileprivate static let tokens: [(start: [UInt8], length: Int)] = [
    ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("github_pat_", 20),
    ("glpat-", 16), ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10), ("xoxr-", 10), ("xoxs-", 10),
    ("xapp-", 10), ("sk-", 20), ("sk_live_", 10), ("sk_test_", 10), ("rk_live_", 10),
    ("whsec_", 16), ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ya29.", 20), ("npm_", 30),
    ("pypi-", 20), ("hf_", 20), ("SG.", 20), ("dop_v1_", 32), ("shpat_", 20),
    ("AGE-SECRET-KEY-", 20), ("Bearer ", 8),
  ].map { (Array($0.0.utf8), $0.1) }
}

/// The bytes of a text that is examined.
private struct Scan {
  let bytes: UnsafeBufferPointer<UInt8>

  // MARK: - Kinds of secrets

  /// Whether there is a private key in PEM or PuTTY's form.
  var hasPrivateKey: Bool {
    if positions(of: "PuTTY-User-Key-File-").contains(where: { _ in true }) { return true }
    return positions(of: "-----BEGIN ").contains { start in
      let line = bytes[start...].prefix(64).prefix { $0 != UInt8(ascii: "\n") }
      return positions(of: "PRIVATE KEY", in: line.startIndex..<line.endIndex).contains { _ in true
      }
    }
  }

  /// Whether there is a URL with a user and a password, `scheme://user:password@host`.
  var hasPasswordInURL: Bool {
    positions(of: "://").contains { start in
      guard start > 0, bytes[start - 1].isWordByte else { return false }
      let ends = Array("/?#\"'<> \t\r\n\\".utf8)
      let authority = bytes[(start + 3)...].prefix(1024).prefix { !ends.contains($0) }
      guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
        let colon = authority.firstIndex(of: UInt8(ascii: ":"))
      else { return false }
      return colon + 1 < at
    }
  }

  /// Whether there is the source name of a database driver, `user:password@tcp(host)`.
  var hasDriverPassword: Bool {
    ["@tcp(", "@unix("].contains { mark in
      positions(of: mark).contains { end in
        let user = bytes[..<end].suffix(256).reversed().prefix { $0 > 0x20 }
        return user.first != UInt8(ascii: ":") && user.contains(UInt8(ascii: ":"))
      }
    }
  }

  /// Whether there is a parameter with a secret name and a value of at least six bytes, such as
  /// `Password=…;` or `&access_token=…`.
  var hasSecretParameter: Bool {
    positions(of: "=").contains { equals in
      let ends = Array(";&?,#\"'<>{}()[]\t\r\n".utf8)
      let value = bytes[(equals + 1)...].prefix(6)
      guard value.count == 6,
        !value.contains(where: { ends.contains($0) || $0 == 0x20 || $0 == 0x3D })
      else { return false }
      let name = bytes[..<equals].suffix(64).reversed().prefix { !ends.contains($0) }
      return SecretName.matches(String(decoding: name.reversed(), as: UTF8.self))
    }
  }

  /// Whether there is an option of a command with a secret name and a value, such as `--password x`, or
  /// `-u user:password`.
  var hasSecretOption: Bool {
    let space = UInt8(ascii: " ")
    func value(after end: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
      bytes[min(end + 1, bytes.count)...].prefix(128).prefix { $0 > space }
    }
    let hasLong = positions(of: "--").contains { start in
      let name = bytes[(start + 2)...].prefix(64).prefix { $0.isWordByte }
      guard start == 0 || bytes[start - 1] == space, name.endIndex < bytes.count,
        bytes[name.endIndex] == space, case let value = value(after: name.endIndex),
        value.count >= 4, value.first != UInt8(ascii: "-")
      else { return false }
      return SecretName.matches(String(decoding: name, as: UTF8.self))
    }
    return hasLong
      || positions(of: " -u ").contains { start in
        let value = value(after: start + 3)
        guard let colon = value.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return colon > value.startIndex && colon + 1 < value.endIndex
      }
  }

  /// Whether there is a token of a known kind, or one of two JSON objects and a signature (RFC 7519).
  ///
  /// A text may have many megabytes, and the tokens are compared only where a word begins like one.
  var hasToken: Bool {
    Self.kinds.withUnsafeBufferPointer { kinds in
      var isInWord = false
      for place in bytes.indices {
        let kind = kinds[Int(bytes[place])]
        if kind == Self.tokenStart, !isInWord, hasToken(at: place) || hasWebToken(at: place) {
          return true
        }
        isInWord = kind != Self.noWord
      }
      return false
    }
  }

  private static let noWord: UInt8 = 0
  private static let tokenStart: UInt8 = 2

  /// For each byte, whether it is a part of a word, and whether a token begins with it.
  private static let kinds: [UInt8] = {
    let starts = Set(SecretText.tokens.map { $0.start[0] } + [UInt8(ascii: "e")])
    return (UInt8.min...UInt8.max).map {
      $0.isWordByte ? starts.contains($0) ? tokenStart : 1 : noWord
    }
  }()

  private func hasToken(at place: Int) -> Bool {
    SecretText.tokens.contains { start, length in
      guard hasBytes(start, at: place) else { return false }
      let rest = bytes[(place + start.count)...].prefix(64)
        .prefix { $0.isWordByte || $0 == UInt8(ascii: ".") }
      // Words that are joined with dashes have no digits.
      return rest.count >= length && rest.contains(where: \.isASCIIDigit)
    }
  }

  private func hasWebToken(at place: Int) -> Bool {
    let start = Array("eyJ".utf8)
    guard hasBytes(start, at: place) else { return false }
    let header = bytes[place...].prefix(512).prefix { $0.isWordByte }
    guard header.count >= 12, header.endIndex < bytes.count - 1,
      bytes[header.endIndex] == UInt8(ascii: ".")
    else { return false }
    return hasBytes(start, at: header.endIndex + 1)
  }

  // MARK: - Search

  private func hasBytes(_ sought: [UInt8], at place: Int) -> Bool {
    bytes[place] == sought[0] && bytes.count - place >= sought.count
      && bytes[place..<place + sought.count].elementsEqual(sought)
  }

  /// Returns the positions of a text.
  private func positions(
    of sought: StaticString,
    in range: Range<Int>? = nil
  ) -> some Sequence<Int> {
    let sought = sought.withUTF8Buffer { Array($0) }
    let range = range ?? bytes.indices
    // `memchr` finds the first byte much faster than a loop, and most texts have few of it.
    return sequence(state: range.lowerBound) { place in
      while place < range.upperBound, let base = bytes.baseAddress,
        let found = memchr(base + place, Int32(sought[0]), range.upperBound - place)
      {
        let start = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        place = start + 1
        if range.upperBound - start >= sought.count, hasBytes(sought, at: start) { return start }
      }
      return nil
    }
  }
}

extension UInt8 {
  /// Whether the byte is one of a token: a letter, a digit, `_` or `-`.
  fileprivate var isWordByte: Bool {
    isASCIIDigit || isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }
}
